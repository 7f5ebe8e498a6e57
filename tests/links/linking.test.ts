import { describe, expect, test } from "bun:test";
import { PROOF_TTL_MS, type Platform } from "#shared/constants/accounts.ts";
import { PROOF_SENTENCES, MINECRAFT_SENTENCES } from "#shared/proof-messages.ts";
import { testApp } from "#tests/support/app.ts";
import { consent } from "#tests/support/discord.ts";
import { type HttpClient, httpClient } from "#tests/support/http-client.ts";
import { linkingWorld as world, messageOf } from "#tests/support/linking.ts";
import { auditActions, call, query } from "#tests/support/registration.ts";
import { signedIn } from "#tests/support/sign-in.ts";

const replyOf = async (response: Response) => [response.status, await response.text()];
const json = async (response: Response): Promise<unknown> => [
  response.status,
  await response.json(),
];

type Case = {
  platform: Platform;
  /** Name of the platform in addresses. */
  path: string;
  link: string;
  unlink: string;
  /** The body with which the account of `ada` is linked, as clients write it. */
  body: Record<string, string>;
  other: Record<string, string>;
  success: Record<string, unknown>;
  read: Record<string, unknown>;
};

const PICTURE = expect.stringMatching(/^\/pictures\/[\da-f]{64}\.webp$/);
const CASES: readonly Case[] = [
  {
    platform: "steam",
    path: "Steam",
    link: "link-steam",
    unlink: "unlink-steam",
    body: {
      SteamId: "76561198000104201",
      SteamName: "Forged",
      SteamImgUrl: "https://evil.example",
    },
    other: { SteamId: "76561198000104203" },
    success: { type: "STEAM_AUTH_SUCCESS", steamId: "76561198000104201" },
    read: { steamId: "76561198000104201", steamName: "Ada Frost", steamImgUrl: PICTURE },
  },
  {
    platform: "epic",
    path: "Epic",
    link: "link-epic",
    unlink: "unlink-epic",
    body: { EosId: "5f2c1c7a9be04d53a1d7c2f0a3b4e601", EpicName: "Forged" },
    other: { EosId: "5f2c1c7a9be04d53a1d7c2f0a3b4e603" },
    success: {
      type: "EPIC_AUTH_SUCCESS",
      eosId: "5f2c1c7a9be04d53a1d7c2f0a3b4e601",
      epicName: "AdaFrost",
    },
    read: { eosId: "5f2c1c7a9be04d53a1d7c2f0a3b4e601", epicName: "AdaFrost" },
  },
  {
    platform: "minecraft",
    path: "Minecraft",
    link: "link-minecraft",
    unlink: "unlink-minecraft",
    body: {
      MinecraftUuid: "069a79f444e94726a5befca90e38aa01",
      MinecraftUsername: "Forged",
      MinecraftAvatarUrl: "https://evil.example",
    },
    other: { MinecraftUuid: "069a79f444e94726a5befca90e38aa03" },
    success: {
      type: "MINECRAFT_AUTH_SUCCESS",
      minecraftUuid: "069a79f444e94726a5befca90e38aa01",
      minecraftUsername: "AdaFrost",
      minecraftAvatarUrl: PICTURE,
    },
    read: {
      minecraftUuid: "069a79f444e94726a5befca90e38aa01",
      minecraftUsername: "AdaFrost",
    },
  },
];

