import { resolve } from "node:path";
import { describe, expect, it } from "vitest";
import { pathFrom } from "./path-from.ts";

const FOLDERS = ["/", "/ws", "/ws/", "/ws/../x", "/ws//a", "/ws/.hidden", "/a b/c", "relative"];
const TEXTS = "a a/b a/ ./a ../a a/../b a//b .a a/.b a.b a/b.c / /a /a/ /a/../b //a . .. ~ *.ts -x a/. a/..";

describe("a path in a folder", () => {
  it("is what resolving gives, however it is found", () => {
    for (const folder of FOLDERS) {
      for (const text of ["", ...TEXTS.split(" ")]) {
        expect(`${folder} ${text} ${pathFrom(folder, text)}`).toBe(
          `${folder} ${text} ${resolve(folder, text)}`,
        );
      }
    }
  });
});
