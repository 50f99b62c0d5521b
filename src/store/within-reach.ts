import { Fault } from "../kernel/index.ts";

/** Does something with a file that is remembered; what the system objects to is told with the file and what to do. */
export async function withinReach<T>(file: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new Fault("tool_error", `What this session remembers in ${file} is out of reach: ${reason}`, {
      hint: "A person must mend the file or its folder; XDG_STATE_HOME says where it is.",
      cause,
    });
  }
}
