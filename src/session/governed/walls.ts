import { createGrantedNetwork, openSandbox, type ProxyRecord } from "../../backends/index.ts";
import type { Containment } from "../../control/index.ts";
import type { Shell } from "../../kernel/index.ts";

/** How commands are held back. */
export interface SandboxSettings {
  /** Hosts that commands may reach, as `host`, `host:port` or `*.host`; none when absent. */
  readonly hosts?: readonly string[] | undefined;
  /** Granted hosts that may lead to private addresses. */
  readonly allowPrivate?: readonly string[] | undefined;
}

/** Where a sandbox stands, and what nobody inside may see. */
export interface SandboxPlace {
  readonly cwd: string;
  readonly roots: readonly string[];
  readonly hidden: readonly string[];
}

/** What holds the commands of a session back. */
export interface Walls {
  /** Found out by trying, with the first command. */
  containment(): Promise<Containment>;
  /** The shell that commands run in; this machine's own where there is no sandbox. */
  shell(local: Shell): Promise<Shell>;
  /** What the network refused since it was last asked, in sentences. */
  refusals(): readonly string[];
  /** To be called when no command runs any more. */
  close(): Promise<void>;
}

/** Puts walls around the commands of a session, or none where the user's own configuration waives them. */
export function openWalls(settings: SandboxSettings | false | undefined, place: SandboxPlace): Walls {
  return settings === false ? WAIVED : createWalls(settings ?? {}, place);
}

const WAIVED: Walls = {
  containment: () => Promise.resolve("waived"),
  shell: (local) => Promise.resolve(local),
  refusals: () => [],
  close: () => Promise.resolve(),
};

function createWalls({ hosts = [], allowPrivate = [] }: SandboxSettings, place: SandboxPlace): Walls {
  let refused: string[] = [];
  const network = createGrantedNetwork({ hosts, allowPrivate, onRecord: note });
  const sandbox = openSandbox({ ...place, network: () => network.network() });
  const holds = async (): Promise<boolean> => (await sandbox.probe()).works;
  return {
    containment: async () => ((await holds()) ? "sandbox" : "missing"),
    shell: async (local) => ((await holds()) ? sandbox.shell : local),
    refusals: () => {
      const told = refused;
      refused = [];
      return told;
    },
    close: async () => {
      sandbox.close();
      await network.close();
    },
  };

  function note({ outcome, reason, hint }: ProxyRecord): void {
    if (outcome !== "refused" || reason === undefined || refused.length >= MOST_TOLD) return;
    const words = hint === undefined ? reason : `${reason} ${hint}`;
    if (!refused.includes(words)) refused.push(words);
  }
}

/** One command may knock at a thousand doors. */
const MOST_TOLD = 5;
