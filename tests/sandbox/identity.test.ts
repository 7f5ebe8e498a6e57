import { expect, test } from "bun:test";
import { createDiscord, DISCORD_ACCESS, DISCORD_PATHS } from "#sandbox/identity/identity.ts";
import { DISCORD_PERSONAS } from "#sandbox/identity/personas.ts";
import { createOutages } from "#sandbox/outages.ts";
import { startSandbox } from "#sandbox/sandbox.ts";
import { afterThisTest } from "#tests/support/cleanup.ts";
import { CALLBACK, consent } from "#tests/support/discord.ts";
import { rejectionOf } from "#tests/support/rejection.ts";

const VERIFIER = "v".repeat(43);
const { clientId, clientSecret } = DISCORD_ACCESS;

const sandbox = async () => {
  const started = await startSandbox();
  afterThisTest(() => started.stop());
  return started;
};

const authorize = (origin: string, given: Readonly<Record<string, string | null>> = {}): string => {
  const url = new URL(`${origin}${DISCORD_PATHS.authorize}`);
  const parameters: Record<string, string | null> = {
    response_type: "code",
    client_id: clientId,
    redirect_uri: CALLBACK,
    scope: "identify",
    state: "st&te=1",
    code_challenge_method: "S256",
    code_challenge: new Bun.CryptoHasher("sha256").update(VERIFIER).digest("base64url"),
    ...given,
  };
  for (const [name, value] of Object.entries(parameters))
    if (value !== null) url.searchParams.set(name, value);
  return url.href;
};

const tokenRequest = (
  origin: string,
  code: string | null,
  given: Readonly<Record<string, string | null>> = {},
): Request => {
  const form = new URLSearchParams();
  const fields = {
    grant_type: "authorization_code",
    code,
    redirect_uri: CALLBACK,
    code_verifier: VERIFIER,
    client_id: clientId,
    client_secret: clientSecret,
    ...given,
  };
  for (const [name, value] of Object.entries(fields)) if (value !== null) form.set(name, value);
  return new Request(`${origin}${DISCORD_PATHS.token}`, { method: "POST", body: form });
};

test("[contract] GET /personas lists who exists, by provider", async () => {
  const { url } = await sandbox();
  const listed = await (await fetch(`${url}/personas`)).json();
  expect(Object.keys(listed)).toEqual(["discord", "steam", "epic", "microsoft"]);
  expect(listed.discord.map(({ key }: { key: string }) => key)).toEqual([
    "ada",
    "kit",
    "plain",
    "taken",
    "coop",
    "unicode",
    "bare",
    "veil",
    "fancy",
    "stranger",
  ]);
});

test("the stranger is somebody new every time", async () => {
  const { url } = await sandbox();
  const meet = async () => {
    const code = (await consent(authorize(url), "stranger")).get("code");
    const { access_token } = (await (await fetch(tokenRequest(url, code))).json()) as {
      access_token: string;
    };
    const headers = { authorization: `Bearer ${access_token}` };
    const profile = await fetch(`${url}${DISCORD_PATHS.api}/users/@me`, { headers });
    return ((await profile.json()) as { id: string }).id;
  };
  const [one, other] = [await meet(), await meet()];
  expect(one).toMatch(/^\d{17,20}$/);
  expect(other).not.toBe(one);
});

test("ids are beyond what a JavaScript number holds, and no two are the same", () => {
  for (const { id } of DISCORD_PERSONAS) expect(String(Number(id))).not.toBe(id);
  expect(new Set(DISCORD_PERSONAS.map(({ id }) => id)).size).toBe(DISCORD_PERSONAS.length);
});

test("the consent page lets a person pick anybody or refuse, and keeps the question", async () => {
  const { url } = await sandbox();
  const response = await fetch(authorize(url));
  expect(response.status).toBe(200);
  const body = await response.text();
  for (const { key } of DISCORD_PERSONAS) expect(body).toContain(`name="persona" value="${key}"`);
  expect(body).toContain('name="persona" value="deny"');
  expect(body).toContain('name="state" value="st&amp;te=1"');
  for (const [, picture] of body.matchAll(/<img src="([^"]+)"/g))
    expect((await fetch(url + picture)).headers.get("content-type")).toBe("image/png");
});

