import { describe, expect, it } from "vitest";
import { judgedOtherwise } from "../../../../../test/judged-otherwise.ts";

describe("the package managers of Node", () => {
  it("runs the project's own scripts and programs", () => {
    const commands = [
      "npm test",
      "npm t",
      "npm run lint -- --fix",
      "npm run",
      "npm start",
      "npm ls",
      "npm ls --depth=0",
      "npm run test:unit",
      "npm --version",
      "npm test --silent",
      "npm pkg get version",
      "npm pack --dry-run",
      "yarn test",
      "yarn build",
      "pnpm test",
      "pnpm run build",
      "pnpm -r test",
      "bun test",
      "npx tsc --noEmit",
      "npx vitest run src/a.test.ts",
      "npx tsc -p tsconfig.json",
      "npm version --help",
      "pnpm --filter foo run build",
      "pnpm --filter foo test",
      "yarn workspace foo build",
      "yarn workspaces list",
      "pnpm exec tsc --noEmit",
      "npm exec tsc",
      "npm exec -- vitest run",
      "yarn node scripts/x.js",
      "bun run build",
      "bun scripts/x.ts",
      "bun run scripts/x.ts",
      "npm run build 2>&1 | tail -20",
      "npm test -- --grep foo",
      "npm run lint && npm test",
      "(cd sub && npm test)",
      "npm --prefix sub test",
      "yarn --cwd sub test",
      "npm run -s build",
      "npm pkg set version=1.2.3",
      "npm version patch",
      "npm uninstall lodash",
      "npm fund",
      "npm help",
      'npm run test -- -t "foo"',
      "npm run build --if-present",
      "npm run --workspaces test",
      "npm run lint --workspace=packages/a",
      "npm test -w packages/a",
      "npm ls typescript",
      "npm why lodash",
      "npm root",
      "npm run dev &",
      "npm pack",
      "npx tsc --init",
      "npx vitest --run",
      "npx --no-install eslint .",
      "npx tsc && npx vitest run",
      "yarn run test",
      "yarn lint --fix",
      "yarn why x",
      "pnpm lint",
      "pnpm -C packages/a test",
      "pnpm run -r build",
      "bun test --watch",
      "for d in a b; do (cd $d && npm test); done",
    ];
    expect(judgedOtherwise("allow", commands)).toEqual([]);
  });

  it("asks before anything is fetched or set", () => {
    const commands = [
      "npm install",
      "npm ci",
      "npm i lodash",
      "npm publish",
      "npx cowsay hi",
      "npx -y create-foo",
      "npx tsc@latest",
      "yarn add x",
      "pnpm dlx x",
      "bunx x",
      "npm config set x y",
      "npm init",
      "npm create vite",
      "bun -e 'console.log(1)'",
      "yarn node -e 'x'",
      "npm cache clean --force",
      "npm install -g x",
      "yarn global add x",
      "npx -p cowsay cowsay",
      "npm exec cowsay",
      "pnpm exec unknowntool",
      'npm run "$x"',
      "npm ci && npm run build",
      "npm install && npm test",
    ];
    expect(judgedOtherwise("ask", commands)).toEqual([]);
  });

  it("refuses other programs behind them", () => {
    const commands = [
      "npm test --script-shell=./x",
      "npm version patch --no-commit-hooks",
      "npx sudo-x || sudo ls",
      "npx husky init",
      "pnpm exec rm -rf /",
      "yarn exec rm -rf /",
      "npx rm -rf /",
      "npm exec -c 'rm -rf /'",
      "npx -c 'rm -rf /'",
      "yarn build --outDir /etc",
      "npm test -- --out=/etc/x",
      "npx cross-env A=b sudo ls",
      "npx rimraf /",
      "npm test --node-options='--require ./x'",
      "npm --git=./x test",
      "npm config edit",
      "npm pkg set scripts.test='rm -rf /' && npm test",
      "npm set-script test 'rm -rf /' && npm test",
    ];
    expect(judgedOtherwise("deny", commands)).toEqual([]);
  });

  it("asks about code that bun takes from its input", () => {
    expect(judgedOtherwise("ask", ["echo 1 | bun run -", "bun - < a.ts"])).toEqual([]);
  });

  it("asks before npm shows all variables", () => {
    expect(judgedOtherwise("ask", ["npm run env"])).toEqual([]);
    expect(judgedOtherwise("allow", ["npm run env:check", "npm run build"])).toEqual([]);
  });
});
