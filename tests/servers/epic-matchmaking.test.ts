import { expect, test } from "bun:test";
import {
  createMatchmaking,
  type ListedServer,
  MATCHMAKING_ACCESS,
  sessionOf,
} from "#sandbox/game-servers/game-servers.ts";
import { createEpicMatchmaking } from "#server/providers/game-query/epic-matchmaking.ts";
import { createGameQuery } from "#server/providers/game-query/game-query.ts";
import { gameServer, httpServer } from "#tests/support/game-servers.ts";

const listed = (
  port: number,
  serverInfo: Partial<ListedServer["serverInfo"]> = {},
): ListedServer => ({
  address: "203.0.113.7",
  port,
  serverInfo: {
    title: "ARK: Survival Ascended",
    serverName: `Den ${port}`,
    version: "83.21",
    map: "TheIsland_WP",
    players: 11,
    maxPlayers: 60,
    mode: "ok",
    ...serverInfo,
  },
});
const SERVERS = [listed(7777), listed(7778), listed(17_777)];

type Behaviour = { before?: (path: string, request: Request) => Response | undefined };

/** The imitated service, a client of it with a clock of its own, and what was asked. */
const matchmaking = ({ before }: Behaviour = {}) => {
  const calls: string[] = [];
  const service = createMatchmaking(() => SERVERS);
  const { url } = httpServer(async (request) => {
    const path = new URL(request.url).pathname;
    calls.push(path.includes("token") ? "token" : "filter");
    return (
      before?.(path, request) ??
      (await service.handle(request, path)) ??
      new Response("", { status: 404 })
    );
  });
  let nowMs = 0;
  const ask = createEpicMatchmaking({ base: url, ...MATCHMAKING_ACCESS }, () => nowMs);
  const reasonOf = async (port: number) =>
    ask("203.0.113.7", port).then(
      () => "answered",
      (error: { reason: string }) => error.reason,
    );
  return { ask, reasonOf, calls, service, advance: (ms: number) => (nowMs += ms), url };
};

/** An answer to the filter, whatever was asked for. */
const filterAnswers = (sessions: unknown): Behaviour => ({
  before: (path) => (path.includes("filter") ? Response.json({ sessions }) : undefined),
});

test("a session is found by its bound port and read", async () => {
  const { ask } = matchmaking();
  expect(await ask("203.0.113.7", 7777)).toEqual({
    serverName: "Den 7777",
    version: "83.21",
    map: "TheIsland_WP",
    players: 11,
    maxPlayers: 60,
  });
  expect((await ask("203.0.113.7", 17_777)).serverName).toBe("Den 17777");
});

test("a server that the service does not list is not online", async () => {
  const { reasonOf } = matchmaking();
  expect(await reasonOf(777)).toBe("unlisted");
});

test("all servers of an address share one question, together and within a round", async () => {
  const { ask, calls } = matchmaking();
  await Promise.all([7777, 7778, 17_777, 7777].map((port) => ask("203.0.113.7", port)));
  await ask("203.0.113.7", 7778);
  expect(calls).toEqual(["token", "filter"]);
});

test("the next round asks again, with the same token", async () => {
  const { ask, calls, advance } = matchmaking();
  await ask("203.0.113.7", 7777);
  advance(15_000);
  await ask("203.0.113.7", 7777);
  expect(calls).toEqual(["token", "filter", "filter"]);
});

test("a token is renewed a minute before it ends", async () => {
  const { ask, calls, advance } = matchmaking();
  await ask("203.0.113.7", 7777);
  advance(3_539_000);
  await ask("203.0.113.7", 7777);
  advance(10_000);
  await ask("203.0.113.7", 7777);
  expect(calls).toEqual(["token", "filter", "filter", "token", "filter"]);
});

test("a token that is refused is renewed once, and the question asked again", async () => {
  const { ask, calls, advance, service } = matchmaking();
  await ask("203.0.113.7", 7777);
  service.revokeTokens();
  advance(15_000);
  expect((await ask("203.0.113.7", 7777)).players).toBe(11);
  expect(calls).toEqual(["token", "filter", "filter", "token", "filter"]);
});

test("a service that refuses every token is asked twice, not for ever", async () => {
  const { reasonOf, calls } = matchmaking({
    before: (path) => (path.includes("filter") ? new Response("", { status: 401 }) : undefined),
  });
  expect(await reasonOf(7777)).toBe("denied");
  expect(calls).toEqual(["token", "filter", "token", "filter"]);
});

test("wrong credentials are told as such, and one failure serves all servers of the round", async () => {
  const { reasonOf, calls } = matchmaking({ before: () => new Response("", { status: 401 }) });
  expect(await Promise.all([reasonOf(7777), reasonOf(7778)])).toEqual(["denied", "denied"]);
  expect(await reasonOf(7777)).toBe("denied");
  expect(calls).toEqual(["token"]);
});

test.each([
  ["an error", () => new Response("", { status: 503 }), "failed"],
  ["no JSON", () => new Response("<html>"), "malformed"],
  ["another shape", () => Response.json({ sessions: "none" }), "malformed"],
  ["a redirect", () => Response.redirect("http://127.0.0.1:1/", 307), "failed"],
  ["3 MB", () => Response.json({ sessions: [], padding: "x".repeat(3_000_000) }), "malformed"],
])("a list that is %s is no answer", async (_, respond, reason) => {
  const { reasonOf } = matchmaking({
    before: (path) => (path.includes("filter") ? respond() : undefined),
  });
  expect(await reasonOf(7777)).toBe(reason);
});

test("a broken session spoils itself only", async () => {
  const good = sessionOf(listed(7777));
  const { reasonOf } = matchmaking(
    filterAnswers([
      null,
      4,
      { totalPlayers: 3 },
      sessionOf(listed(7778, { mode: "garbage" })),
      good,
    ]),
  );
  expect(await reasonOf(7777)).toBe("answered");
  expect(await reasonOf(7778)).toBe("unlisted");
});

test("the session's own name stands in where there is no custom one; without any it is no answer", async () => {
  const named = sessionOf(listed(7777));
  const nameless = sessionOf(listed(7778));
  named.attributes.CUSTOMSERVERNAME_s = "";
  nameless.attributes.CUSTOMSERVERNAME_s = "\u202e";
  const { ask, reasonOf } = matchmaking(filterAnswers([named, nameless]));
  expect((await ask("203.0.113.7", 7777)).serverName).toBe("Den 7777 - (v83.21)");
  expect(await reasonOf(7778)).toBe("malformed");
});

test("a host name is resolved first: the service knows addresses", async () => {
  const { url } = matchmaking();
  const query = createGameQuery(
    { base: url, ...MATCHMAKING_ACCESS },
    { find: async () => ({ address: "203.0.113.7", family: 4 }) },
  );
  const server = gameServer({ protocol: "epic", host: "asa.lynxden.example", port: 7778 });
  expect((await query.ask(server, AbortSignal.timeout(1000))).serverName).toBe("Den 7778");
});

test("Ark:SA cannot be asked where the matchmaking is not configured; Palworld never is", () => {
  expect(createGameQuery(null).canAsk("epic")).toBe(false);
  const configured = createGameQuery({ base: "http://127.0.0.1:1", ...MATCHMAKING_ACCESS });
  expect(configured.canAsk("epic")).toBe(true);
  expect(configured.canAsk("none")).toBe(false);
});
