import { z } from "zod";
import { type Asker, blocksResult, defineTool, Fault, reads, type ToolContext } from "../../kernel/index.ts";

const question = z
  .strictObject({
    question: z.string().trim().min(1).max(2000).describe("One question, complete in itself"),
    kind: z.enum(["text", "yes_no", "choice"]).optional().describe("text by default; choice needs choices"),
    choices: z
      .array(z.string().trim().min(1).max(500))
      .min(2)
      .max(8)
      .optional()
      .describe("The answers to choose from"),
  })
  .check(({ value: { kind = "text", choices }, issues }) => {
    if ((kind === "choice") === (choices !== undefined)) return;
    const message = kind === "choice" ? "kind=choice needs choices" : "only kind=choice takes choices";
    issues.push({ code: "custom", input: choices, path: ["choices"], message });
  });

type Question = z.infer<typeof question>;

/** Asks the person behind the session. */
export const clarify = defineTool({
  name: "clarify",
  path: "self.tools.clarify",
  title: "Ask the user",
  summary: "Ask the person one to four questions",
  description:
    "Ask the person behind this session one to four questions when you cannot go on without their answer. Where nobody can " +
    "answer it says so: then decide yourself and say what you assumed.",
  input: z.strictObject({ questions: z.array(question).min(1).max(4).describe("One to four questions") }),
  effects: [reads("session")],
  trust: "L0",
  async run({ questions }, { asker, cancel }: ToolContext) {
    const answers: { question: string; answer: string }[] = [];
    for (const asked of questions)
      answers.push({ question: asked.question, answer: await answerTo(asked, asker, cancel) });
    const text = answers.map(({ question: said, answer }) => `${said}\n> ${answer}`).join("\n\n");
    return blocksResult([
      { kind: "text", text },
      { kind: "json", value: answers },
    ]);
  },
});

async function answerTo(
  { question: text, kind, choices }: Question,
  asker: Asker,
  cancel: AbortSignal,
): Promise<string> {
  const options = kind === "yes_no" ? ["yes", "no"] : choices;
  const answer = await asker.ask(options === undefined ? { text } : { text, choices: options }, cancel);
  if (answer.kind === "answered") return answer.text;
  throw new Fault("unavailable", "Nobody is there to answer.", {
    hint: "Decide yourself, and say what you assumed.",
  });
}
