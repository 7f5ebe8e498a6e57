import { expect, test } from "bun:test";
import {
  EPIC_PERSONAS,
  MICROSOFT_PERSONAS,
  STEAM_PERSONAS,
} from "#sandbox/identity/game-personas.ts";
import { MICROSOFT_ACCESS, MICROSOFT_PATHS } from "#sandbox/identity/microsoft.ts";
import { STEAM_KEY, STEAM_PATHS } from "#sandbox/identity/steam.ts";
import { startSandbox } from "#sandbox/sandbox.ts";
import { afterThisTest } from "#tests/support/cleanup.ts";
import { consent } from "#tests/support/discord.ts";
import { callbackOf, SITE } from "#tests/support/identity.ts";

const sandbox = async () => {
  const started = await startSandbox();
  afterThisTest(() => started.stop());
  return started;
};

const NS = "http://specs.openid.net/auth/2.0";
const RETURN_TO = `${callbackOf("steam")}?state=s`;

const openId = (origin: string, given: Readonly<Record<string, string>> = {}): string => {
  const url = new URL(`${origin}${STEAM_PATHS.openId}`);
  const parameters = {
    ns: NS,
    mode: "checkid_setup",
    identity: `${NS}/identifier_select`,
    claimed_id: `${NS}/identifier_select`,
    realm: SITE,
    return_to: RETURN_TO,
    ...given,
  };
  for (const [name, value] of Object.entries(parameters))
    url.searchParams.set(`openid.${name}`, value);
  return url.href;
};

const confirm = async (origin: string, answer: URLSearchParams): Promise<string> => {
  const form = new URLSearchParams([...answer].filter(([name]) => name.startsWith("openid.")));
  form.set("openid.mode", "check_authentication");
  const response = await fetch(`${origin}${STEAM_PATHS.openId}`, { method: "POST", body: form });
  return response.text();
};

test("[contract] GET /personas lists who exists on every platform, with a key each", async () => {
  const { url } = await sandbox();
  const listed = (await (await fetch(`${url}/personas`)).json()) as Record<
    string,
    { key: string }[]
  >;
  const keys = (provider: string) => listed[provider]?.map(({ key }) => key);
  expect(keys("steam")).toEqual([
    "ada",
    "kit",
    "plain",
    "taken",
    "unicode",
    "unseen",
    "faceless",
    "rook",
    "stranger",
  ]);
  expect(keys("epic")).toEqual(["ada", "kit", "unnamed", "taken", "stranger"]);
  expect(keys("microsoft")).toEqual(expect.arrayContaining(["ada", "taken", "nojava", "child"]));
  for (const people of [STEAM_PERSONAS, EPIC_PERSONAS])
    expect(new Set(people.map(({ id }) => id)).size).toBe(people.length);
  const players = MICROSOFT_PERSONAS.flatMap(({ profile }) => profile?.id ?? []);
  expect(new Set(players).size).toBe(players.length);
});

test("Steam's page lets a person pick anybody or cancel, and keeps the question", async () => {
  const { url } = await sandbox();
  const body = await (await fetch(openId(url))).text();
  for (const { key } of STEAM_PERSONAS) expect(body).toContain(`name="persona" value="${key}"`);
  expect(body).toContain('name="persona" value="deny"');
  expect(body).toContain('name="openid.realm"');
  const pictures = [...body.matchAll(/<img src="([^"]+)"/g)];
  expect(pictures.length).toBeGreaterThan(2);
  for (const [, picture] of pictures)
    expect((await fetch(url + picture)).headers.get("content-type")).toBe("image/jpeg");
});

test("Steam confirms what it has signed, once, and nothing else", async () => {
  const { url } = await sandbox();
  const answer = await consent(openId(url), "ada");
  const forged = new URLSearchParams(answer);
  forged.set("openid.claimed_id", "https://steamcommunity.com/openid/id/76561198000104203");
  expect(await confirm(url, forged)).toBe(`ns:${NS}\nis_valid:false\n`);
  expect(await confirm(url, answer)).toBe(`ns:${NS}\nis_valid:true\n`);
  expect(await confirm(url, answer)).toBe(`ns:${NS}\nis_valid:false\n`);
});

test("whoever cancels at Steam comes back with the word for it", async () => {
  const { url } = await sandbox();
  const answer = await consent(openId(url), "deny");
  expect(Object.fromEntries(answer)).toEqual({
    state: "s",
    "openid.ns": NS,
    "openid.mode": "cancel",
  });
});

