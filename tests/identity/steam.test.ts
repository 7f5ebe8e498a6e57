import { beforeEach, expect, test } from "bun:test";
import { STEAM_PERSONAS } from "#sandbox/identity/game-personas.ts";
import type { SteamConfig } from "#server/config/config.ts";
import { createSteamIdentity } from "#server/providers/identity/steam.ts";
import type { Identity } from "#server/providers/ports/people.ts";
import { line } from "#shared/schemas/text.ts";
import { movableClock } from "#tests/support/clock.ts";
import { holdDeadlines, neverAnswers } from "#tests/support/deadlines.ts";
import { consent } from "#tests/support/discord.ts";
import { CLOSED_PORT, httpServer } from "#tests/support/game-servers.ts";
import {
  callbackOf,
  configured,
  identityFailure,
  identityWorld,
  SITE,
} from "#tests/support/identity.ts";
import { rejectionOf } from "#tests/support/rejection.ts";

beforeEach(holdDeadlines);

const CALLBACK = callbackOf("steam");
const ADA = "76561198000104201";
const CLAIMED = "https://steamcommunity.com/openid/id/";
const NS = "http://specs.openid.net/auth/2.0";

const world = async () => {
  const { sandbox, config } = await identityWorld();
  return { sandbox, steam: configured(config.steam) };
};

type Way = { answer: URLSearchParams; state: string };

/** The whole flow of one person; `adjust` is what goes wrong on the way. */
const prove = async (
  steam: SteamConfig,
  persona: string,
  adjust: (way: Way) => Partial<Way> | void = () => {},
): Promise<Identity> => {
  const provider = createSteamIdentity(steam, movableClock(new Date()));
  const { address, flow } = provider.begin(CALLBACK);
  const way = { answer: await consent(address, persona), state: flow.state };
  const { answer, state } = { ...way, ...adjust(way) };
  return provider.finish(answer, { state, verifier: "" }, CALLBACK);
};

test("[LINK-12] a person is sent to the configured endpoint, and back to this browser's own address", async () => {
  const { steam } = await world();
  const provider = createSteamIdentity(steam, movableClock());
  const { address, flow } = provider.begin(CALLBACK);
  const url = new URL(address);
  expect(url.origin + url.pathname).toBe(steam.openIdUrl);
  expect(Object.fromEntries(url.searchParams)).toEqual({
    "openid.ns": NS,
    "openid.mode": "checkid_setup",
    "openid.identity": `${NS}/identifier_select`,
    "openid.claimed_id": `${NS}/identifier_select`,
    "openid.realm": SITE,
    "openid.return_to": `${CALLBACK}?state=${flow.state}`,
  });
  expect(flow.state).toMatch(/^[\w-]{43}$/);
  expect(provider.begin(CALLBACK).flow.state).not.toBe(flow.state);
  expect(address).not.toContain(steam.webApiKey);
});

test("[LINK-14] the whole way over HTTP ends with the account, its id a string of all its digits", async () => {
  const { steam } = await world();
  const identity = await prove(steam, "ada");
  expect(identity).toMatchObject({ externalId: ADA, name: "Ada Frost" });
  expect(identity.nonce).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ\S+$/);
  const { format, width } = await new Bun.Image(identity.picture ?? "").metadata();
  expect({ format, width }).toEqual({ format: "webp", width: 128 });
});

test("every persona can be proven, under a name that the site's own texts accept", async () => {
  const { steam } = await world();
  for (const { key, id } of STEAM_PERSONAS) {
    const { externalId, name } = await prove(steam, key);
    expect(externalId).toBe(id);
    expect(line(50).parse(name)).toBe(name);
    expect(name).not.toBe("");
  }
});

test("an account without a picture is normal, and a name that nobody can see is the id", async () => {
  const { steam } = await world();
  expect((await prove(steam, "plain")).picture).toBeNull();
  expect((await prove(steam, "unseen")).name).toBe("76561198000104215");
});

