import { describe, expect, test } from "bun:test";
import { addMember, PASSWORD } from "#tests/support/accounts.ts";
import { linkingWorld, messageOf } from "#tests/support/linking.ts";
import { auditActions } from "#tests/support/registration.ts";
import { signedIn } from "#tests/support/sign-in.ts";

const CLAIMED = "https://steamcommunity.com/openid/id/";
const ADA = "76561198000104201";
const KIT = "76561198000104203";

const named = (answer: URLSearchParams, id: string) => {
  answer.set("openid.claimed_id", CLAIMED + id);
  answer.set("openid.identity", CLAIMED + id);
};

/** What an attacker makes of an honest answer, or of what lies around it [LINK-12]. */
const FORGERIES: readonly [string, (answer: URLSearchParams) => void][] = [
  ["another state", (answer) => answer.set("state", "another")],
  ["a spoofed id", (answer) => named(answer, KIT)],
  [
    "a foreign endpoint",
    (answer) => answer.set("openid.op_endpoint", "https://evil.example/openid/login"),
  ],
  [
    "a foreign claimed id",
    (answer) => answer.set("openid.claimed_id", `https://evil.example/openid/id/${ADA}`),
  ],
  ["another identity", (answer) => answer.set("openid.identity", CLAIMED + KIT)],
  ["another return address", (answer) => answer.set("openid.return_to", "https://evil.example/")],
  [
    "an unsigned claimed id",
    (answer) =>
      answer.set("openid.signed", (answer.get("openid.signed") ?? "").replace("claimed_id,", "")),
  ],
  ["a parameter twice", (answer) => answer.append("openid.claimed_id", CLAIMED + KIT)],
  ["a refusal", (answer) => answer.set("openid.mode", "cancel")],
  [
    "an old nonce",
    (answer) => answer.set("openid.response_nonce", "2020-01-01T00:00:00Zabcdefghijkl"),
  ],
  ["a bad signature", (answer) => answer.set("openid.sig", "AAAA")],
  ["an id that goes on", (answer) => named(answer, `${ADA}0`)],
  ["no answer at all", (answer) => [...answer.keys()].forEach((name) => answer.delete(name))],
];

describe("[LINK-12] at Steam's route", () => {
  test.each(FORGERIES)(
    "%s proves nothing, and nothing can be linked after it",
    async (_, forge) => {
      const { app, member } = await linkingWorld();
      const { read, tables } = app.deps.store;
      const eve = await member();
      const answer = await eve.answerOf("steam", "ada");
      forge(answer);
      const refused = await messageOf(await eve.finish("steam", answer));
      expect(refused).toEqual({ type: "STEAM_AUTH_FAILED", reason: expect.any(String) as never });
      for (const steamId of [ADA, KIT, `${ADA}0`])
        expect((await eve.ask("PUT", "/api/Steam/link-steam", { steamId })).status).toBe(400);
      expect(await read.select().from(tables.proofs)).toEqual([]);
      expect(await read.select().from(tables.openidNonces)).toEqual([]);
      expect(await read.select().from(tables.links)).toEqual([]);
    },
  );
});

test.each(["cross-site", "same-site"])(
  "another site (%s) cannot use up the attempts of its visitors' network with pictures and frames, nor end their flows",
  async (site) => {
    const { app } = await linkingWorld();
    const attempts = app.deps.config.community.limits.proofsByAddress.max;
    const path = "/auth/steam/start?purpose=link";
    const embedding = { "sec-fetch-site": site, "sec-fetch-dest": "image" };
    const window = { "sec-fetch-site": site, "sec-fetch-dest": "document" };
    for (let count = 0; count <= attempts; count += 1)
      for (const where of [path, "/auth/steam/callback"]) {
        const embedded = await app.request(where, { headers: embedding });
        expect(embedded.headers.getSetCookie()).toEqual([]);
      }
    expect((await app.request(path, { headers: window })).status).toBe(302);
    const back = await app.request("/auth/steam/callback", { headers: window });
    expect(await messageOf(back)).toMatchObject({ reason: "expired" });
  },
);

