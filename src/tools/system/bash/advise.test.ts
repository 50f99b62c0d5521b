import { describe, expect, it } from "vitest";
import { advise } from "./advise.ts";

const ENDED = { stdout: "", stderr: "", code: 0 };

describe("advice", () => {
  it.each([
    "npm run dev",
    "npm start",
    "pnpm dev",
    "yarn run start:server",
    "cd app && npm run watch",
    "PORT=1 npx vite --host",
    "vite",
    "npx next dev",
    "python3 -m http.server 8000",
    "python manage.py runserver",
    "flask run",
    "uvicorn main:app",
    "tail -f log",
    "tail -n 5 -F log",
    "tail -n5f log | grep x",
    "watch ls",
    "docker compose up",
    "tsc --watch",
    "tsc -p . -w",
    "journalctl -u x -f",
    "php -S localhost:8000",
    "rails s",
  ])("sends %s to process", (command) => {
    expect(advise(command, ENDED)).toEqual([expect.stringContaining("start it with process")]);
  });

  it.each([
    "npm run build",
    "npm run devtools-check",
    "npm test",
    "npx vite build",
    "tail -n 5 file",
    "tail file-f",
    "timeout 5 tail -f log",
    "tail -f log &",
    "echo npm run dev",
    "grep 'npm run dev' README.md",
    "docker compose up -d",
    "tsc -p tsconfig.json",
    "python -m pytest",
    "git log --watch",
    "jest --watch=false",
    "sleep 2",
    "sleep 60 && ls",
    "cd sub && ls",
  ])("has nothing to say about %s", (command) => {
    expect(advise(command, ENDED)).toEqual([]);
  });

  it.each(["sleep 30", "sleep 1m", "sleep 3 3", "sleep infinity"])("would rather not %s", (command) => {
    expect(advise(command, ENDED)).toEqual([expect.stringContaining("poll")]);
  });

  it("tells what could not be ended from what was", () => {
    expect(advise("make", { ...ENDED, leftRunning: 3, survivors: 1 })).toEqual([
      "1 of its processes could not be ended and may still run.",
      expect.stringContaining("2 background processes were still running"),
    ]);
  });
});
