import { beforeEach, expect, test } from "bun:test";
import { drawSkin } from "#sandbox/identity/avatar.ts";
import { MICROSOFT_PERSONAS } from "#sandbox/identity/game-personas.ts";
import type { MicrosoftConfig } from "#server/config/config.ts";
import { createMinecraftIdentity } from "#server/providers/identity/identity.ts";
import type { Identity } from "#server/providers/ports/people.ts";
import { MINECRAFT_FAILURES } from "#shared/constants/accounts.ts";
import { holdDeadlines, neverAnswers } from "#tests/support/deadlines.ts";
import { consent } from "#tests/support/discord.ts";
import { httpServer } from "#tests/support/game-servers.ts";
import { callbackOf, configured, identityFailure, identityWorld } from "#tests/support/identity.ts";

beforeEach(holdDeadlines);

const CALLBACK = callbackOf("minecraft");
const ADA = "069a79f444e94726a5befca90e38aa01";

const world = async () => {
  const { sandbox, config } = await identityWorld();
  return { sandbox, microsoft: configured(config.microsoft) };
};

const prove = async (
  microsoft: MicrosoftConfig,
  persona: string,
  verifier?: string,
): Promise<Identity> => {
  const provider = createMinecraftIdentity(microsoft);
  const { address, flow } = provider.begin(CALLBACK);
  const kept = { ...flow, ...(verifier !== undefined && { verifier }) };
  return provider.finish(await consent(address, persona), kept, CALLBACK);
};

test("[LINK-13] Microsoft is asked for a code with state and S256, for Xbox alone", async () => {
  const { microsoft } = await world();
  const { address, flow } = createMinecraftIdentity(microsoft).begin(CALLBACK);
  const url = new URL(address);
  expect(url.origin + url.pathname).toBe(microsoft.authorizeUrl);
  expect(Object.fromEntries(url.searchParams)).toEqual({
    response_type: "code",
    client_id: microsoft.clientId,
    redirect_uri: CALLBACK,
    state: flow.state,
    scope: "XboxLive.signin",
    code_challenge_method: "S256",
    code_challenge: new Bun.CryptoHasher("sha256").update(flow.verifier).digest("base64url"),
    prompt: "select_account",
  });
});

test("[LINK-13] the whole chain over HTTP ends with the Java profile and the skin's face", async () => {
  const { microsoft } = await world();
  const identity = await prove(microsoft, "ada");
  expect(identity).toMatchObject({ externalId: ADA, name: "AdaFrost", nonce: null });
  const { format, width, height } = await new Bun.Image(identity.picture ?? "").metadata();
  expect({ format, width, height }).toEqual({ format: "webp", width: 128, height: 128 });
});

test("a player without a skin has no picture, which is normal", async () => {
  const { microsoft } = await world();
  expect(await prove(microsoft, "kit")).toMatchObject({ name: "Kit_of_the_Den", picture: null });
});

test.each([
  ["banned", "xbox_banned", "xboxBanned"],
  ["guardian", "xbox_guardian", "xboxGuardian"],
  ["noxbox", "xbox_missing", "xboxMissing"],
  ["terms", "xbox_terms", "xboxTerms"],
  ["region", "xbox_region", "xboxRegion"],
  ["age", "xbox_age", "xboxAge"],
  ["playtime", "xbox_playtime", "xboxPlaytime"],
  ["child", "xbox_child", "xboxChild"],
  ["odd", "xbox_refused", "xboxRefused"],
  ["nojava", "no_java_profile", "noJavaProfile"],
  ["deny", "declined", "denied"],
] as const)("[LINK-13] %s is told apart from everything else", async (persona, detail, why) => {
  const { microsoft } = await world();
  expect(await identityFailure(prove(microsoft, persona))).toEqual([detail, why]);
});

test("the sandbox has somebody for everything that can be wrong with an account", async () => {
  const { microsoft } = await world();
  const met = new Set<string>();
  for (const { key, xErr, profile } of MICROSOFT_PERSONAS)
    if (xErr !== null || profile === null)
      met.add((await identityFailure(prove(microsoft, key)))[1]);
  expect(met).toEqual(new Set(MINECRAFT_FAILURES));
});

