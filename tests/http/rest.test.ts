import { describe, expect, test } from "bun:test";
import { z } from "zod";
import * as mini from "zod/mini";
import { AppError, REFUSALS, retryAfter } from "#server/core/errors.ts";
import type { HttpContext } from "#server/http/http-context.ts";
import { createRest } from "#server/http/rest/adapter.ts";
import { openApiDocument } from "#server/http/rest/openapi.ts";
import type { RestRow } from "#server/http/rest/row.ts";
import { callOf, withSchemaKeys } from "#server/http/rest/schemas.ts";
import {
  adminProcedure,
  memberProcedure,
  publicProcedure,
  router,
} from "#server/procedures/init.ts";
import { MESSAGES } from "#shared/messages.ts";
import { pageOf, searchInput } from "#shared/schemas/lists.ts";
import { PUBLIC_URL, testApp } from "#tests/support/app.ts";
import { EXAMPLE } from "#tests/support/community.ts";

const thing = z.object({
  steamId: z.string().max(20),
  nested: z.object({ deepKey: z.int() }).optional(),
});

const sample = router({
  things: router({
    read: publicProcedure
      .input(z.object({ id: z.coerce.number().int(), verbose: z.string().optional() }))
      .query(({ input }) => input),
    save: publicProcedure
      .input(thing)
      .output(thing)
      .mutation(({ input }) => input),
    say: publicProcedure.query(() => "Hello."),
    refuse: publicProcedure.query(() => {
      throw new AppError("conflict", "Already so.", retryAfter(3));
    }),
    fail: publicProcedure.query(() => {
      throw new Error("secret detail");
    }),
    nothing: publicProcedure.mutation(() => undefined),
    list: publicProcedure
      .input(mini.extend(searchInput, { kind: mini.string() }))
      .output(pageOf(mini.object({ name: mini.string() })))
      .query(({ input: { limit = 0, cursor, kind, search = "" } }) => ({
        items: [{ name: [kind, limit, cursor ?? "first", search].join(" ") }],
        nextCursor: cursor === "end&" ? null : "end&",
      })),
    mine: memberProcedure.query(() => "yours"),
    rule: adminProcedure.query(() => "all"),
  }),
});

const about = { section: "Things", summary: "Does something." };
const TABLE: readonly RestRow[] = [
  {
    ...about,
    method: "GET",
    path: "/things/{id}",
    procedure: "things.read",
    reply: "json",
    unknown: "No such thing.",
  },
  {
    ...about,
    method: "POST",
    path: "/things",
    procedure: "things.save",
    reply: "json",
    status: 201,
  },
  {
    ...about,
    method: "PUT",
    path: "/things",
    procedure: "things.save",
    reply: "json",
    refusal: "error",
  },
  { ...about, method: "DELETE", path: "/things", procedure: "things.nothing", reply: "empty" },
  { ...about, method: "GET", path: "/say", procedure: "things.say", reply: "text" },
  { ...about, method: "GET", path: "/message", procedure: "things.say", reply: "message" },
  { ...about, method: "GET", path: "/refuse/message", procedure: "things.refuse", reply: "json" },
  { ...about, method: "GET", path: "/refuse/text", procedure: "things.refuse", reply: "text" },
  {
    ...about,
    method: "GET",
    path: "/refuse/error",
    procedure: "things.refuse",
    reply: "json",
    refusal: "error",
  },
  {
    ...about,
    method: "GET",
    path: "/list",
    procedure: "things.list",
    reply: "list",
    fixed: { kind: "big" },
  },
  { ...about, method: "GET", path: "/fail", procedure: "things.fail", reply: "text" },
  { ...about, method: "GET", path: "/mine", procedure: "things.mine", reply: "text" },
  { ...about, method: "GET", path: "/rule", procedure: "things.rule", reply: "json" },
];

const restSite = async () => {
  const { deps, lines } = await testApp();
  const rest = createRest(deps, sample, TABLE);
  const ask = async (method: string, path: string, body?: unknown, type = "application/json") => {
    const url = new URL(`/api${path}`, PUBLIC_URL);
    const httpContext: HttpContext = {
      requestId: "test-1",
      path: url.pathname,
      route: url.pathname,
      isHead: false,
      profile: "api",
      address: () => "203.0.113.1",
      widerNetwork: () => null,
      letWait: () => {},
      network: () => "203.0.113.0/24",
      pattern: "none",
      isLocal: () => false,
      outgoing: { token: null, cookies: [] },
    };
    const request = new Request(url, {
      method,
      ...(body === undefined
        ? {}
        : {
            body:
              typeof body === "string" || body instanceof ReadableStream
                ? body
                : JSON.stringify(body),
            headers: { "content-type": type },
          }),
    });
    const answer = await rest.open(httpContext, request);
    if (answer === null) throw new AppError("not_found", REFUSALS.unknownCall);
    return answer;
  };
  return { ask, lines };
};

