import { describe, expect, test } from "bun:test";
import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { StartError } from "#server/serve.ts";
import { DAY_MS } from "#shared/constants/time.ts";
import { lastingHeaders } from "#tests/support/app.ts";
import { afterThisTest } from "#tests/support/cleanup.ts";
import { listeningSite, rawRequest } from "#tests/support/http-site.ts";
import { rejectionOf } from "#tests/support/rejection.ts";
import { readFeed } from "#tests/support/sse.ts";
import { movableTimer } from "#tests/support/timer.ts";
import { until } from "#tests/support/until.ts";

const statusOf = (answer: string) => Number(/^HTTP\/1\.[01] (\d+)/.exec(answer)?.[1]);

describe("over a real socket", () => {
  test("the site listens on a port of the system's choice, and says where", async () => {
    const site = await listeningSite();
    expect(site.lines.find((line) => line.event === "listening")).toMatchObject({
      message: `Lynxden is listening on ${site.url}`,
    });
    expect((await fetch(`${site.url}/healthz`)).status).toBe(200);
    const document = await (await fetch(`${site.url}/api/openapi.json`)).json();
    const { port } = new URL(site.url);
    expect(document).toHaveProperty("servers", [{ url: `http://localhost:${port}` }]);
  });

  test("what the shortcut answers carries everything that other answers do", async () => {
    const site = await listeningSite();
    const short = await fetch(`${site.url}/api/server/ark-se?x=secret`);
    const long = await fetch(`${site.url}/API/server/ARK-SE`);
    expect(lastingHeaders(short)).toEqual(lastingHeaders(long));
    expect(await short.text()).toBe(await long.text());
    const lines = site.lines.filter((line) => line.event === "request");
    expect(lines).toMatchObject([
      { path: "/api/server/{game}", status: 200, requestId: short.headers.get("x-request-id") },
      { path: "/api/server/{game}", status: 200, requestId: long.headers.get("x-request-id") },
    ]);
  });

  test("HEAD tells the length of what GET would send, and sends nothing", async () => {
    const site = await listeningSite();
    await until(() => site.lines.some((line) => line.event === "pages.rendered"));
    for (const path of ["/", "/favicon.svg", "/api/server/eco", "/api/docs", "/nothing"]) {
      const length = (await (await fetch(`${site.url}${path}`)).bytes()).length;
      const answer = await rawRequest(
        site.url,
        `HEAD ${path} HTTP/1.1\r\nHost: den.example\r\nConnection: close\r\n\r\n`,
      );
      expect(answer.toLowerCase()).toContain(`content-length: ${length}\r\n`);
      expect(answer).toEndWith("\r\n\r\n");
    }
  });

  test("path tricks and broken requests end in a 4xx, never in a 5xx or a stack", async () => {
    const site = await listeningSite();
    const get = (target: string, host = "Host: den.example") =>
      rawRequest(site.url, `GET ${target} HTTP/1.1\r\n${host}\r\nConnection: close\r\n\r\n`);
    const attempts = [
      get("//evil.example/%2e%2e"),
      get("/..%2f..%2fetc/passwd"),
      get("/%00"),
      get("/%zz"),
      get("/api/server/%ff"),
      get("/a%5c..%5cb"),
      get(`/${"a".repeat(3000)}`),
      get(`/?${"a".repeat(12_000)}`),
      get("/x", "Host: a b<c"),
      get("/x", "Host: [::1"),
      get("/x", "Host: evil.example@den.example/path?"),
      rawRequest(
        site.url,
        "POST /api/server/eco HTTP/1.1\r\nHost: x\r\nContent-Length: abc\r\n\r\n",
      ),
      rawRequest(site.url, "OPTIONS * HTTP/1.1\r\nHost: x\r\n\r\n"),
      rawRequest(site.url, "CONNECT evil.example:443 HTTP/1.1\r\nHost: x\r\n\r\n"),
      rawRequest(
        site.url,
        `POST /api/trpc/servers.summary HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 70000\r\n\r\n${"x".repeat(70_000)}`,
      ),
    ];
    for (const answer of await Promise.all(attempts)) {
      expect(statusOf(answer)).toBeWithin(400, 500);
      expect(answer).not.toMatch(/\.ts:\d|node_modules|at Object/);
    }
    expect((await fetch(`${site.url}/healthz`)).status).toBe(200);
    expect(site.lines.filter((line) => line.level === "error")).toEqual([]);
  });

  test("a balancer's probe in HTTP/1.0 is answered", async () => {
    const site = await listeningSite();
    expect(statusOf(await rawRequest(site.url, "GET /healthz HTTP/1.0\r\n\r\n"))).toBe(200);
  });

  test("a range of a file is a part of that file, or all of it", async () => {
    const site = await listeningSite();
    const response = await fetch(`${site.url}/favicon.svg`, { headers: { range: "bytes=0-3" } });
    const text = await response.text();
    expect([200, 206]).toContain(response.status);
    expect(text).toStartWith("<svg");
  });
});

