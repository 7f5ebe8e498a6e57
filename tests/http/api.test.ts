import { describe, expect, test } from "bun:test";
import { REFUSALS } from "#server/core/errors.ts";
import { REST_TABLE } from "#server/http/rest/table.ts";
import { TRPC_BATCH_MAX } from "#shared/constants/lists.ts";
import { MESSAGES } from "#shared/messages.ts";
import { CALLS } from "#shared/proof-messages.ts";
import { serverStatus } from "#shared/schemas/servers.ts";
import { lastingHeaders, testApp } from "#tests/support/app.ts";
import { EXAMPLE, STATUS_GAMES } from "#tests/support/community.ts";

const json = { "content-type": "application/json" };
const post = (body: string) => ({ method: "POST", body, headers: json });

/** Something that every input of today takes. */
const input = encodeURIComponent(JSON.stringify({ game: "ark-se" }));

describe("[STATUS-01] GET /api/server/{game}", () => {
  test("is an array of server status records, in the order of community.toml", async () => {
    const app = await testApp();
    for (const game of STATUS_GAMES) {
      const response = await app.request(`/api/server/${game}`);
      expect(response.status).toBe(200);
      expect(response.headers.get("content-type")).toContain("application/json");
      const rows: unknown = await response.json();
      const configured = app.deps.config.community.servers.filter((server) => server.game === game);
      expect(rows).toHaveLength(configured.length);
      for (const [index, row] of (rows as unknown[]).entries()) {
        expect(Object.keys(row as object)).toEqual(Object.keys(serverStatus.shape));
        expect(serverStatus.parse(row).name).toBe(configured[index]?.name ?? "");
      }
    }
  });

  test("is what its procedure answers, to the byte", async () => {
    const app = await testApp();
    for (const game of STATUS_GAMES) {
      const call = await app.request(
        `/api/trpc/servers.status?input=${encodeURIComponent(JSON.stringify({ game }))}`,
      );
      const { result } = (await call.json()) as { result: { data: unknown } };
      const rest = await app.request(`/api/server/${game}`);
      expect(await rest.text()).toBe(JSON.stringify(result.data));
    }
  });

  test("[API-01] matches without regard to case", async () => {
    const app = await testApp();
    const usual = await app.request("/api/server/ark-se");
    const other = await app.request("/API/Server/ARK-SE");
    expect(await other.text()).toBe(await usual.text());
    expect(other.headers.get("etag")).toBe(usual.headers.get("etag"));
  });

  test("has an entity tag, and is 304 for whoever has it", async () => {
    const app = await testApp();
    const first = await app.request("/api/server/ark-se");
    const etag = first.headers.get("etag") ?? "";
    expect(etag).toMatch(/^"[^"]+"$/);
    expect(first.headers.get("cache-control")).toBe("no-cache");
    const again = await app.request("/api/server/ark-se", { headers: { "if-none-match": etag } });
    expect(again.status).toBe(304);
    expect(again.headers.get("etag")).toBe(etag);
    expect(await again.text()).toBe("");
    const other = await app.request("/api/server/eco", { headers: { "if-none-match": etag } });
    expect(other.status).toBe(200);
  });

  test("[STATUS-08] an unknown game is 404 with a sentence", async () => {
    const app = await testApp();
    for (const game of ["ark-se2", "__proto__", "constructor", "%20"]) {
      const response = await app.request(`/api/server/${game}`);
      expect(response.status).toBe(404);
      expect(await response.json()).toMatchObject({
        message: CALLS.unknownGame(EXAMPLE.games.map(({ key }) => key)),
      });
    }
  });

  test("a game that nobody can ask has its servers, of which nothing is known, and no status", async () => {
    const app = await testApp();
    const palworld = await app.request("/api/server/palworld");
    expect(palworld.status).toBe(200);
    expect(await palworld.json()).toEqual([
      {
        name: "Palworld",
        serverName: "Palworld",
        isOnline: false,
        version: "",
        players: 0,
        maxPlayers: 0,
        voteUrl: null,
        connectUrl: null,
        connectInfo: "palworld.lynxden.example:8211",
      },
    ]);
    expect(await (await app.request("/api/server/rust")).json()).toEqual([]);
    expect(app.deps.board.games()).toEqual(STATUS_GAMES);
    expect(app.deps.board.rows().map(({ game }) => game)).not.toContain("palworld");
  });

  test("the short way that Bun.serve takes answers as the long one does", async () => {
    const app = await testApp();
    for (const [path, shortcut] of Object.entries(app.routes)) {
      for (const headers of [{}, { "if-none-match": "*" }] as Record<string, string>[]) {
        const short = await shortcut(new Request(`http://den.example${path}`, { headers }));
        const long = await app.request(path, { headers });
        expect(short.status).toBe(long.status);
        expect(lastingHeaders(short)).toEqual(lastingHeaders(long));
        expect(short.headers.get("x-request-id")).not.toBe(long.headers.get("x-request-id"));
        expect(await short.text()).toBe(await long.text());
      }
      const refused = await shortcut(new Request(`http://den.example${path}`, { method: "POST" }));
      expect(refused.status).toBe(405);
    }
    expect(Object.keys(app.routes)).toEqual(EXAMPLE.games.map(({ key }) => `/api/server/${key}`));
    const ids = app.lines.map((line) => line["requestId"]);
    expect(new Set(ids).size).toBe(ids.length);
  });
});

