import { describe, expect, test } from "bun:test";
import { randomSecret } from "#server/auth/secrets.ts";
import { AppError } from "#server/core/errors.ts";
import { linkAccount, proveAccount, unlinkAccount } from "#server/modules/links/index.ts";
import { ACCOUNT, REGISTRATION } from "#shared/account-messages.ts";
import { PROOF_TTL_MS, type Platform } from "#shared/constants/accounts.ts";
import { addUser } from "#tests/support/accounts.ts";
import { testApp } from "#tests/support/app.ts";
import { asMember, asSite } from "#tests/support/context.ts";
import { httpClient } from "#tests/support/http-client.ts";
import { auditActions, query } from "#tests/support/registration.ts";
import { rejectionOf } from "#tests/support/rejection.ts";
import { signedIn } from "#tests/support/sign-in.ts";

const ENVIRONMENT = {
  DISCORD_CLIENT_ID: "112233445566778899",
  DISCORD_CLIENT_SECRET: "secret",
};

/** What a promise is refused with: code and sentence. */
const refusalOf = async (promise: Promise<unknown>) => {
  const error = await rejectionOf(promise);
  return error instanceof AppError ? [error.code, error.message] : [error.name];
};

const world = async () => {
  const app = await testApp();
  const { deps } = app;
  const { links, retiredLinks } = deps.store.tables;
  const member = async () => {
    const userId = await addUser(deps.store, app.clock);
    const ctx = asMember(deps, { userId, secret: randomSecret() });
    const browser: { secret: string | null } = ctx.browser;
    return {
      userId,
      browser,
      prove: (platform: Platform, externalId: string, name = "Ada") =>
        proveAccount(asSite(deps), {
          platform,
          externalId,
          name,
          browserSecret: browser.secret ?? "",
          isForMember: true,
        }),
      link: (platform: Platform, externalId: string) => linkAccount(ctx, { platform, externalId }),
      unlink: (platform: Platform) => unlinkAccount(ctx, { platform }),
    };
  };
  return {
    app,
    member,
    links: () => deps.store.read.select().from(links),
    retired: () => deps.store.read.select().from(retiredLinks),
  };
};

describe("a Discord account", () => {
  test("[LINK-21] the site says which Discord application it is, or that it has none", async () => {
    const app = await testApp({ env: ENVIRONMENT });
    expect(await query(httpClient(app), "links.discordClient")).toEqual({
      status: 200,
      reply: { clientId: ENVIRONMENT.DISCORD_CLIENT_ID },
    });
    expect(await query(httpClient(await testApp()), "links.discordClient")).toEqual({
      status: 503,
      reply: REGISTRATION.discordUnavailable,
    });
  });

  test("[LINK-20] that is linked is shown to its member alone; none is 404", async () => {
    const { app, member } = await world();
    const ada = await member();
    await ada.prove("discord", "1182639400182374401", "Ada Frost");
    await ada.link("discord", "1182639400182374401");
    const mine = httpClient(app);
    mine.token = (await signedIn(app, ada.userId)).token;
    const discord = {
      discordId: "1182639400182374401",
      discordName: "Ada Frost",
      discordImgUrl: null,
    };
    expect(await query(mine, "links.discord")).toEqual({ status: 200, reply: discord });
    const none = { steam: null, minecraft: null, epic: null, available: [] };
    const mineNow = { status: 200, reply: { discord, ...none } };
    expect(await query(mine, "links.list")).toEqual(mineNow);
    const other = httpClient(app);
    other.token = (await signedIn(app)).token;
    expect(await query(other, "links.discord")).toEqual({ status: 404, reply: ACCOUNT.noDiscord });
    const nothing = { status: 200, reply: { discord: null, ...none } };
    expect(await query(other, "links.list")).toEqual(nothing);
    expect(await query(httpClient(app), "links.discord")).toMatchObject({ status: 401 });
  });
});

