import { describe, expect, it } from "vitest";
import { judgedOtherwise } from "../../../../../test/judged-otherwise.ts";

describe("task runners", () => {
  it("runs tasks of the project", () => {
    const commands = [
      "rake test",
      "lerna run build",
      "nx test foo",
      'concurrently "npm run a" "npm run b"',
      "just test",
      "rake spec",
      "rails test",
      "pre-commit run --all-files",
      "bin/rails db:migrate",
      "pandoc README.md -o README.html",
      "lerna run test --scope=a",
      "nx run app:build",
      'concurrently -k "npm:a" "npm:b"',
      "pre-commit run -a",
      "just build",
      "task build",
      "rake -T",
      'concurrently -n a,b "npm run a" "npm run b"',
      "nodemon --watch src --exec 'npm test'",
      "nodemon src/index.js",
      "lerna exec -- ls",
    ];
    expect(judgedOtherwise("allow", commands)).toEqual([]);
  });

  it("asks about code in the command", () => {
    const commands = [
      "rails runner 'puts 1'",
      "rake -e 'puts 1'",
      "lerna publish",
      "pandoc https://e.com -o x",
      "rake -qe 'x'",
    ];
    expect(judgedOtherwise("ask", commands)).toEqual([]);
  });

  it("refuses forbidden commands and installing hooks", () => {
    const commands = [
      "pre-commit install",
      "pre-commit uninstall",
      "husky install",
      "lerna exec -- rm -rf /",
      "nx exec -- rm -rf /",
      'concurrently "rm -rf /"',
      "nodemon -x 'rm -rf /'",
      "just -c rm -rf /",
      "stack exec -- rm -rf /",
      "shx rm -rf /",
      "stack --silent exec rm -rf /",
      "lerna exec --scope a -- rm -rf /",
      "nodemon --exec='rm -rf /'",
      'concurrently -n a,b "rm -rf /" "ls"',
      "rake -qe 'x' && sudo y",
    ];
    expect(judgedOtherwise("deny", commands)).toEqual([]);
  });
});
