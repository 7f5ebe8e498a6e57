import { expect, test } from "bun:test";
import { eq } from "drizzle-orm";
import { startSandbox } from "#sandbox/sandbox.ts";
import { randomSecret } from "#server/auth/secrets.ts";
import { PROOF_SENTENCES } from "#shared/proof-messages.ts";
import { addMember, PASSWORD } from "#tests/support/accounts.ts";
import { testApp, type TestApp } from "#tests/support/app.ts";
import { afterThisTest } from "#tests/support/cleanup.ts";
import { consent } from "#tests/support/discord.ts";
import { httpClient } from "#tests/support/http-client.ts";
import { linkingWorld } from "#tests/support/linking.ts";
import { mailedSecret, NEW_PASSWORD } from "#tests/support/registration.ts";
import { signedIn } from "#tests/support/sign-in.ts";

const ADA = "76561198000104201";

/** Somebody whose browser holds only what they know. */
const holding = (app: TestApp, secret: string) =>
  httpClient(app, "198.51.100.9", new Map([["proofs", secret]]));

/** What a response does to a cookie: its new value, "" for taking it away, null for nothing. */
const setTo = (response: Response, name: string): string | null => {
  const line = response.headers.getSetCookie().find((set) => set.startsWith(`${name}=`));
  return line === undefined ? null : (line.slice(name.length + 1).split(";")[0] ?? "");
};

test("whoever puts a proof cookie into somebody's browser learns nothing of what is proven there", async () => {
  const { app, member } = await linkingWorld();
  const planted = randomSecret();
  const ada = await member();
  ada.cookies.set("proofs", planted);
  const proven = await ada.prove("discord", "ada", "register");
  expect(setTo(proven, "proofs")).toMatch(/^[\w-]{43}$/);
  expect(setTo(proven, "proofs")).not.toBe(planted);

  const eve = holding(app, planted);
  expect(await (await eve.ask("GET", "/api/trpc/links.discordProof")).json()).toEqual({
    result: { data: null },
  });
  expect(await (await ada.ask("GET", "/api/trpc/links.discordProof")).json()).toMatchObject({
    result: { data: { discordName: "Ada Frost" } },
  });
});

test("a neighbour on the same domain plants no flow: what begins with another space is not `__Host-`", async () => {
  const sandbox = await startSandbox();
  afterThisTest(() => sandbox.stop());
  const app = await testApp({
    env: { ...sandbox.environment, PUBLIC_URL: "https://localhost:3000" },
  });
  app.clock.set(new Date());
  const eve = httpClient(app, "198.51.100.9");
  const started = await eve.ask("GET", "/auth/steam/start?purpose=link");
  const answer = await consent(started.headers.get("location") ?? "", "ada");
  const flow = eve.cookies.get("__Host-steam-flow") ?? "";

  const grace = httpClient(app);
  await grace.login((await addMember(app.deps)).email, PASSWORD);
  expect(grace.cookies.get("__Host-person")).toMatch(/^[\w-]{43}$/);
  for (const [name, value] of grace.cookies) if (value === "") grace.cookies.delete(name);
  // Browsers take the byte A0 before a name, and send it as it is; a second person would be nobody.
  grace.cookies.set("\u00a0__Host-steam-flow", flow);
  grace.cookies.set("\u00a0__Host-person", randomSecret());
  const finished = await grace.ask("GET", `/auth/steam/callback?${answer}`);
  expect(await finished.text()).toContain(PROOF_SENTENCES.steam.expired);
  const linked = await grace.ask("PUT", "/api/Steam/link-steam", { steamId: ADA });
  expect(linked.status).toBe(400);
});

