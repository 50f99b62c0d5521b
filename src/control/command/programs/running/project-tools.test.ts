import { describe, expect, it } from "vitest";
import { judgedOtherwise } from "../../../../../test/judged-otherwise.ts";

describe("tools of a project", () => {
  it("runs them", () => {
    const commands = [
      "./gradlew test",
      "node_modules/.bin/tsc",
      "./node_modules/.bin/vitest run",
      "tsc --noEmit",
      "vitest run",
      "eslint src --fix",
      "prettier --check .",
      "prettier --write src",
      "jest --coverage",
      "pytest -k foo -x tests",
      "mypy src",
      "ruff check .",
      "black --check src",
      "gofmt -l .",
      "pytest --junitxml=out/report.xml",
      "tsc --outDir dist",
      "eslint -o report.txt src",
      "turbo run build",
      "gofmt -w main.go",
      "./mvnw verify",
      "black src",
      "ruff format .",
      "isort --check .",
      "eslint . --ext .ts,.tsx --max-warnings 0",
      'prettier --write "src/**/*.ts"',
      "tsc -b --watch",
      "vitest run --coverage",
      "jest -t 'foo bar'",
      "pytest tests/test_x.py::test_y -vv",
      "pytest -n 4",
      "coverage report",
      "tox -e py311",
      "tsc -p . --noEmit --pretty false",
      'eslint "src/**/*.ts"',
      "eslint --cache --fix src/a.ts",
      "prettier -c .",
      "jest --runInBand --testPathPattern=foo",
      "mocha --require ts-node/register 'test/**/*.ts'",
      "vite build",
      "webpack --mode production",
      "next build",
      "pytest --cov=src --cov-report=term-missing",
      'pytest -m "not slow"',
      "pytest -p no:cacheprovider",
      "mypy --strict --ignore-missing-imports src",
      "ruff check --fix src",
      "flake8 --max-line-length 100",
      "rustc --version",
      "gofmt -d .",
      "ctest --test-dir build",
      "./gradlew build --no-daemon",
      "vendor/bin/phpunit --filter x",
      "javac -d out src/A.java",
      "clang-format -i src/a.c",
      "vitest bench --run",
      "dot -Tpng a.dot -o a.png",
      "turbo run lint test",
      "npm-run-all lint test",
      "mkdocs build",
      "hugo --minify",
    ];
    expect(judgedOtherwise("allow", commands)).toEqual([]);
  });

  it("asks about what they fetch", () => {
    const commands = ["playwright install", 'vitest run "$x"'];
    expect(judgedOtherwise("ask", commands)).toEqual([]);
  });

  it("refuses to let them write to the system or wait for somebody", () => {
    const commands = [
      "pytest --junitxml=/etc/x",
      "tsc --outDir /etc",
      "pytest --pdb",
      "eslint -o /etc/x .",
      "prettier --write /etc/x",
      "black /etc/x.py",
    ];
    expect(judgedOtherwise("deny", commands)).toEqual([]);
  });

  it("refuses to let them use another program on the way", () => {
    const commands = [
      "rustc -C linker=./x main.rs",
      "rustc -Clinker=./x main.rs",
      "javac -J-javaagent:x.jar A.java",
      "protoc --plugin=protoc-gen-x=./x --x_out=. a.proto",
    ];
    expect(judgedOtherwise("deny", commands)).toEqual([]);
    const others = [
      "rustc -C opt-level=3 main.rs",
      "protoc --go_out=. a.proto",
      "rollup --plugin=typescript",
      "javac -d out A.java",
    ];
    expect(judgedOtherwise("allow", others)).toEqual([]);
  });

  it("asks about settings that stand in the command and are run", () => {
    expect(
      judgedOtherwise("ask", ["tox -x testenv.commands=id", "tox --override=testenv.commands=id"]),
    ).toEqual([]);
    expect(judgedOtherwise("allow", ["tox -e py311"])).toEqual([]);
  });
});
