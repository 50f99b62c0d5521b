import { describe, expect, it } from "vitest";
import { judgedOtherwise } from "../../../../../test/judged-otherwise.ts";

describe("containers", () => {
  it("tells a version", () => {
    const commands = ["docker --version", "docker version"];
    expect(judgedOtherwise("allow", commands)).toEqual([]);
  });

  it("asks about the service", () => {
    const commands = [
      "docker ps",
      "docker run alpine ls",
      "docker build .",
      "docker exec c ls",
      "docker build -t x .",
      "docker run alpine ls -t",
    ];
    expect(judgedOtherwise("ask", commands)).toEqual([]);
  });

  it("refuses to hand the machine to a container", () => {
    const commands = [
      "docker run --privileged alpine",
      "docker run -v /:/host alpine",
      "docker run -v /var/run/docker.sock:/s x",
      "docker run --pid=host x",
      "docker run -it --privileged x",
      "docker run --cap-add=ALL x",
      "docker run --mount type=bind,source=/,target=/h x",
      "podman run -v /etc:/e x",
      "docker run --net=host --pid host x",
      "docker exec -it web sh",
      "docker run --name x --tty alpine",
    ];
    expect(judgedOtherwise("deny", commands)).toEqual([]);
  });
});
