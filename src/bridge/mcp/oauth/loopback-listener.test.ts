import { request } from "node:http";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { type LoopbackListener, openLoopbackListener } from "./loopback-listener.ts";

const NEVER = new AbortController().signal;

let listener: LoopbackListener;

beforeEach(async () => {
  listener = await openLoopbackListener();
});

afterEach(() => listener.close());

describe("the listener for a browser that comes back", () => {
  it("hands on what belongs to its sign-in, and answers when that is settled", async () => {
    const coming = listener.callback("s1", NEVER);
    const page = fetch(`${listener.redirectUrl}?code=a%20b&state=s1&iss=https%3A%2F%2Fa.example`);
    const { params, reply } = await coming;
    expect(Object.fromEntries(params)).toEqual({ code: "a b", state: "s1", iss: "https://a.example" });
    await reply(true);
    const answer = await page;
    expect(answer.status).toBe(200);
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      "content-security-policy": "default-src 'none'",
      "cache-control": "no-store",
      "referrer-policy": "no-referrer",
    });
    expect(await answer.text()).toContain("You are signed in");
  });

  it("does not wait for a browser that is gone", async () => {
    const coming = listener.callback("s1", NEVER);
    const leave = new AbortController();
    const page = fetch(`${listener.redirectUrl}?code=a&state=s1`, { signal: leave.signal }).catch(
      () => "left",
    );
    const { reply } = await coming;
    leave.abort();
    expect(await page).toBe("left");
    await new Promise((resolve) => setTimeout(resolve, 20));
    await reply(true);
  });

  it("is there for one answer, and for nobody before it is asked", async () => {
    expect((await fetch(`${listener.redirectUrl}?code=a&state=`)).status).toBe(400);
    const coming = listener.callback("s1", NEVER);
    const page = fetch(`${listener.redirectUrl}?code=a&state=s1`);
    const { reply } = await coming;
    expect((await fetch(`${listener.redirectUrl}?code=b&state=s1`)).status).toBe(400);
    await reply(false);
    expect((await page).status).toBe(403);
    expect(listener.strangers()).toBe(2);
  });

  it.each(["?code=a&state=s2", "?code=a", "?code=a&state=s1&state=s1", "?code=a&code=b&state=s1", "?"])(
    "turns %s away and repeats nothing of it",
    async (query) => {
      const coming = listener.callback("s1", NEVER);
      const page = await fetch(`${listener.redirectUrl}${query}&x=<script>`);
      expect(page.status).toBe(400);
      expect(await page.text()).not.toContain("script");
      void fetch(`${listener.redirectUrl}?code=a&state=s1`).catch(() => {});
      expect((await coming).params.get("code")).toBe("a");
    },
  );

  it("knows one address by one name, and one way to ask", async () => {
    const { port } = new URL(listener.redirectUrl);
    void listener.callback("s1", NEVER);
    const ask = (path: string, options: object = {}) =>
      new Promise<number | undefined>((resolve, reject) => {
        request({ host: "127.0.0.1", port, path, ...options }, (response) => {
          response.resume();
          resolve(response.statusCode);
        })
          .on("error", reject)
          .end();
      });
    expect(await ask("/callback?state=s1&code=a", { headers: { host: `evil.example:${port}` } })).toBe(404);
    expect(await ask("/callback?state=s1&code=a", { method: "POST" })).toBe(404);
    expect(await ask("/other?state=s1&code=a")).toBe(404);
    expect(await ask(`http://evil.example/callback?state=s1&code=a`)).toBe(404);
  });

  it("stops waiting when it is told to, with the reason", async () => {
    const stop = new AbortController();
    const coming = listener.callback("s1", stop.signal);
    stop.abort(new Error("enough"));
    await expect(coming).rejects.toThrow("enough");
    await expect(listener.callback("s1", stop.signal)).rejects.toThrow("enough");
  });

  it("takes the port that was registered, or says that it is taken", async () => {
    const port = Number(new URL(listener.redirectUrl).port);
    await expect(openLoopbackListener(port)).rejects.toMatchObject({
      code: "unavailable",
      message: expect.stringContaining(`Port ${port}`),
    });
    await listener.close();
    await listener.close();
    listener = await openLoopbackListener(port);
    expect(listener.redirectUrl).toBe(`http://127.0.0.1:${port}/callback`);
  });
});
