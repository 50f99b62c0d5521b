/**
 * What runs beside a sandbox, in its network: it listens on that network's own loopback and passes bytes to the socket of
 * the proxy. It says `up` when it listens, and ends when its standard input does.
 */
const BRIDGE = `
const { connect, createServer } = require("node:net");
const [path, port] = process.argv.slice(1);
createServer({ allowHalfOpen: true, noDelay: true }, (inside) => {
  const outside = connect({ path, allowHalfOpen: true });
  for (const [one, other] of [[inside, outside], [outside, inside]])
    one.pipe(other).on("error", () => one.destroy()).once("close", () => one.destroySoon());
}).listen(Number(port), "127.0.0.1", 512, () => process.stdout.write("up\\n"));
process.stdin.resume().on("end", () => process.exit()).on("error", () => process.exit());
process.stdout.on("error", () => process.exit());
`;

/** The command line of the bridge between a port of loopback in the sandbox's network and the socket of a proxy. */
export function bridgeArguments(socketPath: string, port: number): readonly [string, ...string[]] {
  // Small, since it is there as long as the sandbox; no snapshot or settings of the environment.
  return [process.execPath, "--max-old-space-size=64", "-e", BRIDGE, "--", socketPath, String(port)];
}
