import { expect, test } from "bun:test";
import { createProbe } from "#server/providers/trials/trials.ts";
import { movableClock } from "#tests/support/clock.ts";
import { httpServer, tcpServer } from "#tests/support/game-servers.ts";

const AT = "2026-03-01T12:00:00.000Z";
const clock = movableClock(AT);
const probe = createProbe(clock);

/** Answers with this status and date. */
const serverOf = (status: number, headers: Record<string, string> = {}) =>
  httpServer(() => new Response("x".repeat(100_000), { status, headers })).url;

test.each([200, 204, 307, 401, 404, 405, 429])("an answer of %d is one", async (status) => {
  expect((await probe(serverOf(status))).failure).toBeNull();
});

test.each([500, 503])("an answer of %d is a failure", async (status) => {
  expect((await probe(serverOf(status))).failure).toBe("status");
});

test("nobody goes where a redirect leads", async () => {
  const asked: string[] = [];
  const { url } = httpServer((request) => {
    asked.push(new URL(request.url).pathname);
    return new Response(null, { status: 302, headers: { location: "/elsewhere" } });
  });
  await probe(`${url}/here`);
  expect(asked).toEqual(["/here"]);
});

test("what cannot be reached, hangs up or is silent is told in a word, and never thrown", async () => {
  expect(await probe("http://127.0.0.1:1")).toEqual({ failure: "unreachable", aheadMs: null });
  const rude = await tcpServer((socket) => void socket.end());
  expect((await probe(`http://127.0.0.1:${rude.port}`)).failure).toBe("unreachable");
  const silent = await tcpServer(() => {});
  const impatient = createProbe(clock, 50);
  expect(await impatient(`http://127.0.0.1:${silent.port}`)).toEqual({
    failure: "timeout",
    aheadMs: null,
  });
});

test("the answer's date tells how far our clock is ahead, also where it is an error", async () => {
  const date = new Date(new Date(AT).getTime() - 600_000).toUTCString();
  for (const status of [200, 404, 503]) {
    const { aheadMs } = await probe(serverOf(status, { date }));
    expect(aheadMs).toBeLessThanOrEqual(600_000);
    expect(aheadMs).toBeGreaterThan(597_000);
  }
});

test("a date that is none, or of an answer that was kept, counts for nothing", async () => {
  const misdated: readonly Record<string, string>[] = [{ date: "yesterday" }, { age: "7200" }];
  for (const headers of misdated) expect((await probe(serverOf(200, headers))).aheadMs).toBeNull();
});
