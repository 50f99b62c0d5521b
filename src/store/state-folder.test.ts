import { expect, it } from "vitest";
import { stateFolder } from "./state-folder.ts";

it("the state folder is where the standard says, and never a relative path", () => {
  expect(stateFolder({ XDG_STATE_HOME: "/state" })).toBe("/state/deckhand");
  expect(stateFolder({ XDG_STATE_HOME: "state", HOME: "/home/me" })).toBe("/home/me/.local/state/deckhand");
  expect(stateFolder({ HOME: "/home/me" })).toBe("/home/me/.local/state/deckhand");
});
