import { describe, expect, test } from "bun:test";
import { eq } from "drizzle-orm";
import { unlinkAccount } from "#server/modules/links/index.ts";
import { DAY_MS } from "#shared/constants/time.ts";
import type { BanList } from "#shared/schemas/strikes.ts";
import { STRIKES } from "#shared/strike-messages.ts";
import { banWorld, idsOf, MINECRAFT, SECRET, STEAM } from "#tests/support/bans.ts";
import { linkGame, pluginOf } from "#tests/support/bridge.ts";
import { asMember } from "#tests/support/context.ts";
import { person, refusalOf } from "#tests/support/people.ts";
import { signedIn } from "#tests/support/sign-in.ts";
import { strikeOf } from "#tests/support/strikes.ts";

describe("[STRIKE-07] the list of bans", () => {
  test("names linked accounts alone, until when and why, and nobody who may play", async () => {
    const { app, member, stranger, strike, bans, check } = await banWorld();
    await linkGame(app, member.id, "steam", STEAM);
    await linkGame(app, stranger.id, "steam", "76561198000000002");
    await strike({ forbids: ["writing", "buying", "earning"] });
    expect(await bans()).toEqual({ isWhole: true, bans: [], cursor: "1.0", hasMore: false });
    const { id, endsAt } = await strike({ term: "week" });
    const ban = {
      isBanned: true,
      until: endsAt,
      strikeId: id,
      rule: "ASE 1.1",
      reason: "Griefed a new tribe.",
    };
    const whole = await bans();
    expect(whole).toEqual({
      isWhole: true,
      bans: [{ platform: "steam", playerId: STEAM, ...ban }],
      cursor: "1.1",
      hasMore: false,
    });
    expect(await check("steam", STEAM)).toEqual(ban);
    expect(await check("steam", "76561198000000002")).toMatchObject({ isBanned: false });
    expect(await check("steam", "76561198000009999")).toMatchObject({ isBanned: false });
  });

  test("tells since a cursor only what has changed: strikes, liftings, new links", async () => {
    const { app, member, moderator, strike, bans, link } = await banWorld();
    await linkGame(app, member.id, "steam", STEAM);
    const { id } = await strike();
    const first = await bans();
    const same = await bans(`?since=${first.cursor}`);
    expect(same).toEqual({ isWhole: false, bans: [], cursor: first.cursor, hasMore: false });
    await link(member.id, "minecraft", MINECRAFT);
    const linked = await bans(`?since=${first.cursor}`);
    expect([linked.isWhole, idsOf(linked)]).toEqual([false, [`${MINECRAFT} true`]]);
    await moderator.strikes.lift.mutate({ id, reason: "Fine" });
    const lifted = await bans(`?since=${linked.cursor}`);
    expect(idsOf(lifted).toSorted()).toEqual([`${MINECRAFT} false`, `${STEAM} false`]);
    expect(idsOf(await bans())).toEqual([]);
  });

  test("ends with the strike by the clock, and falls back to the next longest", async () => {
    const { app, member, moderator, strike, bans, clock, check } = await banWorld();
    await linkGame(app, member.id, "steam", STEAM);
    const short = await strike({ term: "day" });
    const long = await strike({ term: "permanent" });
    expect((await bans()).bans).toMatchObject([{ strikeId: long.id, until: null }]);
    await moderator.strikes.lift.mutate({ id: long.id, reason: "Too long" });
    expect((await bans()).bans).toMatchObject([{ strikeId: short.id, until: short.endsAt }]);
    clock.advance(DAY_MS);
    expect(idsOf(await bans())).toEqual([]);
    expect(await check("steam", STEAM)).toMatchObject({ isBanned: false });
  });

  test("comes in pages that miss nothing, and is 304 where the plugin has it", async () => {
    const { app, moderator, plugin, bans } = await banWorld();
    const players = new Set<string>();
    for (let number = 1; number <= 5; number += 1) {
      const { userId } = await signedIn(app);
      players.add(`7656119800000010${number}`);
      await linkGame(app, userId, "steam", `7656119800000010${number}`);
      await moderator.strikes.issue.mutate(strikeOf(userId, { term: "permanent" }));
    }
    const seen: string[] = [];
    let query = "?limit=2";
    for (let page = 1; page <= 3; page += 1) {
      const { bans: some, cursor, hasMore, isWhole } = await bans(query);
      expect([isWhole, hasMore]).toEqual([page === 1, page < 3]);
      seen.push(...some.map(({ playerId }) => playerId));
      query = `?limit=2&since=${cursor}`;
    }
    expect(new Set(seen)).toEqual(players);
    const headers = { authorization: `Bearer ${plugin.key}` };
    const first = await app.request("/api/bridge/bans", { headers });
    const etag = first.headers.get("etag") ?? "";
    const again = await app.request("/api/bridge/bans", {
      headers: { ...headers, "if-none-match": etag },
    });
    expect([first.status, again.status, await again.text()]).toEqual([200, 304, ""]);
    for (const since of ["nonsense", "9.9", "1.999999"])
      expect((await bans(`?since=${since}`)).isWhole).toBe(true);
    for (const limit of ["0", "501", "x"])
      expect((await plugin.call("GET", `/bans?limit=${limit}`)).status).toBe(400);
  });

  test("is told to keys with the scope, by platforms of their games alone", async () => {
    const { app, member, admin, strike } = await banWorld();
    await linkGame(app, member.id, "steam", STEAM);
    await linkGame(app, member.id, "minecraft", MINECRAFT);
    await strike();
    const miner = await pluginOf(app, admin, { scopes: ["bans:read"], games: ["minecraft"] });
    const { answer } = await miner.call("GET", "/bans");
    expect((answer as BanList).bans.map(({ playerId }) => playerId)).toEqual([MINECRAFT]);
    expect((await miner.call("GET", `/bans/steam/${STEAM}`)).answer).toMatchObject({
      code: "key_platform",
    });
    const other = await pluginOf(app, admin, { scopes: ["players:read"] });
    expect((await other.call("GET", "/bans")).answer).toMatchObject({ code: "key_scope" });
    expect((await member.ask("GET", "/api/bridge/bans")).status).toBe(401);
    expect((await app.request("/api/bridge/bans")).status).toBe(401);
  });
});

