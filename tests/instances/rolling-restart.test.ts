import { expect, test } from "bun:test";
import { freePort } from "#scripts/free-port.ts";
import { createAuth } from "#server/auth/auth.ts";
import { systemClock } from "#server/core/clock.ts";
import { openStore } from "#server/store/open.ts";
import { balancer } from "#tests/support/balancer.ts";
import { afterThisTest } from "#tests/support/cleanup.ts";
import { FRONTS, SITE_HOST, startNginx } from "#tests/support/fronts.ts";
import { long } from "#tests/support/long.ts";
import { environment, servingProgram } from "#tests/support/serving.ts";
import { signedIn } from "#tests/support/sign-in.ts";
import { silentLog, TEST_ENGINE } from "#tests/support/store.ts";
import { addTicket, linkDiscord } from "#tests/support/tickets.ts";

const PAUSE_MS = 20;
/** So many that an instance always has just been connected to when it ends. */
const BROWSERS = 20;
const WRITERS = 4;
/** How often each of the two is restarted; `bun run soak` says more. */
const ROUNDS = Number(process.env["ROLLING_RESTARTS"] ?? 1);
const LIMIT_MS = 120_000 * ROUNDS;

/** An instance that always comes back at the same port. */
const instance = async (env: Readonly<Record<string, string>>) => {
  const port = String(await freePort());
  const start = () => servingProgram({ ...env, PORT: port });
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

/** Somebody who writes on their ticket. @returns how they write, and how many messages all have written. */
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
    write: (url: string, more: Readonly<Record<string, string>>) =>
      fetch(`${url}/api/message`, {
        method: "POST",
        headers: { ...headers, ...more, "content-type": "application/json" },
        tls: { rejectUnauthorized: false },
        body: JSON.stringify({ messageGroupId: ticketId, content: "Hello" }),
      }),
    written: async () => (await store.read.select().from(store.tables.messages)).length,
  };
};

/** What is posted is never sent twice by a proxy that tries again, whatever becomes of it. */
const ASKED = [
  "GET /api/server/eco",
  "POST /api/nowhere",
  "GET /",
  "POST /api/nowhere",
  "GET /api/openapi.json",
  "POST /api/nowhere",
  "GET /api/Auth/me",
  "POST /api/nowhere",
  "GET /assets/older.js",
];
/** Nobody is signed in, and there is no older build: both take a look into the database. */
const STATUSES = new Set([200, 401, 404]);

type Instance = Awaited<ReturnType<typeof instance>>;

/** What people's requests go through. */
type Front = {
  url: string;
  headers: Readonly<Record<string, string>>;
  untilBothServe: () => Promise<void>;
};

const behindBalancer = async (instances: readonly Instance[]): Promise<Front> => {
  const { url, until } = balancer(instances.map((one) => one.url));
  return { url, headers: {}, untilBothServe: () => until(2) };
};

/** It asks no instance how it is: where one does not take a request, the other is asked. */
const behindNginx = async (instances: readonly Instance[]): Promise<Front> => {
  const front = await startNginx(
    NGINX ?? "",
    instances.map(({ url }) => Number(new URL(url).port)),
  );
  return {
    url: `https://127.0.0.1:${front.httpsPort}`,
    headers: { host: SITE_HOST },
    untilBothServe: () => Promise.resolve(),
  };
};

const NGINX = FRONTS.find(({ name }) => name === "nginx")?.program ?? null;

const WAYS = [
  {
    name: "a balancer that asks for readiness and never tries twice",
    start: behindBalancer,
    // Much longer than it takes to notice, on a busy machine too.
    drainSeconds: 3,
    isHere: true,
  },
  {
    name: "nginx as it is delivered",
    start: behindNginx,
    // It does not ask: all that matters is how an instance ends after it.
    drainSeconds: 1,
    isHere: NGINX !== null,
  },
] as const;

for (const { name, start, drainSeconds, isHere } of WAYS)
  (TEST_ENGINE === "sqlite" || !isHere ? test.skip : long)(
    `two instances behind ${name} are restarted one after the other, and no request fails`,
    async () => {
      const env = {
        ...(await environment()),
        TRUSTED_PROXIES: "127.0.0.1",
        DRAIN_SECONDS: String(drainSeconds),
      };
      const instances = [await instance(env), await instance(env)];
      const { url, headers, untilBothServe } = await start(instances);
      await untilBothServe();

      const failed: string[] = [];
      let asked = 0;
      let acknowledged = 0;
      const writers = await Promise.all(Array.from({ length: WRITERS }, () => writer(env)));
      const writing = async ({ write }: (typeof writers)[number]) => {
        while (!over.signal.aborted) {
          const answer = await write(url, headers);
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
          const [method, path] = (ASKED[step % ASKED.length] ?? "GET /").split(" ");
          const answer = await fetch(url + path, {
            method: method ?? "GET",
            headers: { ...headers, authorization: "Bearer a.b.c" },
            tls: { rejectUnauthorized: false },
          });
          const text = await answer.text();
          asked += 1;
          if (!STATUSES.has(answer.status))
            failed.push(`${answer.status} ${method} ${path} ${text}`);
          await Bun.sleep(PAUSE_MS);
        }
      };
      const browsing = Array.from({ length: BROWSERS }, (_, first) => browser(first));
      const people = [...browsing, ...writers.map(writing)];
      for (let round = 0; round < ROUNDS; round += 1)
        for (const { restart } of instances) {
          await restart();
          await untilBothServe();
        }
      over.abort();
      await Promise.all(people);
      expect(failed).toEqual([]);
      expect(asked).toBeGreaterThan(50);
      expect(await writers[0]?.written()).toBe(acknowledged);
      console.log(`${2 * ROUNDS} restarts, ${asked} requests, ${failed.length} failed`);
    },
    LIMIT_MS,
  );
