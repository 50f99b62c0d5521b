import type { BackendSource, DefinedTool, TrustLevel } from "../../kernel/index.ts";
import { wrapTool } from "./wrap-tool.ts";

/** Who supplies the backend, and for which trust. */
export interface SandboxedOptions {
  readonly backends: BackendSource;
  readonly trust: TrustLevel;
}

/** The same tool, reaching the machine only through the backend that is supplied for this trust. */
export function sandboxed(tool: DefinedTool, { backends, trust }: SandboxedOptions): DefinedTool {
  return wrapTool(tool, (call, ctx, next) => {
    const { fs, shell, net, search, documents } = backends.backendFor(trust);
    return next(call, { ...ctx, fs, shell, net, search, documents });
  });
}
