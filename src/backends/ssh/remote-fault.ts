import {
  type Fault,
  type FaultCode,
  FsFault,
  type FsFaultPlace,
  isErrno,
  StaleFileFault,
} from "../../kernel/index.ts";
import { outsideFault, toFsFault } from "../local/fs-faults.ts";
import { AgentRefusal } from "./channel.ts";

/** Turns what an agent refused into the fault that the local file system would have thrown. */
export function remoteFault(error: unknown, place: FsFaultPlace, roots: readonly string[]): Fault {
  if (!(error instanceof AgentRefusal)) return toFsFault(error, place);
  const { words } = error;
  if (words["stale"] === true) return new StaleFileFault(place.path ?? "");
  if (words["outside"] === true) return outsideFault(place, roots);
  const errno = words["errno"];
  const own = ownWords(words);
  if (isErrno(errno) && Object.keys(own).length > 0) return new FsFault(errno, placeOf(words, place), own);
  const failure = Object.assign(new Error(String(words["words"] ?? errno), { cause: error }), {
    code: errno,
  });
  return toFsFault(failure, placeOf(words, place));
}

function placeOf(words: Readonly<Record<string, unknown>>, place: FsFaultPlace): FsFaultPlace {
  const syscall = typeof words["syscall"] === "string" ? words["syscall"] : place.syscall;
  return words["bare"] === true ? { syscall } : { ...place, syscall };
}

function ownWords({ saying, hint, code }: Readonly<Record<string, unknown>>) {
  return {
    ...(typeof saying === "string" ? { saying } : {}),
    ...(typeof hint === "string" ? { hint } : {}),
    ...(typeof code === "string" ? { code: code as FaultCode } : {}),
  };
}
