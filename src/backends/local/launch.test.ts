import { text } from "node:stream/consumers";
import { describe, expect, it } from "vitest";
import { needs } from "../../../test/needs.ts";
import { childEnvironment } from "./child-environment.ts";
import { findNamespace } from "./find-namespace.ts";
import { launch } from "./launch.ts";

const env = childEnvironment(process.env);

describe.each([true, false])("without pipes, where a namespace is %s", (wanted) => {
  it.skipIf(wanted && !needs("namespaces"))("the streams of a command are sockets", async () => {
    const launched = await launch({
      command: "cat; echo err >&2",
      cwd: "/",
      env,
      mark: "",
      namespace: wanted ? await findNamespace(env) : undefined,
      stdin: "pipe",
      output: "pipe",
      takePipes: () => Promise.resolve(undefined),
    });
    launched.child.stdin?.end("in");
    const { stdout, stderr } = launched;
    expect([stdout && (await text(stdout)), stderr && (await text(stderr))]).toEqual(["in", "err\n"]);
    expect((await launched.exited).exit).toEqual({ code: 0 });
    await launched.closed;
    launched.release();
  });
});
