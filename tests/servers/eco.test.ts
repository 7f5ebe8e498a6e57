import { expect, test } from "bun:test";
import { frontPage } from "#sandbox/game-servers/listeners.ts";
import { afterThisTest } from "#tests/support/cleanup.ts";
import { ask, httpServer, tcpServer } from "#tests/support/game-servers.ts";

const page = frontPage({
  title: "Eco",
  serverName: "<color=green>Lynx</color>den <size=80%><b>Meteor</b></size> <3",
  version: "0.12.0.6 beta",
  map: "",
  players: 9,
  maxPlayers: 184,
  mode: "ok",
});
const answering = (body: unknown, init?: ResponseInit) =>
  httpServer(() => Response.json(body, init)).port;

test("the front page is read, its rich text taken out of the name", async () => {
  const paths: string[] = [];
  const { port } = httpServer((request) => {
    paths.push(new URL(request.url).pathname);
    return Response.json(page);
  });
  expect((await ask("eco", port)).reading).toEqual({
    serverName: "Lynxden Meteor <3",
    version: "0.12.0.6 beta",
    players: 9,
    maxPlayers: 184,
  });
  expect(paths).toEqual(["/frontpage"]);
});

test("everyone who ever joined stands for the slots that Eco does not tell, never below the players", async () => {
  const port = answering({ Info: { ...page.Info, OnlinePlayers: 12, TotalPlayers: 3 } });
  expect((await ask("eco", port)).reading).toMatchObject({ players: 12, maxPlayers: 12 });
});

test("the server is asked under its own name", async () => {
  const hosts: (string | null)[] = [];
  const { port } = httpServer((request) => {
    hosts.push(request.headers.get("host"));
    return Response.json(page);
  });
  await ask("eco", port, { host: "localhost" });
  expect(hosts).toEqual([`localhost:${port}`]);
});

test("a server that is named by an IPv6 address is asked under that, in brackets", async () => {
  const hosts: (string | null)[] = [];
  const server = Bun.serve({
    hostname: "::1",
    port: 0,
    fetch: (request) => {
      hosts.push(request.headers.get("host"));
      return Response.json(page);
    },
  });
  afterThisTest(() => server.stop(true));
  const { port = 0 } = server;
  expect((await ask("eco", port, { host: "::1" })).reading).toMatchObject({ players: 9 });
  expect(hosts).toEqual([`[::1]:${port}`]);
});

test.each([
  ["a body without Info", { OnlinePlayers: 4 }],
  ["text for a number", { Info: { ...page.Info, OnlinePlayers: "9" } }],
  ["no version", { Info: { ...page.Info, Version: null } }],
  ["an empty name", { Info: { ...page.Info, Description: "<color=red></color>" } }],
])("%s is no answer", async (_, body) => {
  expect((await ask("eco", answering(body))).reason).toBe("malformed");
});

test("a page that is no JSON, an error page and a redirect are no answers", async () => {
  const text = httpServer(() => new Response("<!doctype html>"));
  expect((await ask("eco", text.port)).reason).toBe("malformed");
  expect((await ask("eco", answering(page, { status: 500 }))).reason).toBe("failed");
  const elsewhere = httpServer(({ url }) =>
    new URL(url).pathname === "/frontpage"
      ? Response.redirect("/secret", 302)
      : Response.json(page),
  );
  expect((await ask("eco", elsewhere.port)).reading).toBeNull();
});

test("a body beyond 256 KiB is cut off, packed or not", async () => {
  const large = JSON.stringify({ ...page, padding: "x".repeat(2_000_000) });
  const plain = httpServer(() => new Response(large));
  expect((await ask("eco", plain.port)).reason).toBe("malformed");
  const packed = httpServer(
    () => new Response(Bun.gzipSync(large), { headers: { "content-encoding": "gzip" } }),
  );
  expect((await ask("eco", packed.port)).reason).toBe("malformed");
});

test("a server that drips or says nothing ends with the deadline", async () => {
  const silent = await tcpServer(() => {});
  expect((await ask("eco", silent.port, { timeoutMs: 150 })).reason).toBe("silent");
  const dripping = await tcpServer((socket) => {
    socket.write("HTTP/1.1 200 OK\r\ncontent-length: 100000\r\n\r\n");
    const drip = setInterval(() => socket.write(" "), 20);
    socket.on("close", () => clearInterval(drip));
  });
  const answer = await ask("eco", dripping.port, { timeoutMs: 150 });
  expect(answer.reason).toBe("silent");
  expect(answer.tookMs).toBeLessThan(5000);
});

test("a port on which nothing listens fails at once", async () => {
  const { port } = await tcpServer((socket) => socket.destroy());
  expect((await ask("eco", port)).reason).toBe("closed");
  expect((await ask("eco", 1)).reason).toBe("refused");
});