test("what a browser fetches ahead, as any page may have it do, begins and ends no sign-in", async () => {
  const { app } = await linkingWorld();
  const attempts = app.deps.config.community.limits.proofsByAddress.max;
  const path = "/auth/steam/start?purpose=link";
  const window = { "sec-fetch-site": "cross-site", "sec-fetch-dest": "document" };
  for (let count = 0; count <= attempts; count += 1)
    for (const where of [path, "/auth/steam/callback"]) {
      const purpose = count % 2 === 0 ? "prefetch" : "prefetch;prerender";
      const ahead = await app.request(where, { headers: { ...window, "sec-purpose": purpose } });
      expect([ahead.status, ahead.headers.getSetCookie()]).toEqual([503, []]);
      expect(ahead.headers.get("cache-control")).toBe("no-store");
    }
  expect((await app.request(path, { headers: window })).status).toBe(302);
});

test("[LINK-03] whoever signs in where somebody was, who has not signed out, cannot link what that person has proven", async () => {
  const { app, member } = await linkingWorld();
  const ada = await member();
  await ada.prove("steam", "ada");
  // An Admin has signed Ada out everywhere; the browser is Eve's now.
  await app.deps.store.write((tx) => app.deps.auth.sessions.endAll(tx, ada.userId));
  ada.token = null;
  const eve = await addMember(app.deps);
  expect((await ada.login(eve.email, PASSWORD)).status).toBe(200);
  expect((await ada.ask("PUT", "/api/Steam/link-steam", { steamId: ADA })).status).toBe(400);
  await ada.prove("steam", "ada");
  expect((await ada.ask("PUT", "/api/Steam/link-steam", { steamId: ADA })).status).toBe(200);
});

/** What calls that are made at once are answered, the successes first. */
const statuses = async (calls: readonly Promise<Response>[]) =>
  (await Promise.all(calls)).map(({ status }) => status).toSorted((a, b) => a - b);

test("of what is sent at once one is done: the same link, the same unlinking, two accounts of one platform", async () => {
  const { app, member } = await linkingWorld();
  const [ada, elsewhere] = [await member(), await member()];
  elsewhere.token = ada.token;
  const link = (who: typeof ada, steamId: string) =>
    who.ask("PUT", "/api/Steam/link-steam", { steamId });
  await ada.prove("steam", "ada");
  expect(await statuses([link(ada, ADA), link(ada, ADA), link(ada, ADA)])).toEqual([200, 400, 400]);
  const unlink = () => ada.ask("PUT", "/api/Steam/unlink-steam");
  expect(await statuses([unlink(), unlink(), unlink()])).toEqual([200, 400, 400]);
  await ada.prove("steam", "ada");
  await elsewhere.prove("steam", "kit");
  expect(await statuses([link(ada, ADA), link(elsewhere, KIT)])).toEqual([200, 409]);
  expect(await auditActions(app)).toEqual(["link.added", "link.removed", "link.added"]);
});

test("[LINK-14] an id that no text can hold is refused by its field", async () => {
  const { app, member } = await linkingWorld();
  const ada = await member();
  await ada.prove("steam", "ada");
  for (const id of ["\0", `${ADA}\0`, `${ADA}\n`, "x".repeat(65), ""])
    for (const [path, field] of [
      ["/api/Steam/link-steam", "steamId"],
      ["/api/Epic/link-epic", "eosId"],
      ["/api/Minecraft/link-minecraft", "minecraftUuid"],
      ["/api/Discord/link-discord", "discordId"],
    ] as const) {
      const refused = await ada.ask("PUT", path, { [field]: id });
      expect(refused.status).toBe(400);
      expect(await refused.text()).toStartWith(field);
    }
  const admin = await signedIn(app, { role: "Admin" });
  const ask = (procedure: string, method: string) =>
    app.request(`/api/trpc/${procedure}`, {
      method,
      headers: { ...admin.headers, "content-type": "application/json" },
      body: JSON.stringify({ id: "a\0b" }),
    });
  for (const procedure of ["bridge.revokeKey", "accounts.endSession"])
    expect((await ask(procedure, "POST")).status).toBe(400);
});