test("each proof has a new secret, and what was proven before moves over whole", async () => {
  const { app, member } = await linkingWorld();
  const ada = await member();
  const eve = await member();
  const secrets: string[] = [];
  for (const [platform, persona] of [
    ["steam", "ada"],
    ["discord", "ada"],
    ["epic", "ada"],
    ["minecraft", "ada"],
  ] as const) {
    await ada.prove(platform, persona);
    secrets.push(ada.cookies.get("proofs") ?? "");
  }
  expect(new Set(secrets).size).toBe(4);
  const { proofs } = app.deps.store.tables;
  expect(await app.deps.store.read.select().from(proofs)).toHaveLength(4);
  for (const former of secrets.slice(0, -1)) {
    eve.cookies.set("proofs", former);
    const stolen = await eve.ask("PUT", "/api/Steam/link-steam", { steamId: ADA });
    expect(stolen.status).toBe(400);
  }
  const linked = await ada.ask("PUT", "/api/Steam/link-steam", { steamId: ADA });
  expect(linked.status).toBe(200);
});

test("a proof that is over does not come back with the next one", async () => {
  const { app, member } = await linkingWorld();
  const ada = await member();
  await ada.prove("steam", "ada");
  app.clock.advance(31 * 60_000);
  await ada.prove("discord", "ada");
  const late = await ada.ask("PUT", "/api/Steam/link-steam", { steamId: ADA });
  expect(late.status).toBe(400);
});

const LOGINS: Readonly<Record<string, string>> = {
  REST: "/api/Auth/login",
  tRPC: "/api/trpc/accounts.login",
};
const LOGOUTS: Readonly<Record<string, string>> = {
  REST: "/api/Auth/logout",
  tRPC: "/api/trpc/accounts.logout",
};

test.each(["REST", "tRPC"])(
  "login and logout over %s leave no secret for the next person in that browser",
  async (transport) => {
    const app = await testApp();
    const { email } = await addMember(app.deps);
    const planted = randomSecret();
    const browser = holding(app, planted);
    const login = await browser.ask("POST", LOGINS[transport] ?? "", { email, password: PASSWORD });
    expect([login.status, setTo(login, "proofs")]).toEqual([200, ""]);
    const { token } = await signedIn(app);
    const leaving = holding(app, planted);
    leaving.token = token;
    const logout = await leaving.ask("POST", LOGOUTS[transport] ?? "", {});
    expect([logout.ok, setTo(logout, "proofs")]).toEqual([true, ""]);
  },
);

/** Ada's browser, and the address of the person who logs in there after her. */
const linkerAndNext = async () => {
  const { app, member } = await linkingWorld();
  const { email } = await addMember(app.deps);
  return { app, email, ada: await member() };
};

test.each(["REST", "tRPC"])(
  "a flow that was begun before a login or logout over %s cannot be ended by the next person",
  async (transport) => {
    const { app, email, ada } = await linkerAndNext();
    const answer = await ada.answerOf("epic", "ada");
    expect(ada.cookies.get("epic-flow")).not.toBe("");
    const logout = await ada.ask("POST", LOGOUTS[transport] ?? "", {});
    const flows = ["discord-flow", "steam-flow", "minecraft-flow", "epic-flow"];
    expect(flows.map((name) => setTo(logout, name))).toEqual(["", "", "", ""]);
    const late = await ada.finish("epic", answer);
    expect(await late.text()).toContain(PROOF_SENTENCES.epic.expired);
    const login = await httpClient(app).ask("POST", LOGINS[transport] ?? "", {
      email,
      password: PASSWORD,
    });
    expect(flows.map((name) => setTo(login, name))).toEqual(["", "", "", ""]);
  },
);

/** What a browser keeps of a response that reaches it after everything else. */
const keepCookies = (who: { cookies: Map<string, string> }, response: Response) => {
  for (const line of response.headers.getSetCookie()) {
    const [, name = "", value = ""] = /^([^=]+)=([^;]*)/u.exec(line) ?? [];
    who.cookies.set(name, value);
  }
};

