import { expect, test } from "bun:test";
import { freePort } from "#scripts/free-port.ts";
import { balancer } from "#tests/support/balancer.ts";
import { environment, servingProgram } from "#tests/support/serving.ts";
import { TEST_ENGINE } from "#tests/support/store.ts";

/** Much longer than the balancer takes to notice, on a busy machine too. */
const DRAIN_SECONDS = "3";
const PAUSE_MS = 20;

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
    const over = new AbortController();
    const visitor = async (first: number) => {
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
    const visitors = [0, 1, 2].map(visitor);
    for (const { restart } of instances) {
      await restart();
      await until(2);
    }
    over.abort();
    await Promise.all(visitors);
    expect(failed).toEqual([]);
    expect(asked).toBeGreaterThan(50);
  },
  120_000,
);