describe("the API's edges", () => {
  test("an unknown path is 404 with a message, whatever the method", async () => {
    const app = await testApp();
    for (const path of ["/api", "/api/", "/api/servers", "/api/server/eco/", "/api/server/eco/x"])
      for (const method of ["GET", "POST", "OPTIONS"]) {
        const response = await app.request(path, { method });
        expect(response.status).toBe(404);
        expect(await response.json()).toMatchObject({ message: REFUSALS.unknownCall });
      }
  });
});

describe("/api/trpc", () => {
  type Refused = {
    error: { message: string; data: { code: string; requestId: string; fields?: object } };
  };

  test("refused input names its field, the closed code and the request", async () => {
    const app = await testApp();
    const response = await app.request(
      `/api/trpc/servers.board?input=${encodeURIComponent('{"game":5}')}`,
    );
    expect(response.status).toBe(400);
    const { error } = (await response.json()) as Refused;
    expect(error.data).toMatchObject({
      code: "bad_request",
      httpStatus: 400,
      path: "servers.board",
      requestId: response.headers.get("x-request-id"),
      fields: { game: "must be text" },
    });
    expect(error.message).toStartWith("game: ");
  });

  test("malformed calls get a 4xx in our own words, and never a stack", async () => {
    const app = await testApp();
    const cases: [path: string, init: RequestInit, status: number, code: string][] = [
      ["/api/trpc/servers.board?input={", {}, 400, "bad_request"],
      ["/api/trpc/servers.board?input=%22x%22", {}, 400, "bad_request"],
      ["/api/trpc/servers.board", {}, 400, "bad_request"],
      ["/api/trpc/servers.gone", {}, 404, "not_found"],
      ["/api/trpc/constructor", {}, 404, "not_found"],
      ["/api/trpc/__proto__.x", {}, 404, "not_found"],
      ["/api/trpc/", {}, 404, "not_found"],
      ["/api/trpc/servers.board", post("{}"), 405, "method_not_allowed"],
      ["/api/trpc/servers.board?batch=1", post("nonsense"), 405, "method_not_allowed"],
      ["/api/trpc/servers.board", { method: "POST", body: "x" }, 415, "unsupported_media_type"],
      ["/api/trpc/servers.summary?connectionParams={", {}, 400, "bad_request"],
    ];
    for (const [path, init, status, code] of cases) {
      const response = await app.request(path, init);
      expect(`${path} ${response.status}`).toBe(`${path} ${status}`);
      expect(response.headers.get("content-type")).toBe("application/json");
      const text = await response.text();
      expect(text).toContain(`"code":"${code}"`);
      expect(text).not.toMatch(/stack|\.ts:|node_modules/);
    }
  });

  test("queries come by GET alone", async () => {
    const app = await testApp();
    const response = await app.request("/api/trpc/servers.summary", {
      method: "POST",
      body: "{}",
      headers: json,
    });
    expect(response.status).toBe(405);
    expect(response.headers.get("allow")).toBe("GET");
  });

  test("a batch has a limit", async () => {
    const app = await testApp();
    const batch = (size: number) =>
      app.request(`/api/trpc/${Array(size).fill("servers.summary").join(",")}?batch=1`);
    expect((await batch(TRPC_BATCH_MAX)).status).toBe(200);
    const refused = await batch(TRPC_BATCH_MAX + 1);
    expect(refused.status).toBe(400);
    expect(await refused.text()).toContain(`at most ${TRPC_BATCH_MAX} calls`);
  });

  test("a body that is too large is 413", async () => {
    const app = await testApp();
    const response = await app.request("/api/trpc/servers.summary", {
      method: "POST",
      body: JSON.stringify("x".repeat(70_000)),
      headers: json,
    });
    expect(response.status).toBe(413);
    expect(await response.json()).toMatchObject({ message: REFUSALS.bodyTooLarge });
  });

  test("answers are kept by no cache", async () => {
    const app = await testApp();
    expect((await app.request("/api/trpc/servers.summary")).headers.get("cache-control")).toBe(
      "no-store",
    );
  });

  test("an error nobody foresaw is one sentence with its request id", async () => {
    const app = await testApp();
    app.deps.board.rows = () => {
      throw Object.assign(new Error("params: secret"), {
        name: "DrizzleQueryError",
        query: "select 1",
      });
    };
    const response = await app.request(`/api/trpc/servers.board?input=${input}`);
    expect(response.status).toBe(500);
    const { error } = (await response.json()) as Refused;
    expect(error).toEqual({
      message: MESSAGES.unexpected,
      code: -32603,
      data: {
        code: "internal",
        httpStatus: 500,
        path: "servers.board",
        requestId: response.headers.get("x-request-id") ?? "",
      },
    } as unknown as Refused["error"]);
    expect(JSON.stringify(app.lines)).not.toContain("secret");
    expect(app.lines.find((line) => line.event === "request.failed")).toMatchObject({
      requestId: error.data.requestId,
      error: "DrizzleQueryError",
    });
  });
});