test("[contract] persona=NAME consents at once, persona=deny refuses; the state comes back", async () => {
  const { url } = await sandbox();
  const given = await consent(authorize(url), "ada");
  expect(given.get("state")).toBe("st&te=1");
  expect(given.get("code")).toBeString();
  const refused = await consent(authorize(url), "deny");
  expect(refused.get("error")).toBe("access_denied");
  expect(refused.get("state")).toBe("st&te=1");
  expect(refused.has("code")).toBe(false);
});

test("[SAND-04] one persona's consent isolates its window, the others' does not", async () => {
  const { url } = await sandbox();
  for (const { key, isIsolating } of DISCORD_PERSONAS) {
    const response = await fetch(authorize(url, { persona: key }), { redirect: "manual" });
    expect(response.status).toBe(302);
    expect(response.headers.get("cross-origin-opener-policy")).toBe(
      isIsolating ? "same-origin" : null,
    );
  }
});

test.each([
  ["a foreign callback", { redirect_uri: "https://evil.example/auth/discord/callback" }],
  ["a callback elsewhere on the site", { redirect_uri: "http://localhost:3000/elsewhere" }],
  ["a callback with a query", { redirect_uri: `${CALLBACK}?next=1` }],
  ["a callback with a name in front", { redirect_uri: CALLBACK.replace("//", "//user@") }],
  ["no callback", { redirect_uri: null }],
  ["another application", { client_id: "1" }],
  ["an implicit grant", { response_type: "token" }],
  ["no scope", { scope: null }],
  ["a plain challenge", { code_challenge_method: "plain" }],
  ["a malformed challenge", { code_challenge: "short" }],
  ["an unknown persona", { persona: "nobody" }],
])("a request for consent with %s is refused on the spot", async (_, given) => {
  const { url } = await sandbox();
  const response = await fetch(
    authorize(url, { persona: "ada", ...(given as Record<string, string | null>) }),
    { redirect: "manual" },
  );
  expect(response.status).toBe(400);
  expect(response.headers.get("location")).toBeNull();
});

test("a parameter that stands twice is refused", async () => {
  const { url } = await sandbox();
  const response = await fetch(`${authorize(url, { persona: "ada" })}&state=other`);
  expect(response.status).toBe(400);
});

test("the client may show its secret in the body as well", async () => {
  const { url } = await sandbox();
  const { searchParams } = new URL(`${url}?${await consent(authorize(url), "ada")}`);
  const response = await fetch(tokenRequest(url, searchParams.get("code")));
  expect(await response.json()).toMatchObject({ token_type: "Bearer", scope: "identify" });
});

test.each([
  ["a wrong secret", { client_secret: "wrong" }, 401, "invalid_client"],
  ["no secret", { client_secret: null }, 401, "invalid_client"],
  ["another grant", { grant_type: "password" }, 400, "unsupported_grant_type"],
  ["another code", { code: "another" }, 400, "invalid_grant"],
  ["another callback", { redirect_uri: `${CALLBACK}/` }, 400, "invalid_grant"],
  ["no verifier", { code_verifier: null }, 400, "invalid_request"],
  ["a short verifier", { code_verifier: "short" }, 400, "invalid_request"],
  ["a wrong verifier", { code_verifier: "w".repeat(43) }, 400, "invalid_grant"],
])("a token is refused to %s", async (_, given, status, error) => {
  const { url } = await sandbox();
  const code = (await consent(authorize(url), "ada")).get("code");
  const response = await fetch(tokenRequest(url, code, given));
  expect(response.status).toBe(status);
  expect(await response.json()).toMatchObject({ error });
});

test("a code is good once, and for a minute", async () => {
  let nowMs = 0;
  const discord = createDiscord(createOutages(), () => nowMs);
  const origin = "http://sandbox.test";
  const ask = async (request: Request) =>
    (await discord.handle(request, new URL(request.url).pathname)) ?? new Response();
  const newCode = async () => {
    const response = await ask(new Request(authorize(origin, { persona: "ada" })));
    return new URL(response.headers.get("location") ?? "").searchParams.get("code");
  };
  const redeem = async (code: string | null) => (await ask(tokenRequest(origin, code))).status;
  const once = await newCode();
  expect([await redeem(once), await redeem(once)]).toEqual([200, 400]);
  const young = await newCode();
  nowMs += 59_999;
  expect(await redeem(young)).toBe(200);
  const old = await newCode();
  nowMs += 60_000;
  expect(await redeem(old)).toBe(400);
});