test("a wrong verifier is refused", async () => {
  const { microsoft } = await world();
  const stolen = prove(microsoft, "ada", "x".repeat(43));
  expect(await identityFailure(stolen)).toEqual(["code_refused", "expired"]);
});

const xbox = (token = "xbox") =>
  Response.json({ Token: token, DisplayClaims: { xui: [{ uhs: "42" }] } });

/** The answers of an honest chain, by path. */
const HONEST: Readonly<Record<string, () => Response>> = {
  "/token": () => Response.json({ access_token: "microsoft", token_type: "Bearer" }),
  "/user/authenticate": () => xbox(),
  "/xsts/authorize": () => xbox("xsts"),
  "/authentication/login_with_xbox": () => Response.json({ access_token: "minecraft" }),
  "/minecraft/profile": () => Response.json({ id: ADA, name: "AdaFrost", skins: [], capes: [] }),
};

/** A chain in which some answers are what the test says. */
const oddChain = (odd: Readonly<Record<string, () => Response | Promise<Response>>>) => {
  const asked: { path: string; body: string; bearer: string | null }[] = [];
  const { url } = httpServer(async (request) => {
    const path = new URL(request.url).pathname;
    asked.push({ path, body: await request.text(), bearer: request.headers.get("authorization") });
    return (await (odd[path] ?? HONEST[path])?.()) ?? new Response("", { status: 404 });
  });
  const microsoft: MicrosoftConfig = {
    authorizeUrl: `${url}/authorize`,
    tokenUrl: `${url}/token`,
    xboxBase: url,
    xstsBase: url,
    minecraftBase: url,
    texturesBase: url,
    clientId: "id",
    clientSecret: "secret",
  };
  const provider = createMinecraftIdentity(microsoft);
  const { flow } = provider.begin(CALLBACK);
  const answer = new URLSearchParams({ code: "code", state: flow.state });
  return { asked, url, finish: () => provider.finish(answer, flow, CALLBACK) };
};

test("[LINK-13] each service is asked in its own words, with the token of the one before", async () => {
  const { asked, finish } = oddChain({});
  expect(await finish()).toEqual({
    externalId: ADA,
    name: "AdaFrost",
    picture: null,
    nonce: null,
  });
  const [, user, xsts, login, profile] = asked;
  expect(JSON.parse(user?.body ?? "")).toEqual({
    Properties: {
      AuthMethod: "RPS",
      SiteName: "user.auth.xboxlive.com",
      RpsTicket: "d=microsoft",
    },
    RelyingParty: "http://auth.xboxlive.com",
    TokenType: "JWT",
  });
  expect(JSON.parse(xsts?.body ?? "")).toEqual({
    Properties: { SandboxId: "RETAIL", UserTokens: ["xbox"] },
    RelyingParty: "rp://api.minecraftservices.com/",
    TokenType: "JWT",
  });
  expect(JSON.parse(login?.body ?? "")).toEqual({ identityToken: "XBL3.0 x=42;xsts" });
  expect(profile).toMatchObject({ path: "/minecraft/profile", bearer: "Bearer minecraft" });
});

const status = (code: number) => () => Response.json({ error: "x" }, { status: code });