describe("linking", () => {
  test("spends the proof, links the account and is written down", async () => {
    const { app, member, links } = await world();
    const ada = await member();
    await ada.prove("steam", "76561198000000001");
    await ada.link("steam", "76561198000000001");
    expect(await links()).toMatchObject([
      { userId: ada.userId, platform: "steam", externalId: "76561198000000001", name: "Ada" },
    ]);
    expect(await auditActions(app)).toEqual(["link.added"]);
    expect(await refusalOf(ada.link("steam", "76561198000000001"))).toEqual([
      "bad_request",
      "Please link your Steam account again.",
    ]);
  });

  test("needs a proof of this very account, by this browser, that is still good", async () => {
    const { app, member, links } = await world();
    const [ada, eve] = [await member(), await member()];
    await ada.prove("steam", "1");
    const unproven = ["bad_request", "Please link your Steam account again."];
    expect(await refusalOf(ada.link("steam", "2"))).toEqual(unproven);
    expect(await refusalOf(eve.link("steam", "1"))).toEqual(unproven);
    expect(await refusalOf(ada.link("epic", "1"))).toEqual([
      "bad_request",
      "Please link your Epic account again.",
    ]);
    app.clock.advance(PROOF_TTL_MS);
    expect(await refusalOf(ada.link("steam", "1"))).toEqual(unproven);
    ada.browser.secret = null;
    expect(await refusalOf(ada.link("steam", "1"))).toEqual(unproven);
    expect(await links()).toEqual([]);
  });

  test("[LINK-04] an account of another member is a conflict, also where two come at once", async () => {
    const { member, links } = await world();
    const [ada, eve] = [await member(), await member()];
    await ada.prove("steam", "1");
    await eve.prove("steam", "1");
    const outcomes = await Promise.allSettled([ada.link("steam", "1"), eve.link("steam", "1")]);
    expect(outcomes.map(({ status }) => status).toSorted()).toEqual(["fulfilled", "rejected"]);
    const refused = outcomes[0].status === "rejected" ? ada : eve;
    expect(await refusalOf(refused.link("steam", "1"))).toEqual([
      "conflict",
      "This Steam account is already linked to another user.",
    ]);
    expect(await links()).toHaveLength(1);
  });

  test("one account per platform: another needs unlinking first; the same is brought up to date", async () => {
    const { member, links } = await world();
    const ada = await member();
    await ada.prove("steam", "1", "Old name");
    const eve = await member();
    await eve.prove("steam", "2");
    await ada.link("steam", "1");
    await ada.prove("steam", "2");
    expect(await refusalOf(ada.link("steam", "2"))).toEqual([
      "conflict",
      "Another Steam account is linked to you. Unlink it first.",
    ]);
    expect(await links()).toMatchObject([{ externalId: "1", name: "Old name" }]);
    await ada.unlink("steam");
    await ada.link("steam", "2");
    expect(await links()).toMatchObject([{ externalId: "2" }]);
  });
});

describe("unlinking", () => {
  test("[LINK-06] retires an account of a game for good, by a keyed hash, once", async () => {
    const { app, member, links, retired } = await world();
    const ada = await member();
    for (const _ of [1, 2]) {
      await ada.prove("steam", "76561198000000001");
      await ada.link("steam", "76561198000000001");
      await ada.unlink("steam");
    }
    expect(await links()).toEqual([]);
    const rows = await retired();
    expect(rows).toMatchObject([{ platform: "steam", retiredAt: app.clock.now() }]);
    const plain = new Bun.CryptoHasher("sha256").update("steam 76561198000000001").digest("hex");
    expect(JSON.stringify(rows)).not.toContain("76561198000000001");
    expect(rows[0]?.hash).not.toBe(plain);
    expect(await auditActions(app)).toEqual([
      "link.added",
      "link.removed",
      "link.added",
      "link.removed",
    ]);
  });

  test("a Discord account is free again, and nothing remembers it", async () => {
    const { member, retired } = await world();
    const [ada, eve] = [await member(), await member()];
    await ada.prove("discord", "1");
    await ada.link("discord", "1");
    await ada.unlink("discord");
    await eve.prove("discord", "1");
    await eve.link("discord", "1");
    expect(await retired()).toEqual([]);
  });

  test("[LINK-05] what is not linked cannot be unlinked, nor what is another's", async () => {
    const { member, links } = await world();
    const [ada, eve] = [await member(), await member()];
    await ada.prove("epic", "1");
    await ada.link("epic", "1");
    expect(await refusalOf(eve.unlink("epic"))).toEqual([
      "bad_request",
      "No Epic account is linked.",
    ]);
    expect(await links()).toHaveLength(1);
  });
});