describe("the documents", () => {
  type Document = {
    openapi: string;
    servers: unknown;
    paths: Record<string, Record<string, { operationId: string }>>;
  };

  test("/api/openapi.json names every row once, with a stable id", async () => {
    const app = await testApp();
    const response = await app.request("/api/openapi.json");
    expect(response.headers.get("content-type")).toContain("application/json");
    const document = (await response.json()) as Document;
    expect(document.openapi).toBe("3.1.0");
    expect(document.servers).toEqual([{ url: "http://den.example" }]);
    const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, { operationId }]) => [method, path, operationId]),
    );
    // What Tebex calls is no row.
    expect(operations).toHaveLength(REST_TABLE.length + 1);
    expect(operations).toContainEqual(["post", "/api/tebex/webhook", "ordersReceiveEvent"]);
    expect(new Set(operations.map(([, , id]) => id)).size).toBe(operations.length);
    for (const [, , id] of operations) expect(id).toMatch(/^[a-z][A-Za-z]+$/);
    expect(operations).toContainEqual(["get", "/api/server/{game}", "serversStatus"]);
  });

  test("the status row's schema is that of its record", async () => {
    const app = await testApp();
    const document = await (await app.request("/api/openapi.json")).json();
    expect(document).toHaveProperty(
      ["paths", "/api/server/{game}", "get", "parameters", 0, "schema", "enum"],
      EXAMPLE.games.map(({ key }) => key),
    );
    expect(document).toHaveProperty(
      [
        "paths",
        "/api/server/{game}",
        "get",
        "responses",
        "200",
        "content",
        "application/json",
        "schema",
        "items",
        "required",
      ],
      Object.keys(serverStatus.shape),
    );
  });

  test("/api/docs shows every row with an anchor and a command to copy, and loads nothing but colours", async () => {
    const app = await testApp();
    const html = await (await app.request("/api/docs")).text();
    expect(html).toContain('<article id="serversStatus">');
    expect(html).toContain("curl http://den.example/api/server/ark-se");
    expect(html).toContain("data-copy");
    // But for the community's colours.
    expect(html.match(/<(link|img|script)[^>]+(href|src)=[^>]*>/g)).toEqual([
      '<link rel="stylesheet" href="/theme.css">',
    ]);
  });
});

const askPacked = async (accept: string | null, path = "/api/trpc/community.site") => {
  const app = await testApp();
  const headers = accept === null ? undefined : { "accept-encoding": accept };
  return await app.request(path, { headers });
};

describe("an answer to the client", () => {
  test("is packed where it is long and the browser takes it so", async () => {
    const plain = await askPacked(null);
    const packed = await askPacked("gzip, deflate, br, zstd");
    expect(plain.headers.get("content-encoding")).toBeNull();
    expect(packed.headers.get("content-encoding")).toBe("gzip");
    expect(packed.headers.get("vary")).toContain("accept-encoding");
    const [long, short] = [await plain.text(), await packed.bytes()];
    expect(new TextDecoder().decode(Bun.gunzipSync(short))).toBe(long);
    expect(short.byteLength).toBeLessThan(long.length / 2);
  });

  test("is sent as it is where it is short, or refused so", async () => {
    const short = await askPacked("gzip", "/api/trpc/no.such");
    expect(short.status).toBe(404);
    expect(short.headers.get("content-encoding")).toBeNull();
    expect((await askPacked("gzip;q=0")).headers.get("content-encoding")).toBeNull();
  });
});