describe("a row's reply", () => {
  test("is JSON, a sentence, a message or nothing, with its status", async () => {
    const { ask } = await restSite();
    const created = await ask("POST", "/things", { steamId: "7" });
    expect(created.status).toBe(201);
    expect(await created.json()).toEqual({ steamId: "7" });
    const said = await ask("GET", "/say");
    expect(said.headers.get("content-type")).toBe("text/plain; charset=utf-8");
    expect(await said.text()).toBe("Hello.");
    expect(await (await ask("GET", "/message")).json()).toEqual({ message: "Hello." });
    const nothing = await ask("DELETE", "/things");
    expect(nothing.status).toBe(204);
    expect(await nothing.text()).toBe("");
  });

  test("is refused in the row's own form, with the use case's headers", async () => {
    const { ask } = await restSite();
    const message = await ask("GET", "/refuse/message");
    expect(message.status).toBe(409);
    expect(message.headers.get("retry-after")).toBe("3");
    expect(await message.json()).toEqual({ message: "Already so.", code: "conflict" });
    expect(await (await ask("GET", "/refuse/error")).json()).toEqual({
      error: "Already so.",
      code: "conflict",
    });
    const text = await ask("GET", "/refuse/text");
    expect(text.headers.get("content-type")).toBe("text/plain; charset=utf-8");
    expect(await text.text()).toBe("Already so.");
  });

  test("says nothing of an unforeseen error but its request id", async () => {
    const { ask, lines } = await restSite();
    const failed = await ask("GET", "/fail");
    expect(failed.status).toBe(500);
    expect(await failed.text()).toBe(`${MESSAGES.unexpected} (test-1)`);
    expect(lines.at(-1)).toMatchObject({
      event: "request.failed",
      requestId: "test-1",
      message: "secret detail",
    });
  });
});

describe("[API-04] a list", () => {
  test("gives the newest 200 as an array, and says where it goes on", async () => {
    const { ask } = await restSite();
    const first = await ask("GET", "/list?search=a%20b");
    expect(await first.json()).toEqual([{ name: "big 200 first a b" }]);
    const link = first.headers.get("link");
    expect(link).toBe('</api/list?limit=200&search=a+b&before=end%26>; rel="next"');
    const next = /<\/api(?<path>.+)>/.exec(link ?? "")?.groups?.["path"] ?? "";
    const second = await ask("GET", next);
    expect(await second.json()).toEqual([{ name: "big 200 end& a b" }]);
    expect(second.headers.get("link")).toBeNull();
  });

  test("takes a smaller limit, and no field that the row fixes", async () => {
    const { ask } = await restSite();
    const page = await ask("GET", "/list?limit=2&kind=small&cursor=end%26");
    expect(await page.json()).toEqual([{ name: "big 2 first " }]);
    expect(page.headers.get("link")).toContain("limit=2&kind=small&before=end%26");
  });

  test("counts a limit above 200 as 200", async () => {
    const { ask } = await restSite();
    const most = await ask("GET", "/list?limit=200");
    const more = await ask("GET", "/list?limit=9999");
    expect([more.status, await more.text()]).toEqual([200, await most.text()]);
  });

  test.each(["0", "-1", "1.5", "many", ""])("refuses limit=%s by its name", async (limit) => {
    const { ask } = await restSite();
    const response = await ask("GET", `/list?limit=${limit}`);
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({ message: expect.stringContaining("limit: ") });
  });
});

