import { Validator } from "@cfworker/json-schema";
import { z } from "zod";
import { makeContext } from "../../dist/backends/index.js";
import { defineTool, textResult } from "../../dist/kernel/index.js";
import { compare } from "../compare.mjs";

const ROUND = 100_000;
const INPUT = { path: "a.txt", limit: 3 };
const RAW = {
  type: "object",
  properties: { path: { type: "string" }, limit: { type: "integer" } },
  required: ["path"],
  additionalProperties: false,
};
const SCHEMA = z.strictObject({ path: z.string(), limit: z.int().optional() });
const EMPTY = textResult("");
const run = async () => EMPTY;

/** An empty tool invoked, against validating its input and calling run by hand. */
export const invokeLines = [
  {
    name: "invoke of an empty tool, zod schema",
    measure: () => measure({ input: SCHEMA }, (input) => SCHEMA.parse(input)),
  },
  { name: "invoke of an empty tool, raw schema", measure: () => measure({ parameters: RAW }, rawCheck()) },
];

function rawCheck() {
  const validator = new Validator(RAW, "2020-12", false);
  return (/** @type {unknown} */ input) => validator.validate(input);
}

/**
 * @param {object} schema
 * @param {(input: unknown) => unknown} validate
 */
async function measure(schema, validate) {
  const tool = defineTool(/** @type {any} */ ({ name: "empty", ...schema, run }));
  const ctx = makeContext();
  const ours = async () => {
    for (let call = 0; call < ROUND; call += 1)
      await tool.invoke({ id: "c", name: "empty", input: INPUT }, ctx);
  };
  const peer = async () => {
    for (let call = 0; call < ROUND; call += 1) {
      validate(INPUT);
      await run();
    }
  };
  return { ...(await compare(ours, peer)), limit: 2 };
}