/** Each of the forged callbacks of [LINK-12], and what it is refused as. */
const FORGERIES: readonly [
  title: string,
  adjust: (way: Way) => Partial<Way> | void,
  refused: [string, string],
][] = [
  [
    "a state of another browser",
    ({ answer }) => answer.set("state", "another"),
    ["state_mismatch", "expired"],
  ],
  ["no state", ({ answer }) => answer.delete("state"), ["state_mismatch", "expired"]],
  ["an empty state", () => ({ state: "" }), ["state_mismatch", "expired"]],
  [
    "a spoofed id, unsigned",
    ({ answer }) => {
      answer.set("openid.claimed_id", `${CLAIMED}76561198000104203`);
      answer.set("openid.identity", `${CLAIMED}76561198000104203`);
    },
    ["code_refused", "expired"],
  ],
  [
    "a foreign op_endpoint",
    ({ answer }) => answer.set("openid.op_endpoint", "https://evil.example/openid/login"),
    ["forged", "garbage"],
  ],
  [
    "a foreign claimed_id",
    ({ answer }) => {
      answer.set("openid.claimed_id", `https://evil.example/openid/id/${ADA}`);
      answer.set("openid.identity", `https://evil.example/openid/id/${ADA}`);
    },
    ["forged", "garbage"],
  ],
  [
    "an identity that is not the claimed one",
    ({ answer }) => answer.set("openid.identity", `${CLAIMED}76561198000104203`),
    ["forged", "garbage"],
  ],
  [
    "another return_to",
    ({ answer }) => answer.set("openid.return_to", `${SITE}/auth/discord/callback`),
    ["forged", "garbage"],
  ],
  [
    "a return_to that goes on",
    ({ answer }) =>
      answer.set("openid.return_to", `${answer.get("openid.return_to")}&purpose=register`),
    ["forged", "garbage"],
  ],
  [
    "a return_to of another site",
    ({ answer }) =>
      answer.set(
        "openid.return_to",
        (answer.get("openid.return_to") ?? "").replace(SITE, "https://evil.example"),
      ),
    ["forged", "garbage"],
  ],
  ...["op_endpoint", "claimed_id", "identity", "return_to", "response_nonce", "assoc_handle"].map(
    (name): (typeof FORGERIES)[number] => [
      `an unsigned ${name}`,
      ({ answer }) => {
        const signed = (answer.get("openid.signed") ?? "").split(",");
        answer.set("openid.signed", signed.filter((one) => one !== name).join(","));
      },
      ["forged", "garbage"],
    ],
  ),
  ...["openid.claimed_id", "openid.mode", "openid.sig", "state"].map(
    (name): (typeof FORGERIES)[number] => [
      `a ${name} that stands twice`,
      ({ answer }) => answer.append(name, answer.get(name) ?? ""),
      ["forged", "garbage"],
    ],
  ),
  [
    "a cancelled sign-in",
    ({ answer }) => answer.set("openid.mode", "cancel"),
    ["declined", "denied"],
  ],
  [
    "another mode",
    ({ answer }) => answer.set("openid.mode", "setup_needed"),
    ["forged", "garbage"],
  ],
  [
    "another OpenID",
    ({ answer }) => answer.set("openid.ns", "http://openid.net/signon/1.1"),
    ["forged", "garbage"],
  ],
  [
    "a bad signature",
    ({ answer }) => answer.set("openid.sig", "AAAA"),
    ["code_refused", "expired"],
  ],
  ["no signature", ({ answer }) => answer.delete("openid.sig"), ["code_refused", "expired"]],
  ...[`${ADA}0`, `${ADA}\n`, `${ADA}/`, `${ADA}?x`, "1234567890", `x${ADA}`].map(
    (id): (typeof FORGERIES)[number] => [
      `the id trick ${JSON.stringify(id)}`,
      ({ answer }) => {
        answer.set("openid.claimed_id", `${CLAIMED}${id}`);
        answer.set("openid.identity", `${CLAIMED}${id}`);
      },
      ["forged", "garbage"],
    ],
  ),
  [
    "a claimed_id with something before it",
    ({ answer }) => {
      answer.set("openid.claimed_id", `https://evil.example/${CLAIMED}${ADA}`);
      answer.set("openid.identity", `https://evil.example/${CLAIMED}${ADA}`);
    },
    ["forged", "garbage"],
  ],
  [
    "a nonce of no time",
    ({ answer }) => answer.set("openid.response_nonce", "yesterday"),
    ["forged", "garbage"],
  ],
  [
    "a nonce of an impossible time",
    ({ answer }) => answer.set("openid.response_nonce", "2026-99-99T99:99:99Zx"),
    ["forged", "garbage"],
  ],
  [
    "an endless nonce",
    ({ answer }) =>
      answer.set(
        "openid.response_nonce",
        `${answer.get("openid.response_nonce")}${"x".repeat(300)}`,
      ),
    ["forged", "garbage"],
  ],
];

test.each(FORGERIES)("[LINK-12] %s is refused", async (_, adjust, refused) => {
  const { steam } = await world();
  expect(await identityFailure(prove(steam, "ada", adjust))).toEqual(refused as never);
});

