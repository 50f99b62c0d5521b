// A host that runs two agents side by side, each in a session of its own: what one reads, plans, remembers and starts
// is nothing to the other. The agents follow a script here; in a real host a model chooses the calls.
// Run it with: node examples/two-sessions.mjs
import assert from "node:assert/strict";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openSession } from "deckhand";

const folder = await mkdtemp(join(tmpdir(), "deckhand-example-"));
await writeFile(join(folder, "notes.txt"), "milk\nbread\n");

// What each call was and came to is remembered here; a real host leaves it in the user's state folder.
const stateFolder = join(folder, ".state");
const builder = openSession({
  cwd: folder,
  stateFolder,
  stays: true,
  govern: { trust: "L2", approver: person() },
});
const reviewer = openSession({ cwd: folder, stateFolder, stays: true, profile: "observe" });
try {
  await work();
} finally {
  await Promise.all([builder.close(), reviewer.close()]);
  await rm(folder, { recursive: true, force: true });
}

async function work() {
  // Each model is shown the tools of its own session, and a briefing about exactly those.
  for (const [name, session] of Object.entries({ builder, reviewer })) {
    const box = await session.box();
    console.log(
      `${name}: ${box.descriptors().length} tools, briefing of ${(await session.briefing()).length} characters`,
    );
  }

  // The builder plans, works and starts a background job.
  await ask(builder, "todo_set", { items: [{ id: "1", text: "Buy butter", status: "active" }] });
  await ask(builder, "memory", { action: "append", content: "The list is in notes.txt." });
  await ask(builder, "read", { path: "notes.txt" });
  await ask(builder, "edit", { path: "notes.txt", oldText: "bread", newText: "bread\nbutter" });
  await ask(builder, "process", { action: "start", command: "sleep 600" });

  // The reviewer sees the files, and nothing else of it: no plan, and no tool that could change anything.
  assert.match(await ask(reviewer, "read", { path: "notes.txt" }), /butter/);
  assert.equal(await ask(reviewer, "todo_read", {}), "The checklist is empty.");
  assert.match(await ask(reviewer, "bash", { command: "true" }), /bash is not in what this session offers/);
  console.log("isolated: the reviewer saw the file and nothing else of the builder");
}

/** Whoever watches the builder: here they say yes to everything, and what they were asked is shown. */
function person() {
  return {
    by: "the person at the example",
    ask: async ({ reason }) => {
      console.log(`asked: ${reason.split("\n")[0]}`);
      return "once";
    },
  };
}

/** One call, as a host makes it for its model: the answer is text, also when it is a refusal. */
async function ask(session, name, input) {
  const outcome = await session.call({ id: `${name}-1`, name, input });
  return typeof outcome.output === "string" ? outcome.output : JSON.stringify(outcome.output);
}