test.each(["REST", "tRPC"])(
  "a proof that is under way while the person changes over %s is nobody's, whenever its answer arrives",
  async (transport) => {
    const { app, email, ada } = await linkerAndNext();
    await ada.ask("POST", LOGINS[transport] ?? "", { email, password: PASSWORD });
    const kept = new Map(ada.cookies);
    const flow = await ada.ask("GET", "/auth/steam/start?purpose=link");
    const proven = await ada.prove("steam", "ada");
    // Neither answer has reached the browser yet.
    for (const name of ada.cookies.keys()) ada.cookies.set(name, kept.get(name) ?? "");
    const people = [ada.cookies.get("person")];
    await ada.ask("POST", LOGOUTS[transport] ?? "", {});
    people.push(ada.cookies.get("person"));
    await ada.ask("POST", LOGINS[transport] ?? "", { email, password: PASSWORD });
    people.push(ada.cookies.get("person"));
    expect(new Set(people).size).toBe(3);
    ada.token = (await signedIn(app)).token;
    keepCookies(ada, flow);
    keepCookies(ada, proven);
    const stolen = await ada.ask("PUT", "/api/Steam/link-steam", { steamId: ADA });
    expect(stolen.status).toBe(400);
    const answer = await consent(flow.headers.get("location") ?? "", "ada");
    const late = await ada.finish("steam", answer);
    expect(late.status).toBe(400);
    expect(await late.text()).toContain(PROOF_SENTENCES.steam.expired);
  },
);

type Ending = readonly [method: string, path: string, bodyOf: (userId: string) => object];

/** Every other way in which a member ends the session of the browser that asks. */
const ENDINGS: Readonly<Record<string, Ending>> = {
  "closing the account": ["PUT", "/api/Auth/deactivate-account", () => ({})],
  "an Admin who ends their own": ["POST", "/api/trpc/administration.endSessions", (id) => ({ id })],
};

/** What a member sends who was mailed the link to a new password. */
const resetOf = async (app: TestApp, userId: string) => {
  const { store } = app.deps;
  const { users } = store.tables;
  const [user] = await store.read.select().from(users).where(eq(users.id, userId));
  await httpClient(app).ask("POST", "/api/trpc/accounts.requestPasswordReset", {
    email: user?.email,
  });
  const token = await mailedSecret(app, "reset");
  return { token, newPassword: NEW_PASSWORD, confirmPassword: NEW_PASSWORD };
};

test.each([...Object.keys(ENDINGS), "a new password by mail", "ending this browser's own"])(
  "%s leaves neither a proof nor a flow for the next person in that browser",
  async (ending) => {
    const { app, member } = await linkingWorld();
    const ada = await member();
    const { store } = app.deps;
    const { users } = store.tables;
    if (ending.includes("Admin"))
      await store.write((tx) =>
        tx.update(users).set({ role: "Admin" }).where(eq(users.id, ada.userId)),
      );
    const newPassword = ending.includes("mail") ? await resetOf(app, ada.userId) : {};
    await ada.prove("discord", "ada", "register");
    const proven = new Map(ada.cookies);
    const answer = await ada.answerOf("steam", "ada");
    const listed = await ada.ask("GET", "/api/trpc/accounts.sessions");
    const { result } = (await listed.json()) as { result: { data: { id: string }[] } };
    const byMail: Ending = ["POST", "/api/trpc/accounts.resetPassword", () => newPassword];
    const own: Ending = [
      "POST",
      "/api/trpc/accounts.endSession",
      () => ({ id: result.data[0]?.id }),
    ];
    const [method, path, bodyOf] = ENDINGS[ending] ?? (ending.includes("mail") ? byMail : own);
    expect((await ada.ask(method, path, bodyOf(ada.userId))).status).toBe(200);
    ada.token = null;
    const proof = async () => (await ada.ask("GET", "/api/trpc/links.discordProof")).json();
    const nothing = { result: { data: null } };
    expect(await proof()).toEqual(nothing);
    expect((await ada.finish("steam", answer)).status).toBe(400);
    // Not even for whoever has kept the cookies.
    for (const [name, value] of proven) ada.cookies.set(name, value);
    expect(await proof()).toEqual(nothing);
  },
);