test("a profile is shown to its bearer alone", async () => {
  const { url } = await sandbox();
  const address = `${url}${DISCORD_PATHS.api}/users/@me`;
  expect((await fetch(address)).status).toBe(401);
  expect((await fetch(address, { headers: { authorization: "Bearer x" } })).status).toBe(401);
});

test("a picture that nobody has is not there", async () => {
  const { url } = await sandbox();
  expect((await fetch(`${url}${DISCORD_PATHS.cdn}/avatars/1/2.png`)).status).toBe(404);
});

test("[contract] POST /outage/{provider} makes a provider misbehave, and well again", async () => {
  const { url } = await sandbox();
  const set = (provider: string, body: string) =>
    fetch(`${url}/outage/${provider}`, { method: "POST", body });
  const redeem = async () => {
    const code = (await consent(authorize(url), "ada")).get("code");
    return fetch(tokenRequest(url, code));
  };
  expect(await (await set("discord", '{"mode":"down"}')).json()).toEqual({
    provider: "discord",
    mode: "down",
  });
  expect((await redeem()).status).toBe(503);
  await set("discord", '{"mode":"garbage"}');
  const garbage = await redeem();
  expect(garbage.status).toBe(200);
  expect(await garbage.text()).toContain("<!doctype");
  await set("discord", '{"mode":"up"}');
  expect((await redeem()).status).toBe(200);
  expect((await set("nobody", '{"mode":"up"}')).status).toBe(404);
  expect((await set("discord", '{"mode":"odd"}')).status).toBe(400);
  expect((await set("discord", "mode")).status).toBe(400);
  expect((await fetch(`${url}/outage/discord`)).status).toBe(405);
  expect(await (await fetch(`${url}/outage`)).json()).toEqual({
    discord: "up",
    steam: "up",
    epic: "up",
    microsoft: "up",
    tebex: "up",
    s3: "up",
    smtp: "up",
  });
});

test("a provider can fail with one question alone, hang up midway, send a page, or lead elsewhere", async () => {
  const { url, outages } = await sandbox();
  const set = (body: unknown) =>
    fetch(`${url}/outage/discord`, { method: "POST", body: JSON.stringify(body) });
  const ask = (hop: "token" | "profile") =>
    outages.answer("discord", hop, new Request(`${url}/discord/x`, { method: "POST" }), ok);
  expect(await (await set({ mode: "wrong-type", hop: "profile" })).json()).toEqual({
    provider: "discord",
    mode: "wrong-type",
    hop: "profile",
  });
  expect(await (await ask("token")).text()).toBe("ok");
  expect((await ask("profile")).headers.get("content-type")).toContain("text/html");
  await set({ mode: "redirect" });
  expect((await ask("token")).headers.get("location")).toMatch(/^http:\/\/localhost:/);
  await set({ mode: "truncated" });
  const cut = fetch(tokenRequest(url, "x")).then((response) => response.text());
  expect(await rejectionOf(cut)).toMatchObject({ code: "ECONNRESET" });
  expect((await set({ mode: "down", hop: "nowhere" })).status).toBe(400);
  expect(await (await fetch(url)).text()).toContain("<option>truncated</option>");
});

const ok = () => new Response("ok");

test("a slow provider answers late, and lets go of whoever hangs up", async () => {
  const outages = createOutages(40);
  outages.set("discord", "slow");
  const startedAt = performance.now();
  const late = await outages.answer("discord", "token", new Request("http://x"), ok);
  expect(await late.text()).toBe("ok");
  expect(performance.now() - startedAt).toBeGreaterThan(35);
  const gone = createOutages(60_000);
  gone.set("discord", "slow");
  const hung = new Request("http://x", { signal: AbortSignal.timeout(20) });
  expect((await gone.answer("discord", "token", hung, ok)).status).toBe(200);
});