test.each<[string, string, () => Response | Promise<Response>, [string, string]]>([
  [
    "that Microsoft has not approved the site",
    "/authentication/login_with_xbox",
    status(403),
    ["client_refused", "unavailable"],
  ],
  ["a broken login", "/authentication/login_with_xbox", status(500), ["status", "unavailable"]],
  ["a refused Xbox token", "/user/authenticate", status(401), ["status", "unavailable"]],
  ["a 401 without a reason", "/xsts/authorize", status(401), ["malformed", "garbage"]],
  ["a broken XSTS", "/xsts/authorize", status(503), ["status", "unavailable"]],
  [
    "Xbox without a user",
    "/xsts/authorize",
    () => Response.json({ Token: "x", DisplayClaims: { xui: [] } }),
    ["malformed", "garbage"],
  ],
  ["a token of lines", "/user/authenticate", () => xbox("a\nb"), ["malformed", "garbage"]],
  [
    "a token of lines from Minecraft",
    "/authentication/login_with_xbox",
    () => Response.json({ access_token: "a\r\nb" }),
    ["malformed", "garbage"],
  ],
  [
    "a profile of no JSON",
    "/minecraft/profile",
    () => new Response("<html>"),
    ["malformed", "garbage"],
  ],
  [
    "another id",
    "/minecraft/profile",
    () => Response.json({ id: "../x", name: "Ada" }),
    ["malformed", "garbage"],
  ],
  [
    "a name of markup",
    "/minecraft/profile",
    () => Response.json({ id: ADA, name: "<b>" }),
    ["malformed", "garbage"],
  ],
  [
    "megabytes",
    "/minecraft/profile",
    () => new Response("x".repeat(2_000_000)),
    ["malformed", "garbage"],
  ],
  [
    "megabytes of refusal",
    "/xsts/authorize",
    () => new Response("x".repeat(2_000_000), { status: 401 }),
    ["malformed", "garbage"],
  ],
  [
    "a redirect",
    "/user/authenticate",
    () => Response.redirect("http://127.0.0.1:9/"),
    ["unreachable", "unavailable"],
  ],
  ["a silent Xbox", "/user/authenticate", neverAnswers, ["timeout", "unavailable"]],
  ["a silent XSTS", "/xsts/authorize", neverAnswers, ["timeout", "unavailable"]],
  ["a silent login", "/authentication/login_with_xbox", neverAnswers, ["timeout", "unavailable"]],
  ["a silent profile", "/minecraft/profile", neverAnswers, ["timeout", "unavailable"]],
])("a chain with %s", async (_, path, answer, refused) => {
  expect(await identityFailure(oddChain({ [path]: answer }).finish())).toEqual(refused as never);
});

const profileWith = (skins: unknown) => () => Response.json({ id: ADA, name: "AdaFrost", skins });
const worn = (url: string) => [{ state: "ACTIVE", url }];

test("a skin is looked for below the configured base alone, whatever address the profile names", async () => {
  const elsewhere = "http://169.254.169.254/texture/abc123";
  const { finish, asked } = oddChain({
    "/minecraft/profile": profileWith(worn(elsewhere)),
    "/texture/abc123": () =>
      new Response(drawSkin("x"), { headers: { "content-type": "image/png" } }),
  });
  expect((await finish()).picture).not.toBeNull();
  expect(asked.at(-1)?.path).toBe("/texture/abc123");
});

const absent = () => new Response("", { status: 404 });

test.each<[string, unknown, () => Response]>([
  ["that nobody wears", [{ state: "INACTIVE", url: "http://x/texture/abc123" }], absent],
  ["with an odd address", worn("http://x/texture/../../secret"), absent],
  ["of another shape", "skin", absent],
  ["that is not there", worn("http://x/texture/abc123"), absent],
  [
    "that is no picture",
    worn("http://x/texture/abc123"),
    () => new Response("<svg/>", { headers: { "content-type": "image/svg+xml" } }),
  ],
  [
    "that lies about itself",
    worn("http://x/texture/abc123"),
    () => new Response("<svg/>", { headers: { "content-type": "image/png" } }),
  ],
])("a skin %s is no picture, and no failure", async (_, skins, answer) => {
  const { finish } = oddChain({
    "/minecraft/profile": profileWith(skins),
    "/texture/abc123": answer,
  });
  expect(await finish()).toMatchObject({ externalId: ADA, picture: null });
});

test.each([
  ["down", "status", "unavailable"],
  ["slow", "timeout", "unavailable"],
  ["garbage", "malformed", "garbage"],
] as const)(
  "a Microsoft that is %s fails at once or at its deadline",
  async (mode, detail, why) => {
    const { microsoft, sandbox } = await world();
    sandbox.outages.set("microsoft", mode);
    expect(await identityFailure(prove(microsoft, "ada"))).toEqual([detail, why]);
    sandbox.outages.set("microsoft", "up");
    expect(await prove(microsoft, "ada")).toMatchObject({ name: "AdaFrost" });
  },
);
