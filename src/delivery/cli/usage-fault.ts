import { Fault, type FaultCode } from "../../kernel/index.ts";

/** The command line was used wrongly; it ends with exit code 2. */
export class UsageFault extends Fault {
  override readonly name: string = "UsageFault";

  constructor(message: string, hint?: string, code: FaultCode = "invalid_input") {
    super(code, message, { hint });
  }
}
