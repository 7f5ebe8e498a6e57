import { expect, test } from "bun:test";
import { freePort } from "#scripts/free-port.ts";
import { createAuth } from "#server/auth/auth.ts";
import { systemClock } from "#server/core/clock.ts";
import { openStore } from "#server/store/open.ts";
import { balancer } from "#tests/support/balancer.ts";
import { afterThisTest } from "#tests/support/cleanup.ts";
import { environment, servingProgram } from "#tests/support/serving.ts";
import { signedIn } from "#tests/support/sign-in.ts";
import { silentLog, TEST_ENGINE } from "#tests/support/store.ts";
import { addTicket, linkDiscord } from "#tests/support/tickets.ts";

/** Much longer than the balancer takes to notice, on a busy machine too. */
const DRAIN_SECONDS = "3";
const PAUSE_MS = 20;
/** How often each of the two is restarted; `bun run soak` says more. */
const ROUNDS = Number(process.env["ROLLING_RESTARTS"] ?? 1);
const LIMIT_MS = 120_000 * ROUNDS;

/** An instance that always comes back at the same port. */
const instance = async (env: Readonly<Record<string, string>>) => {
  const port = String(await freePort());
  const start = () => servingProgram({ ...env, PORT: port, DRAIN_SECONDS });
  let running = await start();
  return {
    url: `http://127.0.0.1:${port}`,
    restart: async () => {
      running.child.kill("SIGTERM");
      expect(await running.child.exited).toBe(0);
      running = await start();
    },
  };
};

/** Somebody who writes on their ticket. @returns one message, and how many are there. */
const writer = async (env: Readonly<Record<string, string>>) => {
  const store = await openStore({
    databaseUrl: env["DATABASE_URL"] ?? "",
    dataDir: env["DATA_DIR"] ?? "",
    log: silentLog,
    clock: systemClock,
  });
  const auth = await createAuth({ config: { sessionSecret: null }, store, clock: systemClock });
  const deps = { store, auth, clock: systemClock };
  const { userId, headers } = await signedIn({ deps });
  await linkDiscord(deps, userId);
  const ticketId = await addTicket(deps, { people: [userId] });
  afterThisTest(() => store.close());
  return {
    write: (url: string) =>
      fetch(`${url}/api/message`, {
        method: "POST",
        headers: { ...headers, "content-type": "application/json" },
        body: JSON.stringify({ messageGroupId: ticketId, content: "Hello" }),
      }),
    written: async () => (await store.read.select().from(store.tables.messages)).length,
  };
};

const PATHS = ["/api/server/eco", "/", "/api/openapi.json", "/api/Auth/me", "/assets/older.js"];
/** Nobody is signed in, and there is no older build: both take a look into the database. */
const STATUSES = new Set([200, 401, 404]);

test.skipIf(TEST_ENGINE === "sqlite")(
  "two instances behind a balancer that never tries twice are restarted one after the other, and no request fails",
  async () => {
    const env = await environment();
    const instances = [await instance(env), await instance(env)];
    const { url, until } = balancer(instances.map((one) => one.url));
    await until(2);

    const failed: string[] = [];
    let asked = 0;
    let acknowledged = 0;
    const { write, written } = await writer(env);
    const writing = async () => {
      while (!over.signal.aborted) {
        const answer = await write(url);
        asked += 1;
        if (answer.ok) acknowledged += 1;
        else failed.push(`${answer.status} ${await answer.text()}`);
        // Thirty messages a minute are allowed.
        await Bun.sleep(2500);
      }
    };
    const over = new AbortController();
    const browser = async (first: number) => {
      for (let step = first; !over.signal.aborted; step += 1) {
        const path = PATHS[step % PATHS.length] ?? "/";
        const answer = await fetch(url + path, {
          headers: { authorization: "Bearer a.b.c" },
        });
        const text = await answer.text();
        asked += 1;
        if (!STATUSES.has(answer.status)) failed.push(`${answer.status} ${path} ${text}`);
        await Bun.sleep(PAUSE_MS);
      }
    };
    const people = [...[0, 1, 2].map(browser), writing()];
    for (let round = 0; round < ROUNDS; round += 1)
      for (const { restart } of instances) {
        await restart();
        await until(2);
      }
    over.abort();
    await Promise.all(people);
    expect(failed).toEqual([]);
    expect(asked).toBeGreaterThan(50);
    expect(await written()).toBe(acknowledged);
    console.log(`${2 * ROUNDS} restarts, ${asked} requests, ${failed.length} failed`);
  },
  LIMIT_MS,
);