describe("what a call is given", () => {
  test("path and query become its input; the path wins", async () => {
    const { ask } = await restSite();
    expect(await (await ask("GET", "/things/7?verbose=yes&id=8")).json()).toEqual({
      id: 7,
      verbose: "yes",
    });
  });

  test("a path parameter that can name nothing is 404, with the row's sentence", async () => {
    const { ask } = await restSite();
    const response = await ask("GET", "/things/seven");
    expect(response.status).toBe(404);
    expect(await response.json()).toMatchObject({ message: "No such thing." });
  });

  test("[API-01] body keys match without regard to case, at every depth", async () => {
    const { ask } = await restSite();
    const saved = await ask("POST", "/Things", { SteamId: "7", NESTED: { deepkey: 1 } });
    expect(await saved.json()).toEqual({ steamId: "7", nested: { deepKey: 1 } });
  });

  test("the key that is written right goes first", () => {
    expect(withSchemaKeys(thing, { STEAMID: "a", steamId: "b", SteamID: "c" })).toEqual({
      steamId: "b",
    });
  });

  test("a key named __proto__ is a key like any other", () => {
    const given = withSchemaKeys(thing, JSON.parse('{"steamId":"1","__proto__":{"admin":true}}'));
    expect(given).not.toHaveProperty("admin");
    expect(Object.getPrototypeOf(given)).toBe(Object.prototype);
  });

  test("a field that is refused is named", async () => {
    const { ask } = await restSite();
    const response = await ask("PUT", "/things", { steamId: "x".repeat(21) });
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({ error: expect.stringContaining("steamId: ") });
  });

  test("malformed JSON, another type and too much of it are refused with a sentence each", async () => {
    const { ask } = await restSite();
    const cases: [body: string, type: string, status: number, sentence: string][] = [
      ['{"steamId":', "application/json", 400, REFUSALS.malformedBody],
      ["steamId=7", "application/x-www-form-urlencoded", 415, REFUSALS.wantsJson],
      [
        JSON.stringify({ steamId: "x".repeat(70_000) }),
        "application/json",
        413,
        REFUSALS.bodyTooLarge,
      ],
    ];
    for (const [body, type, status, sentence] of cases) {
      const response = await ask("POST", "/things", body, type);
      expect(response.status).toBe(status);
      expect(await response.json()).toMatchObject({ message: sentence });
    }
  });

  test("a body that never says how long it is is cut off as well", async () => {
    const { ask } = await restSite();
    let sent = 0;
    const endless = new ReadableStream<Uint8Array>({
      pull: (controller) => {
        sent += 1;
        controller.enqueue(new Uint8Array(16 * 1024).fill(32));
      },
    });
    const response = await ask("POST", "/things", endless);
    expect(response.status).toBe(413);
    expect(sent).toBeLessThan(10);
  });
});

describe("who is let in", () => {
  test("nobody without a session gets past a member's or an admin's procedure", async () => {
    const { ask } = await restSite();
    const mine = await ask("GET", "/mine");
    expect(mine.status).toBe(401);
    expect(await mine.text()).toBe(REFUSALS.signInFirst);
    expect((await ask("GET", "/rule")).status).toBe(401);
  });
});

test("a row that names what does not exist, or stands twice, is refused", async () => {
  const { deps } = await testApp();
  const row: RestRow = {
    ...about,
    method: "GET",
    path: "/x",
    procedure: "things.gone",
    reply: "json",
  };
  expect(callOf(sample, row)).rejects.toThrow("no procedure things.gone");
  const twice: RestRow = {
    ...about,
    method: "GET",
    path: "/x",
    procedure: "things.say",
    reply: "json",
  };
  expect(() => createRest(deps, sample, [twice, twice])).toThrow("stands twice");
  const lost: RestRow = {
    ...about,
    method: "GET",
    path: "/x/{key}",
    procedure: "things.read",
    reply: "json",
  };
  expect(callOf(sample, lost)).rejects.toThrow("takes no key");
  const single: RestRow = {
    ...about,
    method: "GET",
    path: "/x",
    procedure: "things.say",
    reply: "list",
  };
  expect(callOf(sample, single)).rejects.toThrow("no page of a list");
});

test("the document says of every row what it takes, answers and refuses", async () => {
  const { paths, components, tags } = await openApiDocument(sample, TABLE, {
    community: EXAMPLE,
    publicUrl: PUBLIC_URL,
    version: "1.0.0",
  });
  const read = paths["/api/things/{id}"]?.["get"];
  expect(read?.operationId).toBe("thingsRead");
  expect(read?.parameters.map(({ name, in: place, required }) => [name, place, required])).toEqual([
    ["id", "path", true],
    ["verbose", "query", false],
  ]);
  expect(read?.responses["404"]?.description).toBe("No such thing.");
  const saved = paths["/api/things"]?.["post"];
  expect(saved?.requestBody?.content["application/json"]?.schema.required).toEqual(["steamId"]);
  expect(Object.keys(saved?.responses ?? {})).toEqual(["201", "400", "413", "500"]);
  expect(paths["/api/things"]?.["delete"]?.responses["204"]?.content).toBeUndefined();
  expect(Object.keys(paths["/api/say"]?.["get"]?.responses["200"]?.content ?? {})).toEqual([
    "text/plain",
  ]);
  expect(Object.keys(paths["/api/rule"]?.["get"]?.responses ?? {})).toContain("403");
  expect(paths["/api/mine"]?.["get"]?.security).toEqual([{ bearer: [] }]);
  const list = paths["/api/list"]?.["get"];
  expect(list?.parameters.map(({ name }) => name)).toEqual(["search", "limit", "before"]);
  expect(list?.responses["200"]?.content?.["application/json"]?.schema.type).toBe("array");
  expect(list?.responses["200"]?.headers).toHaveProperty("Link");
  expect(components).toHaveProperty("securitySchemes.bearer.scheme", "bearer");
  expect(tags).toEqual([{ name: "Things" }]);
});
