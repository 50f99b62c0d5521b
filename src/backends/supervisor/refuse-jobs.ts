import { Fault, type Supervisor } from "../../kernel/index.ts";

/** Supervises nothing: for sessions that end with their call, where a job would be orphaned or die at once. */
export const refuseJobs: Supervisor = {
  get refusal() {
    return needsSession();
  },
  start: () => Promise.reject(needsSession()),
  poll: (id) => Promise.reject(noJobs(id)),
  recent: (id) => Promise.reject(noJobs(id)),
  write: (id) => Promise.reject(noJobs(id)),
  list: () => Promise.resolve([]),
  stop: (id) => Promise.reject(noJobs(id)),
  close: () => Promise.resolve(),
};

function needsSession(): Fault {
  return new Fault(
    "unavailable",
    "A background job needs a session that stays, and this one ends with the call.",
    {
      hint: "Run the command with bash, or start the job from a session that stays open, such as a server's.",
    },
  );
}

function noJobs(id: string): Fault {
  return new Fault("not_found", `There is no job ${id}: this session ends with the call and keeps none.`, {
    hint: "Jobs are known only in the session that started them.",
  });
}