describe.each(CASES)("$path", ({ platform, path, link, unlink, body, other, success, read }) => {
  test("[LINK-02, LINK-06] what a browser has proven is linked by its member, unlinked, and never eligible again", async () => {
    const { app, member } = await world();
    const ada = await member();
    expect((await ada.ask("GET", `/api/${path}/linked`)).status).toBe(404);
    const proven = await ada.prove(platform, "ada");
    expect(proven.status).toBe(200);
    expect(await messageOf(proven)).toEqual(success as never);
    expect(await proven.text()).toContain(PROOF_SENTENCES[platform].confirmed);
    expect(await replyOf(await ada.ask("PUT", `/api/${path}/${link}`, body))).toEqual([
      200,
      `Your ${path} account is linked.`,
    ]);
    expect(await json(await ada.ask("GET", `/api/${path}/linked`))).toEqual([200, read]);
    const eligible = { reply: { [platform]: { ...read, isEligible: true } } };
    expect(await query(ada, "links.list")).toMatchObject(eligible);

    expect((await ada.ask("PUT", `/api/${path}/${unlink}`)).status).toBe(200);
    expect(await replyOf(await ada.ask("PUT", `/api/${path}/${unlink}`))).toEqual([
      400,
      `No ${path} account is linked.`,
    ]);
    // Another member, another time: what was unlinked once stays without points.
    const eve = await member();
    await eve.prove(platform, "ada");
    const [status, text] = await replyOf(await eve.ask("PUT", `/api/${path}/${link}`, body));
    expect(status).toBe(200);
    expect(text).toContain("points can no longer be added");
    const retired = { reply: { [platform]: { isEligible: false } } };
    expect(await query(eve, "links.list")).toMatchObject(retired);
    expect(await auditActions(app)).toEqual(["link.added", "link.removed", "link.added"]);
  });

  test("[LINK-17] a window with a page of its own goes back there, whatever came of it", async () => {
    const { member } = await world();
    const next = platform === "steam" ? "<body>" : `<body data-next="/${platform}-auth.html">`;
    const ada = await member();
    for (const persona of ["ada", "taken", "deny"])
      expect(await (await ada.prove(platform, persona)).text()).toContain(next);
    // Whoever registers waits in a tab that has no such page.
    const registered = await ada.prove(platform, "kit", "register");
    expect(await registered.text()).toContain("<body>");
  });

  test("[LINK-02] an id that this browser has not proven is refused, whoever sends it", async () => {
    const { app, member } = await world();
    const [ada, eve] = [await member(), await member()];
    const notProven = [400, `Please link your ${path} account again.`];
    expect(await replyOf(await ada.ask("PUT", `/api/${path}/${link}`, body))).toEqual(notProven);
    await ada.prove(platform, "ada");
    expect(await replyOf(await ada.ask("PUT", `/api/${path}/${link}`, other))).toEqual(notProven);
    expect(await replyOf(await eve.ask("PUT", `/api/${path}/${link}`, body))).toEqual(notProven);
    app.clock.advance(PROOF_TTL_MS);
    expect(await replyOf(await ada.ask("PUT", `/api/${path}/${link}`, body))).toEqual(notProven);
    const rows = await app.deps.store.read.select().from(app.deps.store.tables.links);
    expect(rows).toEqual([]);
  });

  test("[LINK-03] whoever signs in after somebody has signed out cannot link what that person has proven", async () => {
    const { app, member } = await world();
    const ada = await member();
    await ada.prove(platform, "ada");
    expect((await ada.ask("POST", "/api/Auth/logout")).status).toBe(204);
    ada.token = (await signedIn(app)).token;
    expect(await replyOf(await ada.ask("PUT", `/api/${path}/${link}`, body))).toEqual([
      400,
      `Please link your ${path} account again.`,
    ]);
    await ada.prove(platform, "ada");
    expect((await ada.ask("PUT", `/api/${path}/${link}`, body)).status).toBe(200);
  });

  test("a proof is spent once, and a body without an id names the field", async () => {
    const { member } = await world();
    const ada = await member();
    await ada.prove(platform, "ada");
    const [field = ""] = Object.keys(body);
    const [status, text] = await replyOf(await ada.ask("PUT", `/api/${path}/${link}`, {}));
    expect(status).toBe(400);
    expect(String(text).toLowerCase()).toContain(field.toLowerCase());
    expect((await ada.ask("PUT", `/api/${path}/${link}`, body)).status).toBe(200);
    await ada.ask("PUT", `/api/${path}/${unlink}`);
    expect((await ada.ask("PUT", `/api/${path}/${link}`, body)).status).toBe(400);
  });

  test("[LINK-04] an account of another member is told in the window, and is 409 in the tab", async () => {
    const { member } = await world();
    const [ada, eve] = [await member(), await member()];
    await ada.prove(platform, "ada");
    await ada.ask("PUT", `/api/${path}/${link}`, body);
    const proven = await eve.prove(platform, "ada");
    expect(proven.status).toBe(409);
    expect(await messageOf(proven)).toEqual({ type: `${path.toUpperCase()}_DUPLICATE_ERROR` });
    expect(await proven.text()).toContain(PROOF_SENTENCES[platform].linked);
    expect(await replyOf(await eve.ask("PUT", `/api/${path}/${link}`, body))).toEqual([
      409,
      `This ${path} account is already linked to another user.`,
    ]);
    // Whoever has it already only brings it up to date.
    expect((await ada.prove(platform, "ada")).status).toBe(409);
    expect((await ada.ask("PUT", `/api/${path}/${link}`, body)).status).toBe(200);
  });

  test("[LINK-05] another account of the same platform needs unlinking first", async () => {
    const { member } = await world();
    const ada = await member();
    await ada.prove(platform, "ada");
    await ada.ask("PUT", `/api/${path}/${link}`, body);
    await ada.prove(platform, "kit");
    expect(await replyOf(await ada.ask("PUT", `/api/${path}/${link}`, other))).toEqual([
      409,
      `Another ${path} account is linked to you. Unlink it first.`,
    ]);
  });

  test("a declined consent is told to the opener, and nothing is proven", async () => {
    const { member } = await world();
    const ada = await member();
    const refused = await ada.prove(platform, "deny");
    expect(await messageOf(refused)).toEqual({
      type: `${path.toUpperCase()}_AUTH_FAILED`,
      reason: "denied",
    });
    expect(await refused.text()).toContain(PROOF_SENTENCES[platform].denied);
  });

  test.each([
    ["down", 503, "unavailable"],
    ["garbage", 502, "garbage"],
  ] as const)("a provider that is %s is told to person and log", async (mode, status, reason) => {
    const { app, sandbox, member } = await world();
    const ada = await member();
    sandbox.outages.set(platform === "minecraft" ? "microsoft" : platform, mode);
    const failed = await ada.prove(platform, "ada");
    expect(failed.status).toBe(status);
    expect(await messageOf(failed)).toMatchObject({ reason });
    expect(await failed.text()).toContain(PROOF_SENTENCES[platform][reason]);
    const warned = app.lines.filter(({ level }) => level === "warn");
    expect(warned).toEqual([expect.objectContaining({ event: `${platform}.failed` })]);
  });

  test("the answer to one browser's question is worth nothing in another, nor for another platform", async () => {
    const { member } = await world();
    const [ada, eve] = [await member(), await member()];
    const answer = await ada.answerOf(platform, "ada");
    await eve.answerOf(platform, "ada");
    expect(await messageOf(await eve.finish(platform, answer))).toMatchObject({
      reason: "expired",
    });
    expect(await messageOf(await ada.finish("discord", answer))).toMatchObject({
      reason: "expired",
    });
    expect((await ada.finish(platform, answer)).status).toBe(200);
  });

  test("[contract] a site that has not set it up says so in the window", async () => {
    const app = await testApp();
    const response = await httpClient(app).ask("GET", `/auth/${platform}/start?purpose=link`);
    expect(response.status).toBe(503);
    expect(await response.text()).toContain(PROOF_SENTENCES[platform].off);
    const unknown = await httpClient(app).ask("GET", `/auth/${platform}/start?purpose=steal`);
    expect(unknown.status).toBe(400);
  });

  test("[LINK-09] each platform's flow has a cookie of its own, which no other one takes", async () => {
    const { app } = await world();
    const who = httpClient(app);
    const started = await who.ask("GET", `/auth/${platform}/start?purpose=link`);
    expect(started.headers.getSetCookie()).toEqual([
      expect.stringMatching(
        new RegExp(`^${platform}-flow=[^;]+; Path=/; Max-Age=600; HttpOnly; SameSite=Lax$`),
      ),
    ]);
    expect(started.headers.has("cross-origin-opener-policy")).toBe(false);
    const flow = started.headers.getSetCookie()[0]?.split(";")[0]?.split("=")[1] ?? "";
    const answer = await consent(started.headers.get("location") ?? "", "ada");
    const moved = httpClient(app, "203.0.113.9", new Map([["discord-flow", flow]]));
    const response = await moved.ask("GET", `/auth/discord/callback?${answer}`);
    expect(await messageOf(response)).toMatchObject({ reason: "expired" });
  });
});