test.each([
  ["another site", { return_to: "https://evil.example/", realm: "https://evil.example" }],
  ["a realm that is another's", { realm: "http://localhost:9" }],
  ["another mode", { mode: "id_res" }],
  ["an identity of its own", { identity: "https://steamcommunity.com/openid/id/1" }],
])("Steam refuses a request of %s on the spot", async (_, given) => {
  const { url } = await sandbox();
  const response = await fetch(`${openId(url, given)}&persona=ada`, { redirect: "manual" });
  expect(response.status).toBe(400);
});

test("Steam tells of players to whoever has the key, and serves their pictures", async () => {
  const { url } = await sandbox();
  const ask = (key: string) =>
    fetch(
      `${url}${STEAM_PATHS.api}/ISteamUser/GetPlayerSummaries/v0002/?key=${key}&steamids=76561198000104201`,
    );
  expect((await ask("wrong")).status).toBe(403);
  const { response } = (await (await ask(STEAM_KEY)).json()) as {
    response: { players: { personaname: string; avatarfull: string }[] };
  };
  expect(response.players).toHaveLength(1);
  expect(response.players[0]?.personaname).toBe("Ada Frost");
  const picture = await fetch(response.players[0]?.avatarfull ?? "");
  expect(await new Bun.Image(await picture.arrayBuffer()).metadata()).toMatchObject({
    width: 184,
    format: "jpeg",
  });
  expect((await fetch(`${url}${STEAM_PATHS.avatars}/${"0".repeat(40)}_full.jpg`)).status).toBe(404);
});

test("every stranger is somebody else, and exists from then on", async () => {
  const { url } = await sandbox();
  const meet = async () => (await consent(openId(url), "stranger")).get("openid.claimed_id") ?? "";
  const [one, other] = [await meet(), await meet()];
  expect(one).toMatch(/^https:\/\/steamcommunity\.com\/openid\/id\/7656119\d{10}$/);
  expect(other).not.toBe(one);
  const query = `key=${STEAM_KEY}&steamids=${one.split("/").at(-1)}`;
  const known = await fetch(`${url}${STEAM_PATHS.api}/ISteamUser/GetPlayerSummaries/v2/?${query}`);
  expect(await known.json()).toMatchObject({
    response: { players: [{ communityvisibilitystate: 3 }] },
  });
});

test("each service behind Microsoft takes only the token of the one before", async () => {
  const { url } = await sandbox();
  const { xbox, xsts, minecraft, token, authorize } = MICROSOFT_PATHS;
  const post = (path: string, body: unknown) =>
    fetch(url + path, { method: "POST", body: JSON.stringify(body) });
  const user = (ticket: string) =>
    post(`${xbox}/user/authenticate`, {
      Properties: {
        AuthMethod: "RPS",
        SiteName: "user.auth.xboxlive.com",
        RpsTicket: `d=${ticket}`,
      },
      RelyingParty: "http://auth.xboxlive.com",
      TokenType: "JWT",
    });
  expect((await user("x")).status).toBe(401);
  expect((await post(`${xbox}/user/authenticate`, {})).status).toBe(400);
  expect((await post(`${xsts}/xsts/authorize`, {})).status).toBe(400);
  const login = `${minecraft}/authentication/login_with_xbox`;
  expect((await post(login, { identityToken: "x" })).status).toBe(400);
  expect((await post(login, { identityToken: "XBL3.0 x=1;2" })).status).toBe(401);
  const profile = `${url}${minecraft}/minecraft/profile`;
  expect((await fetch(profile, { headers: { authorization: "Bearer x" } })).status).toBe(401);

  const page = new URL(url + authorize);
  const { clientId, clientSecret } = MICROSOFT_ACCESS;
  const redirect_uri = callbackOf("minecraft");
  const asked = {
    response_type: "code",
    client_id: clientId,
    redirect_uri,
    scope: "XboxLive.signin",
  };
  for (const [name, value] of Object.entries(asked)) page.searchParams.set(name, value);
  const code = (await consent(page.href, "ada")).get("code") ?? "";
  const form = { grant_type: "authorization_code", code, redirect_uri };
  const redeemed = await fetch(url + token, {
    method: "POST",
    body: new URLSearchParams({ ...form, client_id: clientId, client_secret: clientSecret }),
  });
  const { access_token } = (await redeemed.json()) as { access_token: string };
  expect(await (await user(access_token)).json()).toMatchObject({
    Token: expect.any(String),
    DisplayClaims: { xui: [{ uhs: expect.any(String) }] },
  });
});