describe("[STRIKE-08] a banned member", () => {
  test("keeps the account of the game until the strike is over", async () => {
    const { app, member, strike, clock, bans } = await banWorld();
    await linkGame(app, member.id, "steam", STEAM);
    await strike({ term: "day" });
    const before = await bans();
    const unlink = () =>
      member.ask("DELETE", "/api/userprofile/steam").then(({ status }) => status);
    const ctx = () => asMember(app.deps, { userId: member.id, secret: SECRET });
    expect(await unlinkAccount(ctx(), { platform: "steam" }).catch(String)).toContain(
      STRIKES.unlinkWhileBanned,
    );
    expect(await unlink()).not.toBe(200);
    clock.advance(DAY_MS);
    expect(await unlinkAccount(ctx(), { platform: "steam" })).not.toBe("");
    // Of an account whose id is not kept nobody can be told: everybody reads the list again.
    expect(await bans(`?since=${before.cursor}`)).toMatchObject({ isWhole: true, bans: [] });
  });
});

describe("[STRIKE-09] a ban outlives the account", () => {
  test("erased and linked by a new one, the strike is back without a word that anybody wrote", async () => {
    const { app, admin, member, strike, bans, check, link, kept, strikesOf, clock } =
      await banWorld();
    await linkGame(app, member.id, "steam", STEAM);
    const over = await strike({ term: "day", forbids: ["buying"] });
    clock.advance(DAY_MS);
    const moderator = await person(app, admin.id);
    const issued = await moderator.strikes.issue.mutate(
      strikeOf(member.id, {
        term: "permanent",
        reason: "PERSONAL",
        remark: "PERSONAL",
        evidence: ["https://example.test/PERSONAL"],
      }),
    );
    await moderator.rights.erase.mutate({
      id: member.id,
      email: `${member.id}@example.test`,
      reason: "request",
    });
    const left = await strikesOf(member.id);
    expect(left.map(({ id }) => id)).toEqual([issued.id]);
    expect(JSON.stringify([left, await kept()])).not.toContain("PERSONAL");
    expect(JSON.stringify([left, await kept()])).not.toContain(STEAM);
    expect(over.id).not.toBe(issued.id);
    expect((await bans()).bans).toEqual([]);
    // The id is not kept, but whoever asks about it is told.
    expect(await check("steam", STEAM)).toMatchObject({ isBanned: true, strikeId: issued.id });
    const { userId } = await signedIn(app);
    await link(userId, "steam", STEAM);
    expect((await strikesOf(userId)).map(({ id }) => id)).toEqual([issued.id]);
    expect(await kept()).toEqual([]);
    expect((await bans()).bans).toMatchObject([{ playerId: STEAM, until: null, reason: "" }]);
  });

  test("merged accounts have the strikes of both, and nobody escapes by merging", async () => {
    const { app, member, moderator, bans, strikesOf } = await banWorld();
    const { userId: otherId, token: otherToken } = await signedIn(app, {
      email: "second@example.test",
      emailKey: "second@example.test",
    });
    await linkGame(app, member.id, "steam", STEAM);
    await linkGame(app, otherId, "steam", "76561198000000002");
    await linkGame(app, otherId, "epic", "5f2c1c7a9be04d53a1d7c2f0a3b4e601");
    const { id } = await moderator.strikes.issue.mutate(strikeOf(otherId));
    const preview = await member.rights.previewMerge.mutate({ otherToken });
    expect(preview.obstacles).toContain(STRIKES.mergeWhileBanned);
    const merge = { otherToken, mark: preview.mark, keepOthers: [] };
    expect(await refusalOf(member.rights.merge.mutate(merge))).toEqual([
      409,
      STRIKES.mergeWhileBanned,
    ]);
    const { links } = app.deps.store.tables;
    await app.deps.store.write((tx) => tx.delete(links).where(eq(links.externalId, STEAM)));
    const { mark } = await member.rights.previewMerge.mutate({ otherToken });
    await member.rights.merge.mutate({ ...merge, mark });
    expect((await strikesOf(member.id)).map((row) => row.id)).toEqual([id]);
    expect((await bans()).bans.map(({ playerId }) => playerId).toSorted()).toEqual([
      "5f2c1c7a9be04d53a1d7c2f0a3b4e601",
      "76561198000000002",
    ]);
  });
});
