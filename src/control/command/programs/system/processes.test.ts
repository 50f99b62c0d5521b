import { describe, expect, it } from "vitest";
import { judgedOtherwise } from "../../../../../test/judged-otherwise.ts";

describe("programs about processes", () => {
  it("looks at processes and ends its own jobs", () => {
    const commands = [
      "ps aux",
      "ps -ef | grep node",
      "kill %1",
      "kill $!",
      "pgrep -f node",
      "kill -0 123",
      "ps -o pid,comm -p 1",
      "ps -eo pid,etime",
      "ps -p 1 -o comm=",
      "ps axo pid,ppid,cmd",
      "ps -u user",
      "ps aux --sort=-%mem",
      "kill -l",
      "kill -0 $!",
      "ps aux | grep node | grep -v grep",
      "ps -ef --forest",
      "pgrep -fl node",
      "ps -fu me",
      "ps -C node -o pid=",
    ];
    expect(judgedOtherwise("allow", commands)).toEqual([]);
  });

  it("asks before a process is ended", () => {
    const commands = ["kill 1234", "pkill node", "killall node", "kill $PID"];
    expect(judgedOtherwise("ask", commands)).toEqual([]);
  });

  it("refuses to end everything or to show the environment of others", () => {
    const commands = [
      "kill -9 -1",
      "kill -- -1",
      "kill -KILL -1",
      "kill -s KILL -1",
      "kill -9 1",
      "killall5",
      "pkill -u root",
      "pkill .",
      "killall -u user",
      "ps auxe",
      "ps e",
      "ps eww -p 1",
      "kill -TERM -1",
      "kill -n 9 -1",
      "kill -SIGKILL -- -1",
      "kill -15 1",
      "kill 1",
      "pkill -9 .",
      "pkill -f .",
      "pkill -f '.*'",
      "killall -9 -u me",
      "ps axe",
      "ps -E",
      "ps aux e",
      "ps eaf",
      "ps e -u root",
      "pkill -u root -l",
    ];
    expect(judgedOtherwise("deny", commands)).toEqual([]);
  });

  it("lets a job be ended that the shell has kept the number of", () => {
    expect(
      judgedOtherwise("allow", [
        "node s.js & PID=$!; sleep 1; kill $PID",
        'node s.js & p=$!; kill -9 "$p"; wait $p',
        'node s.js & kill "${!}"',
      ]),
    ).toEqual([]);
    expect(judgedOtherwise("ask", ["kill $PID", "x=$$; kill $x"])).toEqual([]);
  });
});
