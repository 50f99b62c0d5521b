// Installs the system programs that the tests use: `npm run setup [-- --check | --yes]`.
import { spawnSync } from "node:child_process";
import { createInterface } from "node:readline";
import { isOnPath } from "./setup/is-on-path.mjs";
import { planSetup } from "./setup/plan-setup.mjs";
import { PROGRAMS } from "./setup/programs.mjs";

/** @import { Command, Plan } from "./setup/plan-setup.mjs" */

process.exitCode = await follow(planSetup(situation(process.argv.slice(2))));

/** @param {readonly string[]} args */
function situation(args) {
  for (const { program, package: debianPackage, why } of PROGRAMS) {
    console.log(
      `${isOnPath(program) ? "present" : "missing"}  ${program.padEnd(8)} (${debianPackage}): ${why}`,
    );
  }
  return {
    missing: PROGRAMS.filter(({ program }) => !isOnPath(program)),
    hasApt: isOnPath("apt-get"),
    isRoot: process.getuid?.() === 0,
    hasSudo: isOnPath("sudo"),
    isTerminal: process.stdin.isTTY,
    yes: args.includes("--yes"),
    onlyCheck: args.includes("--check"),
  };
}

/**
 * @param {Plan} plan
 * @returns {Promise<number>} the exit code
 */
async function follow(plan) {
  switch (plan.kind) {
    case "done":
      console.log("Every system program the tests use is here.");
      return 0;
    case "list":
      return 0;
    case "advise":
      console.log(
        `No apt-get here. Install these yourself, or let their tests be skipped: ${plan.programs.join(", ")}`,
      );
      return 0;
    case "refuse":
      console.error(`Neither root nor sudo here. Have an administrator run:\n${shown(plan.commands)}`);
      return 1;
    case "install":
      if (plan.ask && !(await isAgreed(plan.commands))) {
        console.log("Nothing installed. Tests that need the missing programs are skipped and counted.");
        return 0;
      }
      return install(plan.commands);
  }
}

/** @param {readonly Command[]} commands */
async function isAgreed(commands) {
  const terminal = createInterface({ input: process.stdin, output: process.stderr });
  /** @type {string} */
  const answer = await new Promise((resolve) => {
    terminal.once("close", () => resolve("no"));
    terminal.question(`This would run:\n${shown(commands)}\nGo ahead? [y/N] `, resolve);
  });
  terminal.close();
  return /^y(es)?$/i.test(answer.trim());
}

/** @param {readonly Command[]} commands */
function install(commands) {
  for (const [program, ...args] of commands) {
    console.log(`> ${program} ${args.join(" ")}`);
    const { status } = spawnSync(program, args, { stdio: "inherit" });
    if (status !== 0) {
      console.error(
        `That failed. Tests that need the missing programs are skipped; to try by hand:\n${shown(commands)}`,
      );
      return 1;
    }
  }
  const missing = PROGRAMS.filter(({ program }) => !isOnPath(program)).map(({ program }) => program);
  if (missing.length > 0) console.error(`Still missing after the install: ${missing.join(", ")}`);
  return missing.length > 0 ? 1 : 0;
}

/** @param {readonly Command[]} commands */
function shown(commands) {
  return commands.map((words) => `  ${words.join(" ")}`).join("\n");
}
