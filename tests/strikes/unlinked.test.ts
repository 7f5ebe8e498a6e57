import { describe, expect, test } from "bun:test";
import { eq } from "drizzle-orm";
import { siteJobs } from "#server/jobs/site-jobs.ts";
import { CLOSED_ACCOUNT_KEPT_MS } from "#shared/constants/accounts.ts";
import { DAY_MS } from "#shared/constants/time.ts";
import { REFUSED_LINE } from "#shared/data-messages.ts";
import { STRIKES } from "#shared/strike-messages.ts";
import { banWorld, idsOf, MINECRAFT, STEAM } from "#tests/support/bans.ts";
import { linkGame } from "#tests/support/bridge.ts";
import { person } from "#tests/support/people.ts";
import { rejectionOf } from "#tests/support/rejection.ts";
import { signedIn } from "#tests/support/sign-in.ts";
import { HEADER, importCsv, WAITING, waitingLine } from "#tests/support/waiting.ts";

/** A banned member whose Steam account the team has unlinked. */
const unlinkedWorld = async (term: "day" | "permanent" = "permanent") => {
  const world = await banWorld();
  const { app, admin, member, strike, store } = world;
  await linkGame(app, member.id, "steam", STEAM);
  const { id } = await strike({ term });
  const before = await world.bans();
  const removed = { id: member.id, platform: "steam", reason: "Asked for it" } as const;
  await admin.administration.removeLink.mutate(removed);
  const run = async (name: string) => {
    const job = siteJobs(app.deps).find((one) => one.name === name);
    await job?.run(new AbortController().signal);
  };
  const { bans: told } = store.tables;
  return {
    ...world,
    strikeId: id,
    cursor: before.cursor,
    run,
    told: () => store.read.select().from(told),
  };
};