test("[LINK-12] the person's own refusal is told apart from everything else", async () => {
  const { steam } = await world();
  expect(await identityFailure(prove(steam, "deny"))).toEqual(["declined", "denied"]);
});

test("[LINK-12] an answer is good for five minutes, as its own nonce says", async () => {
  const { steam } = await world();
  const clock = movableClock(new Date());
  const provider = createSteamIdentity(steam, clock);
  const { address, flow } = provider.begin(CALLBACK);
  const answer = await consent(address, "ada");
  const answeredAt = Date.parse((answer.get("openid.response_nonce") ?? "").slice(0, 20));
  for (const offMs of [5 * 60_000 + 1, -5 * 60_000 - 1]) {
    clock.set(new Date(answeredAt + offMs));
    const late = provider.finish(answer, flow, CALLBACK);
    expect(await identityFailure(late)).toEqual(["late", "expired"]);
  }
  clock.set(new Date(answeredAt + 5 * 60_000));
  expect(await provider.finish(answer, flow, CALLBACK)).toMatchObject({ externalId: ADA });
});

test("[LINK-12] Steam confirms an answer once", async () => {
  const { steam } = await world();
  const provider = createSteamIdentity(steam, movableClock(new Date()));
  const { address, flow } = provider.begin(CALLBACK);
  const answer = await consent(address, "ada");
  await provider.finish(answer, flow, CALLBACK);
  const again = provider.finish(answer, flow, CALLBACK);
  expect(await identityFailure(again)).toEqual(["code_refused", "expired"]);
});

/** A Steam that says what the test says; whom it is asked about does not matter. */
const oddSteam = (answer: (path: string, request: Request) => Response | Promise<Response>) => {
  const asked: string[] = [];
  const { url } = httpServer((request) => {
    const { pathname } = new URL(request.url);
    asked.push(`${request.method} ${pathname}`);
    return answer(pathname, request);
  });
  const steam: SteamConfig = {
    openIdUrl: `${url}/openid/login`,
    apiBase: `${url}/api`,
    avatarBase: `${url}/avatars`,
    webApiKey: "hunter2",
  };
  return { steam, asked, url };
};

const valid = () => new Response(`ns:${NS}\nis_valid:true\n`);
const player = (given: object = {}) =>
  Response.json({ response: { players: [{ steamid: ADA, personaname: "Ada", ...given }] } });

/** An honest answer of a Steam, whatever that says when it is asked. */
const finishAt = (steam: SteamConfig): Promise<Identity> => {
  const clock = movableClock();
  const provider = createSteamIdentity(steam, clock);
  const { flow } = provider.begin(CALLBACK);
  const fields = {
    ns: NS,
    mode: "id_res",
    op_endpoint: steam.openIdUrl,
    claimed_id: CLAIMED + ADA,
    identity: CLAIMED + ADA,
    return_to: `${CALLBACK}?state=${flow.state}`,
    response_nonce: `${clock.now().toISOString().slice(0, 19)}Zabc`,
    assoc_handle: "1",
    signed: "signed,op_endpoint,claimed_id,identity,return_to,response_nonce,assoc_handle",
    sig: "x",
  };
  const answer = new URLSearchParams({ state: flow.state });
  for (const [name, value] of Object.entries(fields)) answer.set(`openid.${name}`, value);
  return provider.finish(answer, flow, CALLBACK);
};

test("[LINK-12] the whole answer is put to the endpoint, with the mode changed and nothing else of ours", async () => {
  let form = new URLSearchParams();
  const { steam } = oddSteam(async (path, request) => {
    if (path !== "/openid/login") return player();
    form = new URLSearchParams(await request.text());
    return valid();
  });
  expect(await finishAt(steam)).toMatchObject({ externalId: ADA, name: "Ada", picture: null });
  expect(form.get("openid.mode")).toBe("check_authentication");
  expect(form.get("openid.claimed_id")).toBe(CLAIMED + ADA);
  expect(form.getAll("openid.mode")).toHaveLength(1);
  expect([...form.keys()].every((name) => name.startsWith("openid."))).toBe(true);
});

