import { describe, expect, test } from "bun:test";
import { type GameQuery, NoAnswer } from "#server/providers/ports/outside.ts";
import { NO_ANSWER_REASONS } from "#shared/constants/games.ts";
import { LIMITS } from "#shared/constants/limits.ts";
import { PROTOCOLS } from "#shared/schemas/community/play.ts";
import type { ServerQuestion } from "#shared/schemas/servers.ts";
import { testApp, withLimits } from "#tests/support/app.ts";
import { CLOSED_PORT, httpServer, LOOPBACK } from "#tests/support/game-servers.ts";
import { appWithPeople, person, refusalOf } from "#tests/support/people.ts";

const READING = {
  serverName: "Snowy Den",
  version: "361.7",
  players: 3,
  maxPlayers: 70,
  map: "Ragnarok",
};
const QUESTION: ServerQuestion = { protocol: "a2s", host: "play.example.com", port: 7777 };

/** A site whose game servers do what is said, and an Admin of it. */
const worldIn = async (ask: GameQuery["ask"]) => {
  const app = await testApp({ overrides: { gameQuery: { canAsk: () => true, ask } } });
  return await person(app, { role: "Admin" });
};

describe("[SITE-10] a server that is asked from the form", () => {
  test("is asked as the form has it, at the usual port unless one is named", async () => {
    const asked: unknown[] = [];
    const admin = await worldIn(async ({ protocol, queryHost, queryPort }) => {
      asked.push([protocol, queryHost, queryPort]);
      return READING;
    });
    const answer = await admin.servers.askNow.mutate(QUESTION);
    expect(answer).toEqual({
      address: "play.example.com:7778",
      tookMs: expect.any(Number),
      reading: { name: "Snowy Den", version: "361.7", players: 3, maxPlayers: 70, map: "Ragnarok" },
      reason: null,
    });
    await admin.servers.askNow.mutate({ ...QUESTION, gameQueryPort: 27_015 });
    await admin.servers.askNow.mutate({ ...QUESTION, gameQueryPort: 27_015, queryPort: 5 });
    const ipv6 = {
      protocol: "minecraft",
      host: "den.example",
      port: 25_565,
      queryHost: "::1",
    } as const;
    expect(await admin.servers.askNow.mutate(ipv6)).toMatchObject({ address: "[::1]:25565" });
    expect(asked).toEqual([
      ["a2s", "play.example.com", 7778],
      ["a2s", "play.example.com", 27_015],
      ["a2s", "play.example.com", 5],
      ["minecraft", "::1", 25_565],
    ]);
  });

  test.each([...NO_ANSWER_REASONS])("says why there is no answer: %s", async (reason) => {
    const admin = await worldIn(() => Promise.reject(new NoAnswer(reason)));
    expect(await admin.servers.askNow.mutate(QUESTION)).toMatchObject({ reading: null, reason });
  });

  test("is really asked, over the protocol of its game", async () => {
    const { admin } = await appWithPeople();
    const seen: string[] = [];
    const { port } = httpServer((request) => {
      seen.push(new URL(request.url).pathname);
      return Response.json({
        Info: { Description: "Green Valley", OnlinePlayers: 2, TotalPlayers: 9, Version: "0.11" },
      });
    });
    const eco = { protocol: "eco", host: LOOPBACK, port: 1, queryPort: port } as const;
    expect((await admin.servers.askNow.mutate(eco)).reading).toEqual({
      name: "Green Valley",
      version: "0.11",
      players: 2,
      maxPlayers: 9,
      map: null,
    });
    expect(seen).toEqual(["/frontpage"]);
    expect(
      await admin.servers.askNow.mutate({ ...eco, protocol: "minecraft", queryPort: CLOSED_PORT }),
    ).toMatchObject({ reading: null, reason: "refused" });
    // Epic's matchmaking is not configured here.
    expect(await admin.servers.askNow.mutate({ ...eco, protocol: "epic" })).toMatchObject({
      reason: "denied",
    });
  });

  test("tells nothing of what is no game server, and follows it nowhere", async () => {
    const { admin } = await appWithPeople();
    const hidden = httpServer(() => Response.json({ secret: "hunter2" }));
    const leading = httpServer(() => Response.redirect(`${hidden.url}/frontpage`));
    for (const { port } of [hidden, leading]) {
      const answer = await admin.servers.askNow.mutate({
        protocol: "eco",
        host: LOOPBACK,
        port: 1,
        queryPort: port,
      });
      expect(answer.reading).toBeNull();
      expect(JSON.stringify(answer)).not.toContain("hunter2");
    }
  });

  test.each([
    ["no protocol of a game", { protocol: "http" }],
    ["a protocol that is not asked", { protocol: "none" }],
    ["an address with a path", { host: "play.example.com/admin" }],
    ["an address with a name and a password", { host: "a:b@play.example.com" }],
    ["a port that is none", { queryPort: 70_000 }],
    ["more than it takes", { path: "/admin" }],
  ])("is not asked with %s", async (_, part) => {
    let asked = 0;
    const admin = await worldIn(async () => {
      asked += 1;
      return READING;
    });
    const [status] = await refusalOf(
      admin.servers.askNow.mutate(Object.assign({}, QUESTION, part)),
    );
    expect([status, asked]).toEqual([400, 0]);
  });

  test("is asked no more often than the limit allows, and by Admins alone", async () => {
    let asked = 0;
    const ask = async () => {
      asked += 1;
      return READING;
    };
    const app = await testApp({
      adjust: withLimits({ serverQuestionsByMember: 2 }),
      overrides: { gameQuery: { canAsk: () => true, ask } },
    });
    const admin = await person(app, { role: "Admin" });
    const other = await person(app, { role: "Admin" });
    const member = await person(app);
    for (let time = 0; time < 2; time += 1) await admin.servers.askNow.mutate(QUESTION);
    expect((await refusalOf(admin.servers.askNow.mutate(QUESTION)))[0]).toBe(429);
    await other.servers.askNow.mutate(QUESTION);
    expect((await refusalOf(member.servers.askNow.mutate(QUESTION)))[0]).toBe(403);
    expect(asked).toBe(3);
    expect(LIMITS.serverQuestionsByMember.max).toBeGreaterThan(PROTOCOLS.length);
  });
});