describe("Steam", () => {
  test("[LINK-16] the Web API key is refused to everybody, always", async () => {
    const { member } = await world();
    for (const who of [await member(), httpClient(await testApp())] as Pick<HttpClient, "ask">[]) {
      const response = await who.ask("GET", "/api/Steam/get-api-key");
      expect(response.status).toBe(403);
      expect(await response.json()).toMatchObject({
        message: expect.stringContaining("never leaves"),
      });
    }
  });

  test("[LINK-12] an answer is good once, even if Steam and the browser would take it twice", async () => {
    const { app, member } = await world();
    const { store } = app.deps;
    const ada = await member();
    const answer = await ada.answerOf("steam", "ada");
    await store.write(async (tx) => {
      const nonce = answer.get("openid.response_nonce") ?? "";
      const expiresAt = new Date(app.clock.now().getTime() + 600_000);
      await tx.insert(store.tables.openidNonces).values({ nonce, expiresAt });
    });
    const replayed = await ada.finish("steam", answer);
    expect(await messageOf(replayed)).toEqual({ type: "STEAM_AUTH_FAILED", reason: "expired" });
    expect((await ada.ask("PUT", "/api/Steam/link-steam", CASES[0]?.body)).status).toBe(400);
  });

  test("the nonce of an answer that was taken is kept for ten minutes", async () => {
    const { app, member } = await world();
    const ada = await member();
    await ada.prove("steam", "ada");
    const rows = await app.deps.store.read.select().from(app.deps.store.tables.openidNonces);
    const expiresAt = new Date(app.clock.now().getTime() + 10 * 60_000);
    expect(rows).toEqual([{ nonce: expect.any(String), expiresAt }]);
  });
});

