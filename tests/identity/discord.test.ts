import { beforeEach, expect, test } from "bun:test";
import { DISCORD_PERSONAS } from "#sandbox/identity/personas.ts";
import type { DiscordConfig } from "#server/config/config.ts";
import { createDiscordIdentity } from "#server/providers/identity/identity.ts";
import {
  type Identity,
  IdentityFailure,
  type IdentityFailureDetail,
  type IdentityFailureReason,
  type IdentityFlow,
} from "#server/providers/ports/people.ts";
import { line } from "#shared/schemas/text.ts";
import { holdDeadlines, neverAnswers, passDeadlines } from "#tests/support/deadlines.ts";
import { CALLBACK, consent, discordWorld } from "#tests/support/discord.ts";
import { CLOSED_PORT, httpServer } from "#tests/support/game-servers.ts";
import { rejectionOf } from "#tests/support/rejection.ts";

beforeEach(holdDeadlines);

/** The whole flow of one person; `adjust` is what goes wrong on the way. */
const prove = async (
  discord: DiscordConfig,
  persona: string,
  adjust: (way: {
    answer: URLSearchParams;
    flow: IdentityFlow;
  }) => { callback?: string } | void = () => {},
): Promise<Identity> => {
  const provider = createDiscordIdentity(discord);
  const { address, flow } = provider.begin(CALLBACK);
  const way = { answer: await consent(address, persona), flow: { ...flow } };
  const adjusted = adjust(way);
  return provider.finish(way.answer, way.flow, adjusted?.callback ?? CALLBACK);
};

const failureOf = async (
  work: Promise<unknown>,
): Promise<[IdentityFailureDetail, IdentityFailureReason]> => {
  const error = await rejectionOf(work);
  if (!(error instanceof IdentityFailure)) throw error;
  return [error.detail, error.reason];
};

/** A Discord that says what the test says, in place of token endpoint, API and pictures. */
const oddDiscord = (answer: (path: string) => Response | Promise<Response>): DiscordConfig => {
  const { url } = httpServer((request) => answer(new URL(request.url).pathname));
  return {
    authorizeUrl: `${url}/authorize`,
    tokenUrl: `${url}/token`,
    apiBase: `${url}/api`,
    cdnBase: "https://cdn.example",
    clientId: "1182639400182370001",
    clientSecret: "secret",
  };
};

const TOKEN = { access_token: "token", token_type: "Bearer" };

const finishAt = (discord: DiscordConfig): Promise<Identity> => {
  const provider = createDiscordIdentity(discord);
  const { flow } = provider.begin(CALLBACK);
  return provider.finish(new URLSearchParams({ code: "code", state: flow.state }), flow, CALLBACK);
};

const withProfile = (profile: unknown) =>
  finishAt(
    oddDiscord((path) => (path === "/token" ? Response.json(TOKEN) : Response.json(profile))),
  );

const PROFILE = {
  id: "1182639400182374401",
  username: "adafrost",
  global_name: "Ada Frost",
  avatar: "5f2c1c7a9be04d53a1d7c2f0a3b4e611",
};

test("[LINK-10] ownership is proven by an authorisation code with state and S256", async () => {
  const { discord } = await discordWorld();
  const { address, flow } = createDiscordIdentity(discord).begin(CALLBACK);
  const url = new URL(address);
  expect(url.origin + url.pathname).toBe(discord.authorizeUrl);
  expect(Object.fromEntries(url.searchParams)).toEqual({
    response_type: "code",
    client_id: discord.clientId,
    redirect_uri: CALLBACK,
    state: flow.state,
    scope: "identify",
    code_challenge_method: "S256",
    code_challenge: new Bun.CryptoHasher("sha256").update(flow.verifier).digest("base64url"),
  });
  expect(address).not.toContain(flow.verifier);
  expect(createDiscordIdentity(discord).begin(CALLBACK).flow).not.toEqual(flow);
});

test("[LINK-14] the whole way over HTTP ends with the account, its id a string of all its digits", async () => {
  const { discord } = await discordWorld();
  expect(await prove(discord, "ada")).toEqual({
    externalId: "1182639400182374401",
    name: "Ada Frost",
    picture: expect.any(Uint8Array),
    nonce: null,
  });
});

test("[LINK-10] an account without an avatar is normal, and one without a display name has its username", async () => {
  const { discord } = await discordWorld();
  expect(await prove(discord, "plain")).toMatchObject({ name: "plainwalker", picture: null });
});

