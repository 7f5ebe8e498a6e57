import { expect, test } from "bun:test";
import { checkGameServers } from "#server/modules/health-checks/checks.ts";
import { type GameQuery, NoAnswer } from "#server/providers/ports/outside.ts";
import { HEALTH } from "#shared/health-messages.ts";
import { testConfig } from "#tests/support/app.ts";
import { communityWith } from "#tests/support/community.ts";
import { patientTimer } from "#tests/support/timer.ts";

/** Two game servers, of which the first misses so many questions. */
const lossy = (misses: number) => {
  const asked: string[] = [];
  const gameQuery: GameQuery = {
    canAsk: () => true,
    ask: async ({ key }) => {
      asked.push(key);
      if (key === "a" && asked.filter((one) => one === key).length <= misses)
        throw new NoAnswer("silent");
      return { serverName: key, version: "1", players: 0, maxPlayers: 10 };
    },
  };
  return { asked, gameQuery };
};

const check = async (gameQuery: GameQuery) => {
  const at = { game: "ark-se", host: "192.0.2.7", port: 7777, query_port: 27_015 };
  const community = communityWith([
    { ...at, key: "a", name: "Alpha" },
    { ...at, key: "b", name: "Beta", query_host: "2001:db8::1" },
  ]);
  const config = { ...(await testConfig()), community };
  return checkGameServers(config, gameQuery, new AbortController().signal, patientTimer);
};

test("a server that has missed one question is asked once more, and it alone", async () => {
  const { asked, gameQuery } = lossy(1);
  expect(await check(gameQuery)).toEqual({ state: "ok", message: HEALTH.serversAnswer(2, 2) });
  expect(asked.toSorted()).toEqual(["a", "a", "b"]);
});

test("one that misses both is named with its address and why", async () => {
  const { asked, gameQuery } = lossy(2);
  expect(await check(gameQuery)).toEqual({
    state: "warn",
    message: ["1 of 2 answer.", "Alpha (192.0.2.7:27015): it is silent", HEALTH.serverAdvice].join(
      "\n",
    ),
  });
  expect(asked).toHaveLength(3);
});

test("where nobody can be asked there is nothing to say", async () => {
  const { gameQuery } = lossy(0);
  expect(await check({ ...gameQuery, canAsk: () => false })).toEqual({
    state: "ok",
    message: HEALTH.noServers,
  });
  const silent: GameQuery = {
    canAsk: () => true,
    ask: () => Promise.reject(new NoAnswer("unresolved")),
  };
  expect((await check(silent)).message).toContain(
    "Beta ([2001:db8::1]:27015): its host name has no address",
  );
});