test("a refused login leaves the browser as it was", async () => {
  const app = await testApp();
  const { email } = await addMember(app.deps);
  const refused = await holding(app, randomSecret()).ask("POST", "/api/Auth/login", {
    email,
    password: "Wrong!2026test",
  });
  expect([refused.status, refused.headers.getSetCookie()]).toEqual([401, []]);
});

test("a login never goes on with a session that was there before", async () => {
  const app = await testApp();
  const { email } = await addMember(app.deps);
  const eve = await signedIn(app);
  const browser = httpClient(app);
  browser.token = eve.token;
  const answer = await browser.ask("POST", "/api/Auth/login", { email, password: PASSWORD });
  const { token } = (await answer.json()) as { token: string };
  expect(answer.headers.get("x-auth-token")).toBeNull();
  const sessionOf = async (bearer: string) => (await app.deps.auth.tokens.verify(bearer))?.sid;
  expect(await sessionOf(token)).not.toBe(await sessionOf(eve.token));
  const me = await app.request("/api/Auth/me", { headers: { authorization: `Bearer ${token}` } });
  expect(await me.json()).toMatchObject({ email });
});

test("nobody can make a browser known to an account by a cookie of their own", async () => {
  const app = await testApp();
  const { id } = await addMember(app.deps);
  const made = Buffer.from(JSON.stringify({ id: "mine", accounts: [id] })).toString("base64url");
  for (const cookie of [made, `${made}.`, `${made}.${"A".repeat(43)}`, "."]) {
    const browser = httpClient(app, "203.0.113.7", new Map([["known-browser", cookie]]));
    expect((await browser.ask("GET", "/api/server/eco")).status).toBe(200);
  }
});

test("a token has one spelling: every other way to write the same bytes is refused", async () => {
  const app = await testApp();
  const { token } = await signedIn(app);
  const status = async (written: string) =>
    (await app.request("/api/Auth/me", { headers: { authorization: `Bearer ${written}` } })).status;
  expect(await status(token)).toBe(200);
  const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
  const [head = "", claims = "", signature = ""] = token.split(".");
  // 43 characters carry 256 bits and two that mean nothing.
  const last = alphabet.indexOf(signature.at(-1) ?? "");
  const others = [1, 2, 3].map(
    (bits) => signature.slice(0, -1) + alphabet[last - (last % 4) + bits],
  );
  const spellings = [
    ...others.filter((other) => other !== signature).map((other) => `${head}.${claims}.${other}`),
    `${token}=`,
    `${token}==`,
    `${token}.`,
    `${head}=.${claims}.${signature}`,
    `${head}.${claims}=.${signature}`,
    `${head}.${claims}.${signature.slice(0, 9)}\t${signature.slice(9)}`,
    `${head}.${claims}.${signature.slice(0, 9)} ${signature.slice(9)}`,
    `${head}.${claims}.${signature.replaceAll("-", "+").replaceAll("_", "/")}+`,
  ];
  for (const written of spellings) expect([written, await status(written)]).toEqual([written, 401]);
  if (/[-_]/.test(signature))
    expect(await status(token.replaceAll("-", "+").replaceAll("_", "/"))).toBe(401);
  expect(await status(token)).toBe(200);
});

test("whoever logs in again has a new token, and the session that they had is over", async () => {
  const app = await testApp();
  const { email, id } = await addMember(app.deps);
  const grace = httpClient(app);
  await grace.login(email, PASSWORD);
  const former = await signedIn(app, id);
  const login = () =>
    app.request("/api/Auth/login", {
      method: "POST",
      headers: { ...former.headers, "content-type": "application/json" },
      body: JSON.stringify({ email, password: PASSWORD }),
    });
  const { token } = (await (await login()).json()) as { token: string };
  const statusOf = async (authorization: string) =>
    (await app.request("/api/Auth/me", { headers: { authorization } })).status;
  expect(await statusOf(former.headers.authorization)).toBe(401);
  expect(await statusOf(`Bearer ${token}`)).toBe(200);
  // Other browsers stay.
  expect((await grace.ask("GET", "/api/Auth/me")).status).toBe(200);
});