describe("the feed over a real socket", () => {
  test("a sender who hangs up half-way is refused, and is no failure of ours", async () => {
    const site = await listeningSite();
    const { hostname, port } = new URL(site.url);
    const socket = connect(Number(port), hostname, () =>
      socket.write(
        "POST /api/trpc/servers.summary HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{",
        () => setTimeout(() => socket.destroy(), 100),
      ),
    );
    await until(() => site.lines.some((line) => line.event === "request"));
    expect(site.lines.find((line) => line.event === "request")).toMatchObject({ status: 400 });
    expect(site.lines.filter((line) => line.level === "error")).toEqual([]);
  });

  test("a closed tab leaves nothing behind", async () => {
    const site = await listeningSite();
    const response = await fetch(`${site.url}/api/feed`);
    const feed = readFeed(response.body);
    expect(await feed.next()).toEqual({ type: "hello", buildId: "build-1", siteVersion: 1 });
    expect(site.deps.feeds.size()).toBe(1);
    await feed.leave();
    await until(() => site.deps.feeds.size() === 0);
  });

  test("a reader that stops reading is cut off while others go on", async () => {
    const site = await listeningSite();
    const { feeds, board } = site.deps;
    const { hostname, port } = new URL(site.url);
    const slow = await new Promise<Socket>((resolve) => {
      const socket = connect(Number(port), hostname, () => {
        socket.write("GET /api/feed HTTP/1.1\r\nHost: den.example\r\n\r\n");
        socket.once("data", () => {
          socket.pause();
          resolve(socket);
        });
      });
    });
    afterThisTest(() => slow.destroy());
    const quick = readFeed((await fetch(`${site.url}/api/feed`)).body);
    await quick.next();
    expect(feeds.size()).toBe(2);
    const event = {
      type: "servers.changed" as const,
      rows: [...board.rows()],
      summary: board.summary(),
    };
    for (let sent = 0; sent < 3000 && feeds.size() === 2; sent += 1) {
      feeds.send("everyone", event);
      await quick.next();
    }
    expect(feeds.size()).toBe(1);
    feeds.send("everyone", { type: "resync" });
    expect(await quick.next()).toEqual({ type: "resync" });
    await quick.leave();
  });
});

test("link previews are drawn half a minute after the start, and never where it ends before", async () => {
  let drawn = 0;
  const draw = async () => void (drawn += 1);
  const timer = movableTimer();
  const site = await listeningSite({}, { timer, draw });
  await until(() => timer.waiting() > 0);
  timer.advance(29_000);
  expect(drawn).toBe(0);
  timer.advance(1000);
  await until(() => drawn === 1);
  await site.stop();

  const short = await listeningSite({}, { timer, draw });
  await until(() => timer.waiting() > 0);
  await short.stop();
  expect(drawn).toBe(1);
});