test("every persona can be proven, under a name that the site's own texts accept", async () => {
  const { discord } = await discordWorld();
  for (const { key, id } of DISCORD_PERSONAS) {
    const { externalId, name } = await prove(discord, key);
    expect(externalId).toBe(id);
    expect(line(50).parse(name)).toBe(name);
  }
});

test("[PIC-01] a picture comes along as a small WebP", async () => {
  const { discord } = await discordWorld();
  const { picture } = await prove(discord, "kit");
  const { format, width, height } = await new Bun.Image(picture ?? "").metadata();
  expect({ format, width, height }).toEqual({ format: "webp", width: 128, height: 128 });
  expect(picture?.length).toBeLessThanOrEqual(64 * 1024);
});

test("control characters, line breaks and bidirectional overrides do not come through a name", async () => {
  const { discord } = await discordWorld();
  const { name } = await prove(discord, "unicode");
  expect(name).toBe("𝓛𝔂𝓷𝔁 🐾 Ñandú żółw");
});

test.each([
  ["is longer than 50", { global_name: "🐾".repeat(40) }, "🐾".repeat(25)],
  ["is nothing but what is invisible", { global_name: "\u202e\u200b \n" }, "adafrost"],
  ["is missing", { global_name: undefined }, "adafrost"],
])("a display name that %s", async (_, given, name) => {
  expect((await withProfile({ ...PROFILE, ...given })).name).toBe(name);
});

test.each([
  ["a number", { id: Number(PROFILE.id) }],
  ["a path", { id: "../../../1182639400182374401" }],
  ["missing", { id: undefined }],
])("[LINK-14] an id that is %s is garbage", async (_, given) => {
  expect(await failureOf(withProfile({ ...PROFILE, ...given }))).toEqual(["malformed", "garbage"]);
});

test.each([["../x"], [7], [null], [undefined], [""]])(
  "an avatar of %p is no picture, and no failure",
  async (avatar) => {
    expect((await withProfile({ ...PROFILE, avatar })).picture).toBeNull();
  },
);

test("a person who refuses is told apart from everything else", async () => {
  const { discord } = await discordWorld();
  expect(await failureOf(prove(discord, "deny"))).toEqual(["declined", "denied"]);
});

test("the answer to another browser's question is refused, and its code stays unspent", async () => {
  const { discord, sandbox } = await discordWorld();
  sandbox.outages.set("discord", "down");
  for (const state of ["", "another"]) {
    const foreign = prove(discord, "ada", ({ flow }) => {
      flow.state = state;
    });
    expect(await failureOf(foreign)).toEqual(["state_mismatch", "expired"]);
  }
  const without = prove(discord, "deny", ({ answer }) => answer.delete("state"));
  expect(await failureOf(without)).toEqual(["state_mismatch", "expired"]);
});

test("a wrong verifier is refused", async () => {
  const { discord } = await discordWorld();
  const stolen = prove(discord, "ada", ({ flow }) => {
    flow.verifier = "x".repeat(43);
  });
  expect(await failureOf(stolen)).toEqual(["code_refused", "expired"]);
});

test("a code is good for one time", async () => {
  const { discord } = await discordWorld();
  const provider = createDiscordIdentity(discord);
  const { address, flow } = provider.begin(CALLBACK);
  const answer = await consent(address, "ada");
  expect(await provider.finish(answer, flow, CALLBACK)).toMatchObject({ name: "Ada Frost" });
  expect(await failureOf(provider.finish(answer, flow, CALLBACK))).toEqual([
    "code_refused",
    "expired",
  ]);
});

test("a code is redeemed for the callback it was given to, and no other", async () => {
  const { discord } = await discordWorld();
  const elsewhere = prove(discord, "ada", () => ({
    callback: "http://localhost:9/auth/discord/callback",
  }));
  expect(await failureOf(elsewhere)).toEqual(["code_refused", "expired"]);
});

test("a wrong secret is the site's trouble, not the person's", async () => {
  const { discord } = await discordWorld();
  expect(await failureOf(prove({ ...discord, clientSecret: "wrong" }, "ada"))).toEqual([
    "client_refused",
    "unavailable",
  ]);
});

test.each([
  ["no code", { code: null }, ["malformed", "garbage"]],
  ["an endless code", { code: "x".repeat(3000) }, ["malformed", "garbage"]],
  ["a scope it did not like", { error: "invalid_scope" }, ["request_refused", "unavailable"]],
  ["trouble of its own", { error: "server_error" }, ["status", "unavailable"]],
])("an answer with %s", async (_, given: Record<string, string | null>, expected) => {
  const { discord } = await discordWorld();
  const work = prove(discord, "ada", ({ answer }) => {
    for (const [name, value] of Object.entries(given))
      if (value === null) answer.delete(name);
      else answer.set(name, value);
  });
  expect(await failureOf(work)).toEqual(expected as never);
});