describe("Minecraft", () => {
  test.each([
    ["child", "xboxChild"],
    ["noxbox", "xboxMissing"],
    ["nojava", "noJavaProfile"],
    ["odd", "xboxRefused"],
  ] as const)(
    "[LINK-13] %s is told in a sentence that a player understands",
    async (persona, reason) => {
      const { member } = await world();
      const ada = await member();
      const refused = await ada.prove("minecraft", persona);
      expect(refused.status).toBe(200);
      expect(await messageOf(refused)).toEqual({ type: "MINECRAFT_AUTH_FAILED", reason });
      expect(await refused.text()).toContain(MINECRAFT_SENTENCES[reason].replaceAll("'", "&#39;"));
    },
  );
});

describe("Discord", () => {
  const ADA = { discordId: "1182639400182374401" };
  const KIT = { DiscordId: "1182639400182374403" };

  test("a new proof replaces the account that is linked, and frees it", async () => {
    const { app, member } = await world();
    const [ada, eve] = [await member(), await member()];
    await ada.prove("discord", "ada");
    expect((await ada.ask("PUT", "/api/Discord/link-discord", ADA)).status).toBe(200);
    await ada.prove("discord", "kit");
    expect((await ada.ask("PUT", "/api/Discord/link-discord", KIT)).status).toBe(200);
    expect(await json(await ada.ask("GET", "/api/Discord/linked"))).toEqual([
      200,
      { discordId: KIT.DiscordId, discordName: "Kit", discordImgUrl: PICTURE },
    ]);
    await eve.prove("discord", "ada");
    expect((await eve.ask("PUT", "/api/Discord/link-discord", ADA)).status).toBe(200);
    expect(await auditActions(app)).toEqual([
      "link.added",
      "link.removed",
      "link.added",
      "link.added",
    ]);
    expect(await app.deps.store.read.select().from(app.deps.store.tables.retiredLinks)).toEqual([]);
  });

  test("it cannot be unlinked, and whoever registers proves nothing with one that is taken", async () => {
    const { member } = await world();
    const [ada, eve] = [await member(), await member()];
    expect(await call(ada, "links.unlink", { platform: "discord" })).toMatchObject({ status: 400 });
    await ada.prove("discord", "ada");
    await ada.ask("PUT", "/api/Discord/link-discord", ADA);
    const taken = await eve.prove("discord", "ada", "register");
    expect(taken.status).toBe(409);
    expect(await taken.text()).toContain(PROOF_SENTENCES.discord.duplicate);
    expect(await query(eve, "links.discordProof")).toEqual({ status: 200, reply: null });
    expect((await eve.ask("PUT", "/api/Discord/link-discord", ADA)).status).toBe(400);
  });

  test("what can be linked is what is configured", async () => {
    const { member } = await world();
    expect(await query(await member(), "links.list")).toMatchObject({
      reply: { available: ["discord", "steam", "minecraft", "epic"], discord: null, steam: null },
    });
  });
});