describe("the end", () => {
  test("balancers are told first, whoever comes meanwhile is served, and only then it listens no more", async () => {
    const timer = movableTimer();
    const site = await listeningSite({ DRAIN_SECONDS: "2" }, { timer });
    const ask = (path: string) => fetch(`${site.url}${path}`, { keepalive: false });
    const feed = readFeed((await ask("/api/feed")).body);
    await feed.next();
    expect((await ask("/readyz")).status).toBe(200);
    let isOver = false;
    const stopping = site.stop().finally(() => {
      isOver = true;
    });
    const readiness = await ask("/readyz");
    expect([readiness.status, await readiness.json()]).toEqual([503, { status: "draining" }]);
    expect((await ask("/healthz")).status).toBe(200);
    expect((await ask("/api/server/eco")).status).toBe(200);
    const late = readFeed((await ask("/api/feed")).body);
    expect(await late.next()).toMatchObject({ type: "hello" });
    expect(isOver).toBe(false);
    await until(() => {
      timer.advance(2000);
      return isOver;
    });
    for (const open of [feed, late]) expect(await open.next()).toMatchObject({ type: "bye" });
    await stopping;
    await rejectionOf(ask("/healthz"));
  });

  test.skipIf(process.platform !== "linux")(
    "whoever has just connected is served, and nobody else connects any more",
    async () => {
      const timer = movableTimer();
      const site = await listeningSite({ DRAIN_SECONDS: "2" }, { timer });
      const { hostname, port } = new URL(site.url);
      const early = connect(Number(port), hostname);
      await once(early, "connect");
      const stopping = site.stop();
      await until(() => timer.waiting() === 1);
      timer.advance(2000);
      await until(() => timer.waiting() === 1);

      const late = connect(Number(port), hostname);
      const refused = rejectionOf(once(late, "connect"));
      early.write("GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n");
      const [answer] = await once(early, "data");
      expect(String(answer)).toStartWith("HTTP/1.1 200");
      timer.advance(1000);
      await stopping;
      expect(await refused).toMatchObject({ code: "ECONNREFUSED" });
    },
  );

  test("open feeds are told goodbye, and the site need not be patient with them", async () => {
    // A site that waited for them would not end in the time of any test.
    const site = await listeningSite({}, { stopPatienceMs: DAY_MS });
    const feed = readFeed((await fetch(`${site.url}/api/feed`)).body);
    await feed.next();
    const stopping = site.stop();
    expect(await feed.next()).toMatchObject({ type: "bye" });
    expect(await feed.next()).toBeNull();
    await stopping;
    await rejectionOf(fetch(`${site.url}/healthz`));
  });

  test("a request that never finishes is cut off", async () => {
    const site = await listeningSite({}, { stopPatienceMs: 200 });
    const cutOff = rawRequest(
      site.url,
      "GET /api/server/eco HTTP/1.1\r\nHost: x\r\n\r\nPOST /api/trpc/servers.summary HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{",
      5000,
    );
    await until(() => site.lines.some((line) => line["path"] === "/api/server/{game}"));
    await site.stop();
    expect(await cutOff).toStartWith("HTTP/1.1 200");
    expect(site.lines.find(({ event }) => event === "stop.cut_short")).toMatchObject({
      areRequestsOver: false,
    });
  });

  test("a job or a database that no longer answers holds it up for so long and no longer", async () => {
    const never = new Promise<never>(() => {});
    const job = { name: "deaf", everyMs: 1000, leased: false, run: () => never };
    const site = await listeningSite({}, { stopPatienceMs: 100, jobs: () => [job] });
    // Nothing else is said any more.
    await until(() => site.lines.some((line) => line.event === "pages.rendered"));
    const silence = Promise.withResolvers<void>();
    const write = site.deps.store.write(() => silence.promise);
    await site.stop();
    expect(site.lines.at(-2)).toMatchObject({
      event: "stop.cut_short",
      areJobsOver: false,
      isStoreClosed: false,
    });
    expect(site.lines.at(-1)).toMatchObject({ event: "stopped" });
    silence.resolve();
    await write;
  });

  test("stopping twice is stopping once", async () => {
    const site = await listeningSite();
    await Promise.all([site.stop(), site.stop()]);
    expect(site.lines.filter((line) => line.event === "stopped")).toHaveLength(1);
  });
});

describe("the start", () => {
  test("a port that is in use is named in a sentence", async () => {
    const first = await listeningSite();
    const { port } = new URL(first.url);
    const error = await rejectionOf(listeningSite({ PORT: port }));
    expect(error).toBeInstanceOf(StartError);
    expect(error.message).toContain(`Port ${port}`);
    expect(error.message).toContain("in use");
  });

  test("an address that is not this machine's is named in a sentence", async () => {
    const error = await rejectionOf(listeningSite({ HOST: "203.0.113.1" }));
    expect(error).toBeInstanceOf(StartError);
    expect(error.message).toContain("203.0.113.1");
  });

  test("the files of this build are kept in the store", async () => {
    const site = await listeningSite();
    const { store } = site.deps;
    const { buildAssets } = store.tables;
    const kept = async () => await store.read.select({ path: buildAssets.path }).from(buildAssets);
    await until(async () => (await kept()).length === 2);
  });
});