test.each<[string, () => Response | Promise<Response>, [string, string]]>([
  ["no", () => new Response(`ns:${NS}\nis_valid:false\n`), ["code_refused", "expired"]],
  [
    "both",
    () => new Response(`ns:${NS}\nis_valid:true\nis_valid:false\n`),
    ["malformed", "garbage"],
  ],
  ["it in another OpenID", () => new Response("is_valid:true\n"), ["malformed", "garbage"]],
  [
    "it in passing",
    () => new Response(`ns:${NS}\nerror:is_valid:true\n`),
    ["malformed", "garbage"],
  ],
  [
    "it in upper case",
    () => new Response(`ns:${NS}\nis_valid:TRUE\n`),
    ["code_refused", "expired"],
  ],
  ["HTML", () => new Response("<html>"), ["malformed", "garbage"]],
  [
    "it with 201",
    () => new Response(`ns:${NS}\nis_valid:true\n`, { status: 201 }),
    ["status", "unavailable"],
  ],
  [
    "500",
    () => new Response(`ns:${NS}\nis_valid:true\n`, { status: 500 }),
    ["status", "unavailable"],
  ],
  ["a redirect", () => Response.redirect("http://127.0.0.1:9/"), ["unreachable", "unavailable"]],
  ["megabytes", () => new Response("x".repeat(2_000_000)), ["malformed", "garbage"]],
  ["nothing", neverAnswers, ["timeout", "unavailable"]],
])("[LINK-12] a Steam that says %s confirms nothing", async (_, answer, refused) => {
  const { steam } = oddSteam((path) => (path === "/openid/login" ? answer() : player()));
  expect(await identityFailure(finishAt(steam))).toEqual(refused as never);
});

test.each<[string, () => Response | Promise<Response>, [string, string]]>([
  ["nobody", () => Response.json({ response: { players: [] } }), ["malformed", "garbage"]],
  ["somebody else", () => player({ steamid: "76561198000104203" }), ["malformed", "garbage"]],
  ["no JSON", () => new Response("{"), ["malformed", "garbage"]],
  ["null", () => Response.json(null), ["malformed", "garbage"]],
  ["a refused key", () => new Response("", { status: 403 }), ["client_refused", "unavailable"]],
  ["503", () => new Response("", { status: 503 }), ["status", "unavailable"]],
  ["megabytes", () => new Response(`"${"x".repeat(2_000_000)}"`), ["malformed", "garbage"]],
  ["a redirect", () => Response.redirect("http://127.0.0.1:9/"), ["unreachable", "unavailable"]],
  ["silence", neverAnswers, ["timeout", "unavailable"]],
])("players of whom Steam tells %s", async (_, answer, refused) => {
  const { steam } = oddSteam((path) => (path === "/openid/login" ? valid() : answer()));
  expect(await identityFailure(finishAt(steam))).toEqual(refused as never);
});

const HASH = "5f2c1c7a9be04d53a1d7c2f0a3b4e6115f2c1c7a";

test("a picture is looked for below the configured base alone, whatever address Steam names", async () => {
  const { url: elsewhere } = httpServer(() => {
    throw new Error("Nobody asks here.");
  });
  const { steam, asked } = oddSteam((path) => {
    if (path === "/openid/login") return valid();
    if (path.startsWith("/avatars/")) return new Response("", { status: 404 });
    return player({ avatarfull: `${elsewhere}/${HASH}_full.jpg` });
  });
  expect(await finishAt(steam)).toMatchObject({ picture: null });
  expect(asked).toContain(`GET /avatars/${HASH}_full.jpg`);
});

test.each([["../../etc/passwd"], [`${HASH}.svg`], [7], [null], [`/${HASH}_full.jpg?x=.png`]])(
  "a picture %p is none, and no failure",
  async (avatarfull) => {
    const { steam, asked } = oddSteam((path) =>
      path === "/openid/login" ? valid() : player({ avatarfull }),
    );
    expect(await finishAt(steam)).toMatchObject({ picture: null });
    expect(asked.join()).not.toContain("/avatars");
  },
);

test.each([
  ["down", "status", "unavailable"],
  ["slow", "timeout", "unavailable"],
  ["garbage", "malformed", "garbage"],
] as const)("a Steam that is %s fails at once or at its deadline", async (mode, detail, reason) => {
  const { steam, sandbox } = await world();
  sandbox.outages.set("steam", mode);
  expect(await identityFailure(prove(steam, "ada"))).toEqual([detail, reason]);
  sandbox.outages.set("steam", "up");
  expect(await prove(steam, "ada")).toMatchObject({ name: "Ada Frost" });
});

test("nobody at the address is unavailable, and no failure carries the key", async () => {
  const { steam } = oddSteam(valid);
  const apiBase = `http://127.0.0.1:${CLOSED_PORT}`;
  const error = await rejectionOf(finishAt({ ...steam, apiBase }));
  expect(error).toMatchObject({ detail: "unreachable", reason: "unavailable" });
  expect(Bun.inspect(error, { depth: 9 })).not.toContain("hunter2");
});
