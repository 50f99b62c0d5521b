import { describe, expect, it } from "vitest";
import { judgedOtherwise } from "../../../../../test/judged-otherwise.ts";

describe("builders", () => {
  it("runs rules of the project", () => {
    const commands = [
      "make",
      "make test",
      "make -j4 build",
      "make CC=gcc all",
      "make -C sub test",
      "make -f build.mk",
      "cmake -S . -B build",
      "cmake --build build",
      "mvn test",
      "gradle build",
      "make VERBOSE=1 test",
      "make -j 4 build",
      "make --dry-run",
      "make V=1 PREFIX=build install",
      "cmake -E make_directory build",
      "cmake -E copy a b",
      "gcc -o out main.c -Wall -O2",
      "g++ -std=c++17 -c a.cpp",
      "clang -fsyntax-only a.c",
      "mvn -q -DskipTests package",
      "gradle test --info",
      "make clean && make",
      "make -s",
      "make test V=1",
      "make -n install",
      "cmake -B build -DCMAKE_BUILD_TYPE=Release",
      "cmake --build build -j4",
      "mvn -q test -Dtest=Foo",
      "mvn clean package -DskipTests",
      "gradle tasks",
      "gcc -Wall -Wextra -o prog prog.c -lm",
      "make CC=clang -j4",
      "make PYTHON=python3 test",
    ];
    expect(judgedOtherwise("allow", commands)).toEqual([]);
  });

  it("asks about rules from elsewhere", () => {
    const commands = [
      "make --eval 'x:;id'",
      "mvn exec:exec -Dexec.executable=ls",
      "make -f - < x",
      "make -f /tmp/x.mk",
      "make -C ..",
      "cmake -P /tmp/x.cmake",
      'make "$x"',
    ];
    expect(judgedOtherwise("ask", commands)).toEqual([]);
  });

  it("refuses other programs behind them", () => {
    const commands = [
      "make SHELL=./x",
      "cmake -E rm -rf /",
      "cmake -E remove_directory /",
      "cmake -E env rm -rf /",
      "gcc -wrapper sh,-c,id x.c",
      "gcc -fplugin=./x.so x.c",
      "make SHELL=./x all",
      "make all SHELL:=./x",
      "make 'X=$(shell id)'",
      "gcc -o /usr/bin/x a.c",
      "make RM='sudo rm'",
      "make DESTDIR=/ install",
    ];
    expect(judgedOtherwise("deny", commands)).toEqual([]);
  });

  it("lets compilers look for headers and libraries of the system", () => {
    expect(
      judgedOtherwise("allow", [
        "gcc -I/usr/include/x -L /usr/local/lib -lx a.c -o a",
        "g++ -isystem /usr/include/x a.cpp",
        "cmake -B build -DCMAKE_PREFIX_PATH=/usr/local -DCMAKE_INSTALL_PREFIX=/usr",
        "gcc -fuse-ld=lld a.c",
        "cmake -P scripts/a.cmake",
      ]),
    ).toEqual([]);
    expect(
      judgedOtherwise("deny", [
        "gcc a.c -o /usr/bin/x",
        "gcc -Wl,-plugin,/tmp/x a.c",
        "gcc -fuse-ld=/tmp/x a.c",
        "cmake -B build -DCMAKE_C_COMPILER=/tmp/x",
      ]),
    ).toEqual([]);
    expect(judgedOtherwise("ask", ["cmake -P /dev/stdin < a", "echo x | cmake -P -"])).toEqual([]);
  });
});