test.each(["code", "state", "error"])("a %s that stands twice is garbage", async (name) => {
  const { discord } = await discordWorld();
  const work = prove(discord, "ada", ({ answer }) => {
    answer.append(name, "another");
    answer.append(name, "another");
  });
  expect(await failureOf(work)).toEqual(["malformed", "garbage"]);
});

test.each([
  ["down", "status", "unavailable"],
  ["slow", "timeout", "unavailable"],
  ["garbage", "malformed", "garbage"],
] as const)(
  "a Discord that is %s fails at once or at its deadline",
  async (mode, detail, reason) => {
    const { discord, sandbox } = await discordWorld();
    sandbox.outages.set("discord", mode);
    expect(await failureOf(prove(discord, "ada"))).toEqual([detail, reason]);
    sandbox.outages.set("discord", "up");
    expect(await prove(discord, "ada")).toMatchObject({ name: "Ada Frost" });
  },
);

test("nobody at the address is unavailable", async () => {
  const url = `http://127.0.0.1:${CLOSED_PORT}`;
  const discord = { ...oddDiscord(() => Response.json(TOKEN)), tokenUrl: `${url}/token` };
  expect(await failureOf(finishAt(discord))).toEqual(["unreachable", "unavailable"]);
});

const PIECE = new TextEncoder().encode(" ".repeat(1000));
const streamed = (source: UnderlyingDefaultSource<Uint8Array>) => () =>
  new Response(new ReadableStream(source), { headers: { "content-type": "application/json" } });
/** Begins, and never goes on. */
const unfinished = streamed({
  start: (stream) => stream.enqueue(PIECE),
  pull: () => passDeadlines(),
});
const flood = streamed({ pull: (stream) => stream.enqueue(PIECE) });

test.each<
  [string, () => Response | Promise<Response>, [IdentityFailureDetail, IdentityFailureReason]]
>([
  ["HTML", () => new Response("<html>"), ["malformed", "garbage"]],
  ["no object", () => Response.json("token"), ["malformed", "garbage"]],
  ["no token", () => Response.json({}), ["malformed", "garbage"]],
  ["a token of lines", () => Response.json({ access_token: "a\nb" }), ["malformed", "garbage"]],
  ["an odd refusal", () => Response.json([], { status: 400 }), ["malformed", "garbage"]],
  ["too many requests", () => new Response("", { status: 429 }), ["status", "unavailable"]],
  ["silence", neverAnswers, ["timeout", "unavailable"]],
  ["an answer that never ends", unfinished, ["timeout", "unavailable"]],
  ["a flood that never ends", flood, ["malformed", "garbage"]],
  ["a redirect", () => Response.redirect("http://127.0.0.1:9/"), ["unreachable", "unavailable"]],
])("a token endpoint that answers with %s", async (_, answer, expected) => {
  expect(await failureOf(finishAt(oddDiscord(answer)))).toEqual(expected);
});

test.each<
  [string, () => Response | Promise<Response>, [IdentityFailureDetail, IdentityFailureReason]]
>([
  ["no JSON", () => new Response('{"id":'), ["malformed", "garbage"]],
  ["null", () => Response.json(null), ["malformed", "garbage"]],
  ["megabytes", () => new Response(`"${"x".repeat(2_000_000)}"`), ["malformed", "garbage"]],
  ["401", () => Response.json({}, { status: 401 }), ["status", "unavailable"]],
  ["a redirect", () => Response.redirect("http://127.0.0.1:9/"), ["unreachable", "unavailable"]],
  ["silence", neverAnswers, ["timeout", "unavailable"]],
])("a profile that is %s", async (_, answer, expected) => {
  const discord = oddDiscord((path) => (path === "/token" ? Response.json(TOKEN) : answer()));
  expect(await failureOf(finishAt(discord))).toEqual(expected);
});

test("a failure carries nothing that came from outside", async () => {
  const discord = oddDiscord(() =>
    Response.json({ error: "invalid_grant", error_description: "hunter2" }, { status: 400 }),
  );
  const error = await rejectionOf(finishAt(discord));
  expect(Bun.inspect(error, { depth: 9 })).not.toContain("hunter2");
  expect(error.cause).toBeUndefined();
});
