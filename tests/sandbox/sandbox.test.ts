import { expect, test } from "bun:test";
import exampleCommunity from "#community.toml" with { type: "text" };
import { communityFor } from "#sandbox/community.ts";
import { playersAt, ROSTER } from "#sandbox/game-servers/roster.ts";
import { startSandbox } from "#sandbox/sandbox.ts";
import { communitySchema } from "#server/config/community.ts";
import { hasStatus } from "#shared/rules/community.ts";
import { afterThisTest } from "#tests/support/cleanup.ts";

const sandbox = async () => {
  const started = await startSandbox();
  afterThisTest(() => started.stop());
  return started;
};
const example = communitySchema.parse(Bun.TOML.parse(exampleCommunity));

test("[SAND-01] the sandbox has the polled servers of the example community, and only those", () => {
  const polled = example.servers.filter(hasStatus);
  expect(ROSTER.map(({ key, game }) => [key, game])).toEqual(
    polled.map(({ key, game }) => [key, game]),
  );
  expect(ROSTER.length).toBeGreaterThanOrEqual(20);
});

test("GET /servers tells where each listens and how it is", async () => {
  const { url } = await sandbox();
  const servers = await (await fetch(`${url}/servers`)).json();
  expect(servers).toHaveLength(ROSTER.length);
  expect(servers[0]).toEqual({
    key: "ark-se-the-island",
    game: "ark-se",
    title: "ARK: Survival Evolved",
    serverName: expect.any(String),
    version: "1.0.0.0",
    host: "127.0.0.1",
    port: expect.any(Number),
    queryPort: expect.any(Number),
    online: true,
    mode: "ok",
    players: expect.any(Number),
    maxPlayers: 70,
  });
});

test("POST /servers/{key} changes one server, whatever content type is named", async () => {
  const { url } = await sandbox();
  const response = await fetch(`${url}/servers/eco`, {
    method: "POST",
    headers: { "content-type": "application/x-www-form-urlencoded" },
    body: '{"online":false,"players":7}',
  });
  expect(response.status).toBe(200);
  expect(await response.json()).toMatchObject({ key: "eco", online: false, players: 7 });
  const all = await (await fetch(`${url}/servers`)).json();
  expect(all.filter(({ online }: { online: boolean }) => !online)).toHaveLength(1);
});

test("a server that comes back has its old port", async () => {
  const world = await sandbox();
  for (const { key, port } of world.servers) {
    // Below those that systems give to outgoing connections, which would be in its way meanwhile.
    expect(port).toBeLessThan(32_768);
    expect(await world.set(key, { online: false })).toMatchObject({ online: false, port });
    expect(await world.set(key, { online: true })).toMatchObject({ online: true, port });
  }
});

test.each([
  ["no JSON", "POST", "/servers/eco", "online", 400, /JSON/],
  ["nothing to change", "POST", "/servers/eco", "{}", 400, /give online/],
  ["an unknown field", "POST", "/servers/eco", '{"onlin":true}', 400, /onlin/],
  ["text for a switch", "POST", "/servers/eco", '{"online":"no"}', 400, /online/],
  ["too many players", "POST", "/servers/eco", '{"players":256}', 400, /players/],
  ["an unknown mode", "POST", "/servers/eco", '{"mode":"odd"}', 400, /mode/],
  ["an unknown server", "POST", "/servers/rust", '{"online":true}', 404, /no game server/],
  ["a wrong method", "DELETE", "/servers/eco", undefined, 405, /GET or POST/],
  ["a wrong method elsewhere", "POST", "/servers", "{}", 405, /GET only/],
  ["an unknown path", "GET", "/nowhere", undefined, 404, /nothing there/],
])("%s gets a clear refusal", async (_, method, path, body, status, message) => {
  const { url } = await sandbox();
  const response = await fetch(url + path, { method, body });
  expect(response.status).toBe(status);
  expect((await response.json()).message).toMatch(message);
});

test("a body beyond 64 kB is refused", async () => {
  const { url } = await sandbox();
  const response = await fetch(`${url}/servers/eco`, { method: "POST", body: "x".repeat(100_000) });
  expect(response.status).toBe(413);
});

test("the front page lists every server, and everything it links to is there", async () => {
  const { url, servers } = await sandbox();
  const body = await (await fetch(url)).text();
  for (const { key } of servers) expect(body).toContain(key);
  const links = [...body.matchAll(/href="(\/[^"]*)"/g)].map(([, path]) => path);
  expect(links.length).toBeGreaterThan(4);
  for (const path of links) expect((await fetch(url + path)).status).toBe(200);
});

test("an outside page shows names as text, never as markup", async () => {
  const { url } = await sandbox();
  const body = await (await fetch(`${url}/outside/vote/${encodeURIComponent("<script>")}`)).text();
  expect(body).toContain("Vote: &lt;script&gt;");
});

test("the community file for the demo points servers, links and votes into the sandbox", async () => {
  const { url, servers } = await sandbox();
  const community = communitySchema.parse(
    Bun.TOML.parse(communityFor({ url, servers }, exampleCommunity)),
  );
  expect(community.brand).toEqual(example.brand);
  expect(community.links.discord).toBe(`${url}/outside/discord`);
  expect(community.servers.map(({ key, name }) => [key, name])).toEqual(
    example.servers.map(({ key, name }) => [key, name]),
  );
  for (const { key, host, port, queryPort } of servers)
    expect(community.servers).toContainEqual(
      expect.objectContaining({ key, host, port, queryHost: host, queryPort }),
    );
  const { links, servers: configured } = community;
  const pages = [
    links.discord,
    links.subscriptions,
    links.steamFavorites,
    ...links.donations.map((donation) => donation.url),
    ...configured.flatMap(({ voteUrl }) => voteUrl ?? []),
  ];
  for (const page of pages) expect((await fetch(page ?? "")).status).toBe(200);
});

test("players are the same for the same moment, fit the slots, and move within a minute", () => {
  const start = Date.UTC(2026, 2, 1);
  for (const entry of ROSTER) {
    const day = Array.from({ length: 24 * 60 }, (_, minute) =>
      playersAt(entry, start + minute * 60_000),
    );
    expect(Math.min(...day)).toBeGreaterThanOrEqual(0);
    expect(Math.max(...day)).toBeLessThanOrEqual(entry.maxPlayers);
    expect(new Set(day).size).toBeGreaterThan(6);
    expect(playersAt(entry, start)).toBe(playersAt(entry, start));
  }
});

test("the sandbox as a program says when it is ready and ends cleanly on SIGTERM", async () => {
  const program = Bun.spawn([process.execPath, "src/sandbox/main.ts"], {
    env: { ...process.env, SANDBOX_PORT: "0" },
    stdout: "pipe",
    stderr: "pipe",
  });
  afterThisTest(() => program.kill("SIGKILL"));
  const { value } = await program.stdout.getReader().read();
  const ready = JSON.parse(new TextDecoder().decode(value));
  expect(ready).toMatchObject({ event: "sandbox.ready", servers: ROSTER.length });
  expect((await fetch(`${ready.url}/servers`)).status).toBe(200);
  program.kill("SIGTERM");
  expect(await program.exited).toBe(0);
  expect(await new Response(program.stderr).text()).toBe("");
});
