import { expect, it } from "vitest";
import { connectFault, lostFault } from "./connect-fault.ts";

it.each([
  ["ssh: Could not resolve hostname box: Name or service not known", "There is no host called box."],
  ["ssh: connect to host box port 22: No route to host", "There is no way to box from here."],
  ["ssh: connect to host box port 22: Connection timed out", "box did not answer in time."],
  ["Received disconnect: Too many authentication failures", "box was offered too many keys and hung up."],
  [
    "@ WARNING: UNPROTECTED PRIVATE KEY FILE! @\nme@box: Permission denied (publickey).",
    "others may read or write it",
  ],
  ["its python3 is 3.5, and 3.7 or newer is needed", "its python3 is 3.5, and 3.7 or newer is needed."],
  ["", "box could not be worked on: ssh ended with code 255."],
])("explains %j", (stderr, message) => {
  const fault = connectFault({ host: "box" }, { stderr, code: 255 });
  expect(fault.code).toBe("unavailable");
  expect(fault.message).toContain(message);
  expect(fault.hint).toBeTruthy();
});

it("says that a connection was lost, in ssh's own last words", () => {
  const fault = lostFault({ host: "box" }, "noise\nTimeout, server box not responding.\r\n");
  expect(fault.message).toBe("The connection to box ended: Timeout, server box not responding.");
});