describe("[STRIKE-08] an account that goes while its member is banned", () => {
  test("by the team's hand stays banned, in the list, since a cursor, and where one asks about it", async () => {
    const { bans, check, cursor, strikeId, kept } = await unlinkedWorld();
    expect((await bans()).bans).toMatchObject([{ playerId: STEAM, strikeId, isBanned: true }]);
    // Who knew of it has nothing to learn.
    expect(await bans(`?since=${cursor}`)).toMatchObject({ isWhole: false, bans: [] });
    expect(await check("steam", STEAM)).toMatchObject({ isBanned: true, strikeId });
    expect(JSON.stringify(await kept())).not.toContain(STEAM);
  });

  test("and is linked by its member again is theirs as before", async () => {
    const { bans, member, link, kept, strikesOf, strikeId, moderator } = await unlinkedWorld();
    await link(member.id, "steam", STEAM);
    expect(await kept()).toEqual([]);
    expect((await strikesOf(member.id)).map(({ id }) => id)).toEqual([strikeId]);
    expect(idsOf(await bans())).toEqual([`${STEAM} true`]);
    await moderator.strikes.lift.mutate({ id: strikeId, reason: "Fine" });
    expect(idsOf(await bans())).toEqual([]);
  });

  test("cannot be linked by another member, whose strike it would become, nor be imported", async () => {
    const { app, bans, check, stranger, link, strikesOf, strikeId, member } = await unlinkedWorld();
    const refusal = await rejectionOf(link(stranger.id, "steam", STEAM));
    expect(refusal.message).toBe(STRIKES.accountHeld);
    const { counts, refused } = await importCsv(
      app,
      `${HEADER}\n${waitingLine().replace(WAITING.steamId, STEAM)}\n`,
    );
    expect([counts.added, refused.map(({ reason }) => reason)]).toEqual([0, [REFUSED_LINE.taken]]);
    expect(await strikesOf(stranger.id)).toEqual([]);
    expect((await strikesOf(member.id)).map(({ id }) => id)).toEqual([strikeId]);
    expect(idsOf(await bans())).toEqual([`${STEAM} true`]);
    expect(await check("steam", STEAM)).toMatchObject({ isBanned: true });
    // Another account of a game is nobody's business.
    expect(await link(stranger.id, "minecraft", MINECRAFT)).not.toBe("");
  });

  test("stays banned when its member merges their accounts, and is free when the strike is lifted", async () => {
    const { app, bans, check, member, moderator, strikeId, kept, strikesOf } =
      await unlinkedWorld();
    const { token: otherToken } = await signedIn(app, member.id);
    const second = await person(app, {
      email: "second@example.test",
      emailKey: "second@example.test",
    });
    const userId = second.id;
    const { mark, obstacles } = await second.rights.previewMerge.mutate({ otherToken });
    expect(obstacles).toEqual([]);
    await second.rights.merge.mutate({ otherToken, mark, keepOthers: [] });
    expect((await strikesOf(userId)).map(({ id }) => id)).toEqual([strikeId]);
    expect(idsOf(await bans())).toEqual([`${STEAM} true`]);
    expect(await check("steam", STEAM)).toMatchObject({ isBanned: true, strikeId });
    await moderator.strikes.lift.mutate({ id: strikeId, reason: "Fine" });
    expect([await bans().then(idsOf), await kept()]).toEqual([[], []]);
    expect(await check("steam", STEAM)).toMatchObject({ isBanned: false });
  });

  test("stays banned when its member closes their own, and after it was erased where one asks about it", async () => {
    const { app, bans, check, member, store, clock, run, told, strikeId, link, strikesOf } =
      await unlinkedWorld();
    const { users } = store.tables;
    await store.write((tx) =>
      tx
        .update(users)
        .set({ deactivatedAt: clock.now(), deactivatedBy: "owner" })
        .where(eq(users.id, member.id)),
    );
    expect(idsOf(await bans())).toEqual([`${STEAM} true`]);
    clock.advance(CLOSED_ACCOUNT_KEPT_MS + DAY_MS);
    await run("erase-closed");
    expect(await told()).toEqual([]);
    expect((await bans()).bans).toEqual([]);
    expect(await check("steam", STEAM)).toMatchObject({ isBanned: true, strikeId });
    const { userId } = await signedIn(app);
    await link(userId, "steam", STEAM);
    expect((await strikesOf(userId)).map(({ id }) => id)).toEqual([strikeId]);
    expect(idsOf(await bans())).toEqual([`${STEAM} true`]);
  });

  test("and those that were linked are all found once their member is erased, whoever links one of them", async () => {
    const { app, admin, bans, check, member, link, strikeId, strikesOf } = await unlinkedWorld();
    await linkGame(app, member.id, "minecraft", MINECRAFT);
    const email = `${member.id}@example.test`;
    await admin.rights.erase.mutate({ id: member.id, email, reason: "request" });
    for (const [platform, id] of [
      ["steam", STEAM],
      ["minecraft", MINECRAFT],
    ] as const)
      expect(await check(platform, id)).toMatchObject({ isBanned: true, strikeId });
    const { userId } = await signedIn(app);
    await link(userId, "minecraft", MINECRAFT);
    expect((await strikesOf(userId)).map(({ id }) => id)).toEqual([strikeId]);
    expect(idsOf(await bans())).toEqual([`${MINECRAFT} true`]);
    // One that was linked in between does not free the other.
    expect(await check("steam", STEAM)).toMatchObject({ isBanned: true, strikeId });
    const { userId: third } = await signedIn(app);
    expect((await rejectionOf(link(third, "steam", STEAM))).message).toBe(STRIKES.accountHeld);
    await link(userId, "steam", STEAM);
    expect(idsOf(await bans()).toSorted()).toEqual([`${MINECRAFT} true`, `${STEAM} true`]);
  });

  test("is forgotten when the strike is lifted, unless another one that ran then goes on", async () => {
    const world = await unlinkedWorld();
    const { app, admin, bans, member, moderator, strike, kept, told, stranger, link } = world;
    await linkGame(app, member.id, "minecraft", MINECRAFT);
    const later = await strike({ term: "week" });
    const removed = { id: member.id, platform: "minecraft", reason: "Asked for it" } as const;
    await admin.administration.removeLink.mutate(removed);
    expect(idsOf(await bans()).toSorted()).toEqual([`${MINECRAFT} true`, `${STEAM} true`]);
    const { cursor } = await bans();
    await moderator.strikes.lift.mutate({ id: world.strikeId, reason: "Fine" });
    expect(await bans(`?since=${cursor}`)).toMatchObject({
      isWhole: true,
      bans: [{ playerId: MINECRAFT, strikeId: later.id, until: later.endsAt }],
    });
    expect((await kept()).map(({ strikeId }) => strikeId)).toEqual([later.id]);
    expect((await told()).map(({ externalId }) => externalId)).toEqual([MINECRAFT]);
    expect(await link(stranger.id, "steam", STEAM)).not.toBe("");
    expect(idsOf(await bans())).toEqual([`${MINECRAFT} true`]);
  });

  test("is forgotten once the strike has ended by the clock", async () => {
    const { bans, check, clock, cursor, kept, told, run } = await unlinkedWorld("day");
    clock.advance(DAY_MS);
    expect(await check("steam", STEAM)).toMatchObject({ isBanned: false });
    expect((await bans()).bans).toEqual([]);
    await run("forget-expired");
    expect([await kept(), await told()]).toEqual([[], []]);
    expect(await bans(`?since=${cursor}`)).toMatchObject({ isWhole: true, bans: [] });
  });

  test("can be linked by anybody from the moment on when the strike ends", async () => {
    const { bans, clock, link, stranger, strikesOf, run } = await unlinkedWorld("day");
    clock.advance(DAY_MS);
    await link(stranger.id, "steam", STEAM);
    await run("forget-expired");
    expect([await strikesOf(stranger.id), (await bans()).bans]).toEqual([[], []]);
  });
});
