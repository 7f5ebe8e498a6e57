import { describe, expect, test } from "bun:test";
import { join, resolve } from "node:path";
import { queueDelivery } from "#server/modules/bridge/index.ts";
import { bridgedDen, STEAM_ID } from "#tests/support/bridge.ts";
import { afterThisTest } from "#tests/support/cleanup.ts";
import { systemIn } from "#tests/support/context.ts";
import { startProgram } from "#tests/support/processes.ts";
import { testFolder } from "#tests/support/store.ts";

const SAMPLE = resolve(import.meta.dir, "../../docs/guide/sample-plugin.ts");

type Line = { event: string; [field: string]: unknown };

const linesOf = (text: string) =>
  text
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line) as Line);

/** A community whose member plays by Steam, on a socket, and the sample plugin of one of its servers. */
const setUp = async (isAnswered: (path: string) => boolean = () => true) => {
  const world = await bridgedDen();
  const { app, plugin } = world;
  const server = Bun.serve({
    hostname: "127.0.0.1",
    port: 0,
    idleTimeout: 0,
    fetch: async (request) => {
      const { pathname, search } = new URL(request.url);
      const { method, headers } = request;
      const body = method === "GET" ? undefined : await request.text();
      const answer = await app.request(pathname + search, { method, headers, body });
      return isAnswered(pathname) ? answer : new Promise<Response>(() => {});
    },
  });
  afterThisTest(() => server.stop(true));
  const STATE_FILE = join(await testFolder(), "plugin.json");
  const env = { SITE_URL: server.url.origin, BRIDGE_KEY: plugin.key, GAME: "ark-se", STATE_FILE };
  const start = (lines: readonly string[]) => {
    const child = startProgram(SAMPLE, [], env);
    void child.stdin.write(`${lines.join("\n")}\n`);
    void child.stdin.flush();
    return child;
  };
  /** What it says until its game server has ended and everything is answered. */
  const run = async (lines: readonly string[]) => {
    const child = start(lines);
    await child.stdin.end();
    const [output, exitCode] = await Promise.all([new Response(child.stdout).text(), child.exited]);
    return { said: linesOf(output), exitCode };
  };
  return { ...world, start, run };
};

describe("the sample plugin of the guide", () => {
  test("is short enough to be read", async () => {
    expect((await Bun.file(SAMPLE).text()).split("\n").length - 1).toBeLessThan(150);
  });

  test("reports who plays, gives and takes points, passes votes on, and hands out what was bought", async () => {
    const { run, member, store, clock, entries } = await setUp();
    await systemIn(store, clock).write((tx) =>
      queueDelivery(tx, {
        userId: member.id,
        game: "ark-se",
        payload: { item: "Starter kit" },
        reference: "order:1",
      }),
    );
    const { said, exitCode } = await run([
      `join steam ${STEAM_ID}`,
      "join steam 76561198000000002",
      "leave steam 76561198000000002",
      "report",
      `earn steam ${STEAM_ID} 40 Won the race`,
      `spend steam ${STEAM_ID} 15 A saddle`,
      `spend steam ${STEAM_ID} 4000 A castle`,
      `vote ${STEAM_ID} votes.example`,
      "deliver",
      "deliver",
      "dance",
    ]);
    expect(exitCode).toBe(0);
    const of = (event: string) => said.filter((line) => line.event === event);
    expect(of("reported")).toMatchObject([{ status: 200, accepted: 1, refused: [] }]);
    expect(of("earn")).toMatchObject([{ status: 200, delta: 40, isRepeat: false }]);
    expect(of("spend")).toMatchObject([
      { status: 200, delta: -15 },
      { status: 409, code: "not_enough_points" },
    ]);
    expect(of("vote")).toMatchObject([{ status: 200, state: "credited" }]);
    expect(of("deliver")).toMatchObject([
      {
        payload: { item: "Starter kit" },
        players: [{ platform: "steam", playerId: STEAM_ID }],
      },
    ]);
    expect(of("unknown")).toEqual([{ event: "unknown", line: "dance" }]);
    expect((await entries()).map(({ delta, reason }) => [delta, reason]).slice(0, 2)).toEqual([
      [40, "Won the race"],
      [-15, "A saddle"],
    ]);
    const { deliveries: t } = store.tables;
    expect(await store.read.select({ isDone: t.isDone }).from(t)).toEqual([{ isDone: true }]);
  });

  test("credits once what it had asked for when it was killed, and hands nothing out twice", async () => {
    const silent = new Set(["/api/bridge/earn", "/api/bridge/deliveries/acknowledge"]);
    const waited = new Set(silent);
    const areDone = Promise.withResolvers<void>();
    const { start, run, member, store, clock, entries } = await setUp((path) => {
      waited.delete(path);
      if (waited.size === 0) areDone.resolve();
      return !silent.has(path);
    });
    await systemIn(store, clock).write((tx) =>
      queueDelivery(tx, {
        userId: member.id,
        game: "ark-se",
        payload: { item: "Starter kit" },
        reference: "order:1",
      }),
    );
    const killed = start([`earn steam ${STEAM_ID} 40 Won the race`, "deliver"]);
    await areDone.promise;
    killed.kill("SIGKILL");
    await killed.exited;
    silent.clear();
    const { said } = await run(["deliver"]);
    expect(said).toMatchObject([{ event: "earn", status: 200, isRepeat: true }]);
    expect((await entries()).map(({ delta }) => delta)).toEqual([40]);
  });

  test("ends when its key was revoked, and keeps what was not done", async () => {
    const { run, admin, plugin, entries } = await setUp();
    await admin.ask("DELETE", `/api/bridge/keys/${plugin.id}`);
    const { said, exitCode } = await run([`earn steam ${STEAM_ID} 40 Won the race`]);
    expect(exitCode).toBe(1);
    expect(said).toMatchObject([{ event: "stopped" }]);
    expect(await entries()).toEqual([]);
  });
});
