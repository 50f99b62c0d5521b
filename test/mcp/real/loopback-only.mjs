// Loaded before a server that would listen on every interface: it listens on loopback, on any free port, and says which.
import { Server } from "node:net";

/** @type {(this: Server, options: object, done?: () => void) => Server} */
const listen = Reflect.get(Server.prototype, "listen");

/** @type {(this: Server, ...given: unknown[]) => Server} */
function listenOnLoopback(...given) {
  this.once("listening", () => {
    const { port } = /** @type {import("node:net").AddressInfo} */ (this.address());
    process.stderr.write(`listens on ${port}\n`);
  });
  const last = given.at(-1);
  const done = typeof last === "function" ? () => void last() : undefined;
  return listen.call(this, { port: 0, host: "127.0.0.1" }, done);
}

Server.prototype.listen = listenOnLoopback;
