import type { Finding } from "../../program-facts.ts";

/** Everything that can be wrong with a program in itself, by the rule's name. */
const FINDINGS = {
  "arguments.unknown": ["ask", "it has options that nobody here knows"],
  "arguments.computed": ["ask", "only running it would tell what it is asked to do"],
  "code.stream": ["ask", "an interpreter runs what comes from another command"],
  "code.from-network": ["deny", "an interpreter runs what came from the network"],
  "code.decoded": ["deny", "an interpreter runs what was decoded or put together on the way"],
  "code.inline": ["ask", "it runs code that stands in the command"],
  "code.variable-name": ["ask", "the name of a variable holds code that the shell would run"],
  "code.shadow": ["ask", "it changes what the name of a program or an option of the shell means"],
  "code.library": ["deny", "it loads a library into a program"],
  "program.hidden": ["deny", "a program that only reads is made to run another one"],
  "program.unknown-command": ["ask", "it is a sub-command that nobody here knows"],
  "terminal.interactive": ["deny", "it needs somebody at a terminal"],
  "privilege.sudo": ["deny", "it gains the rights of another user"],
  "privilege.system": ["deny", "it changes the system itself, which takes rights nobody here has"],
  "privilege.account": ["deny", "it changes the accounts of the system"],
  "sandbox.leave": ["deny", "it enters other namespaces or another root and so leaves the sandbox"],
  "sandbox.container": ["ask", "it speaks to a service outside the sandbox"],
  "sandbox.host": ["deny", "it opens the machine to a container"],
  "mode.world": ["deny", "it lets everybody on the machine write"],
  "mode.set-id": ["deny", "it makes a program run with the rights of its owner"],
  "mode.unclear": ["ask", "what it allows depends on things not seen here"],
  "mode.owner": ["ask", "it changes who owns files"],
  "mode.attributes": ["ask", "it changes how files are protected"],
  "disk.format": ["deny", "it changes disks or what is mounted"],
  "disk.whole-root": ["deny", "it switches off the guard against deleting everything"],
  "disk.outside-names": ["ask", "it writes to the places an archive names, wherever they are"],
  "process.environment": ["deny", "it shows the environment of other processes"],
  "process.attach": ["deny", "it reaches into another process"],
  "process.kill-all": ["deny", "it ends every process"],
  "process.kill": ["ask", "it ends a process by number or name"],
  "machine.stop": ["deny", "it stops the machine"],
  "session.survive": ["deny", "it would go on after the session"],
  "session.service": ["ask", "it changes a service of the system"],
  "secret.environment": ["ask", "it shows variables that may hold secrets"],
  "secret.sent": ["deny", "it sends secrets away"],
  "network.shell": ["deny", "it hands a shell to the network"],
  "network.tunnel": ["ask", "it opens a way through the network"],
  "package.settings": ["ask", "it changes settings outside the project"],
  "git.skip-hooks": ["deny", "it skips the hooks of the repository"],
} as const satisfies Record<string, readonly [Finding["verdict"], string]>;

/** A rule about programs. */
export type FindingName = keyof typeof FINDINGS;

/** What a rule says, as the engine wants to have it. */
export function findingNamed(rule: FindingName): Finding {
  const [verdict, reason] = FINDINGS[rule];
  return { verdict, rule, reason };
}

/** Whether a rule has this name. */
export function isFindingName(name: string): name is FindingName {
  return Object.hasOwn(FINDINGS, name);
}
