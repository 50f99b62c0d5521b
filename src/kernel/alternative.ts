/** Something that could have happened instead: an attempt that was refused, a candidate that was not chosen. For the record, not for the model. */
export interface Alternative {
  readonly what: string;
  readonly why: string;
}
