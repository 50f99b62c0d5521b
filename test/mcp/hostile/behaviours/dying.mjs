import { spawn } from "node:child_process";

/** @import { Behaviour, Wire } from "../hostile-server.mjs" */

/**
 * Does something at a moment: `start`, a method (`before initialize` is `server/discover`), or `result` for right after the first one.
 * @param {Wire} wire
 * @param {string} moment
 * @param {() => void} act
 */
function at(wire, moment, act) {
  if (moment === "start") return act();
  if (moment !== "result") return wire.on(moment, act);
  wire.on("tools/call", (request) => {
    wire.answer(request);
    setTimeout(act, 20);
  });
}

/** Forever, for this process. */
function stay() {
  setInterval(() => {}, 60_000);
}

/**
 * Servers that die, hang, linger, or leave others behind.
 * @type {Record<string, Behaviour>}
 */
export const dying = {
  crash: (wire, moment) => {
    at(wire, moment, () => {
      process.stderr.write(`giving up at ${moment}\n`);
      process.exit(3);
    });
  },
  hang: (wire, moment) => {
    stay();
    if (moment === "start") wire.deaf();
    else at(wire, moment, () => wire.deaf());
  },
  /** Reads on and answers everything else. */
  ignore: (wire, moment) => wire.on(moment, () => {}),
  "close-stdout": (wire, moment) => {
    stay();
    at(wire, moment, () => process.stdout.end());
  },
  "close-stdin": (wire, moment) => {
    stay();
    at(wire, moment, () => process.stdin.destroy());
  },
  stubborn: () => {
    for (const signal of ["SIGTERM", "SIGINT", "SIGHUP"]) process.on(signal, () => {});
    stay();
  },
  /** Its children ignore what it is told, one holds its pipes open, and one has left its process group. */
  forking: () => {
    const program =
      "for (const s of ['SIGTERM','SIGINT','SIGHUP']) process.on(s, () => {}); setInterval(() => {}, 60000)";
    spawn(process.execPath, ["-e", program], { stdio: "inherit" });
    spawn(process.execPath, ["-e", program], { stdio: "ignore", detached: true }).unref();
  },
  /** Forks as `forking` does and dies of its own, which leaves the children to whoever started it. */
  abandoning: (wire, moment) => {
    dying["forking"]?.(wire, "");
    at(wire, moment, () => process.exit(0));
  },
  /** The detail is how long until it reads, and how long each answer takes, in milliseconds. */
  slow: (wire, detail) => {
    const [start = 0, answer = 0] = detail.split(",").map(Number);
    const ready = new Promise((done) => void setTimeout(done, start));
    for (const method of ["server/discover", "initialize", "tools/list", "tools/call"])
      wire.on(method, (request) => void ready.then(() => setTimeout(() => wire.answer(request), answer)));
  },
};
