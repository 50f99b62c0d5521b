import { z } from "zod";

const word = z.string().min(1).max(4096);
const words = z.array(word).max(100);

/** A rule about commands as a person writes it; what control calls a `CommandRule`. */
export const commandRuleSchema = z.strictObject({
  name: word.describe("What the rule is called where it decides."),
  match: z
    .strictObject({
      program: z
        .union([word, words])
        .describe("The program's name, or several; * stands for any characters."),
      args: words.optional().describe("What its arguments begin with, one by one."),
      has: words.optional().describe("Arguments it must have somewhere, in any order."),
    })
    .describe("Which commands it is about."),
  verdict: z
    .enum(["allow", "ask", "deny"])
    .describe("What is thought of them; allow takes back a question, never a refusal."),
  reason: word.optional().describe("Why, as a clause that goes on after a colon."),
  examples: z
    .strictObject({
      matches: words.min(1).describe("Commands it is about."),
      not: words.optional().describe("Commands it is not about."),
    })
    .describe("Commands that show what is meant; checked when the rule is loaded."),
});
