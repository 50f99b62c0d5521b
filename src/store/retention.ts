/** How long something is kept, and how much of it; whichever comes first. */
export interface KeptFor {
  readonly days: number;
  readonly megabytes: number;
}

/** How long what is remembered of calls is kept; audit records always are. */
export interface RetentionSettings {
  readonly traces?: Partial<KeptFor> | undefined;
  readonly undo?: Partial<KeptFor> | undefined;
  readonly results?: Partial<KeptFor> | undefined;
}

/** What holds where nobody says otherwise. */
export const RETENTION = {
  traces: { days: 30, megabytes: 256 },
  undo: { days: 7, megabytes: 512 },
  results: { days: 7, megabytes: 256 },
} as const satisfies Required<RetentionSettings>;
