import { describe, expect, test } from "bun:test";
import { and, eq } from "drizzle-orm";
import { revokeCodes } from "#server/auth/one-time-codes.ts";
import { grantTier } from "#server/modules/orders/index.ts";
import { creditPoints, proveLedger } from "#server/modules/points/index.ts";
import { CODE_TTL_MS, MERGE_CODE_LENGTH, OPENING_CODE_KINDS } from "#shared/constants/accounts.ts";
import { LIMITS } from "#shared/constants/limits.ts";
import { DAY_MS, HOUR_MS } from "#shared/constants/time.ts";
import { MERGING } from "#shared/rights-messages.ts";
import { WITHOUT_MAIL_ENV } from "#tests/support/app.ts";
import { asSite, watched } from "#tests/support/context.ts";
import { addApp } from "#tests/support/factors.ts";
import { appWithPeople, person, refusalOf, TICKET } from "#tests/support/people.ts";
import { mailedSecret, queuedMails } from "#tests/support/registration.ts";
import { signedIn } from "#tests/support/sign-in.ts";

type World = Awaited<ReturnType<typeof world>>;

/** Two accounts of one person, each with a life of its own. */
const world = async (options: Parameters<typeof appWithPeople>[0] = {}) => {
  const base = await appWithPeople(options);
  const { app, store, clock, member } = base;
  const { userId: otherId, token: otherToken } = await signedIn(app, {
    email: "second@example.test",
    emailKey: "second@example.test",
    firstName: "Ada",
    lastName: "Twice",
  });
  const other = await person(app, otherId);
  const site = asSite(app.deps);
  const credit = (userId: string, delta: number) =>
    creditPoints(site, {
      userId,
      kind: "vote",
      delta,
      reason: "Vote",
      reference: `vote:${userId}:${delta}`,
      actorId: null,
    });
  await credit(member.id, 100);
  await credit(otherId, 40);
  const link = (userId: string, platform: "steam" | "epic", externalId: string) =>
    site.write(async (tx) => {
      await tx.insert(tx.tables.links).values({
        userId,
        platform,
        externalId,
        name: `${platform}-${externalId}`,
        linkedAt: clock.now(),
      });
    });
  await link(member.id, "steam", "1");
  await link(otherId, "steam", "2");
  await link(otherId, "epic", "3");
  const ticket = await other.tickets.create.mutate(TICKET);
  await site.write(async (tx) => {
    await tx.notify({ userIds: [otherId], kind: "news", subject: "s", message: "m" });
  });
  const balanceOf = async (userId: string) => {
    const { pointBalances: t } = store.tables;
    const [row] = await store.read.select().from(t).where(eq(t.userId, userId));
    return row?.balance ?? 0;
  };
  return { ...base, other: { ...other, id: otherId, token: otherToken }, site, ticket, balanceOf };
};

const merge = async (
  { member, other }: Pick<World, "member" | "other">,
  keepOthers: ("steam" | "epic")[] = [],
) => {
  const { mark } = await member.rights.previewMerge.mutate({ otherToken: other.token });
  return member.rights.merge.mutate({ otherToken: other.token, mark, keepOthers });
};

/** The other account has been logged in to with its password, and nothing else. */
const byPasswordAlone = ({ store, other }: World) =>
  store.write(async (tx) => {
    const { sessions } = tx.tables;
    await tx.update(sessions).set({ hasSecondFactor: false }).where(eq(sessions.userId, other.id));
  });

/** With a password alone the mailbox of the account that goes is proven as well. */
const codeOf = async ({ app, member, other }: World) => {
  const { mailedTo } = await member.rights.requestMergeCode.mutate({ otherToken: other.token });
  return mailedTo === null ? undefined : await mailedSecret(app, "merge-code");
};

const linksOf = async ({ store }: World, userId: string) => {
  const { links } = store.tables;
  const rows = await store.read.select().from(links).where(eq(links.userId, userId));
  return rows.map(({ platform, externalId }) => `${platform} ${externalId}`).toSorted();
};

const isWhole = async ({ site }: World) =>
  (await proveLedger(site, new AbortController().signal))?.broken;

describe("[DATA-07] two accounts of one person", () => {
  test("are one afterwards: points, links, tickets and notifications move, and the other is gone", async () => {
    const all = await world();
    const { app, store, member, other, ticket, balanceOf } = all;
    const preview = await member.rights.previewMerge.mutate({ otherToken: other.token });
    expect(preview).toMatchObject({
      email: "second@example.test",
      points: 40,
      tickets: 1,
      links: [{ platform: "epic", name: "epic-3" }],
      conflicts: [{ platform: "steam", mine: "steam-1", other: "steam-2" }],
      obstacles: [],
    });
    expect(await merge(all)).toBe(MERGING.done);
    expect([await balanceOf(member.id), await balanceOf(other.id)]).toEqual([140, 0]);
    expect(await isWhole(all)).toBe(0);
    expect(await linksOf(all, member.id)).toEqual(["epic 3", "steam 1"]);
    expect(await linksOf(all, other.id)).toEqual([]);
    expect(await store.read.select().from(store.tables.retiredLinks)).toHaveLength(1);
    const { tickets, ticketPeople, notificationReads, users, audit, outbox } = store.tables;
    expect(await store.read.select().from(tickets)).toMatchObject([
      { id: ticket.id, createdBy: member.id },
    ]);
    expect(await store.read.select().from(ticketPeople)).toMatchObject([{ userId: member.id }]);
    const reads = await store.read.select().from(notificationReads);
    const readers = new Set(reads.map(({ userId }) => userId));
    expect([readers.has(member.id), readers.has(other.id)]).toEqual([true, false]);
    const [gone] = await store.read.select().from(users).where(eq(users.id, other.id));
    expect(gone).toMatchObject({ email: null, firstName: "Deleted", erasedAt: app.clock.now() });
    expect((await other.ask("GET", "/api/Auth/me")).status).toBe(401);
    const acts = await store.read
      .select()
      .from(audit)
      .where(eq(audit.action, "account.merged"))
      .orderBy(audit.id);
    expect(acts.map(({ actorId, subject, after }) => [actorId, subject, after])).toEqual([
      [member.id, member.id, { account: other.id }],
      [member.id, other.id, { account: member.id }],
    ]);
    // Both addresses are told; the free one can be another account's at once.
    const mails = (await store.read.select().from(outbox)).map(({ payload }) => payload);
    expect(mails).toMatchObject([{ template: "merged" }, { template: "merged" }]);
    await person(app, { email: "second@example.test", emailKey: "second@example.test" });
  });

  test("of two links of one platform the chosen one stays, and the other earns no points again", async () => {
    const all = await world();
    await merge(all, ["steam"]);
    expect(await linksOf(all, all.member.id)).toEqual(["epic 3", "steam 2"]);
    expect(await all.store.read.select().from(all.store.tables.retiredLinks)).toHaveLength(1);
  });

  test("what is left of a tier is added up", async () => {
    const all = await world();
    const { site, clock, member, other, store } = all;
    const tier = all.app.deps.config.community.tiers[0]?.key ?? "";
    const inDays = (days: number) => new Date(clock.now().getTime() + days * DAY_MS);
    await grantTier(site, { userId: member.id, tier, until: inDays(3) });
    await grantTier(site, { userId: other.id, tier, until: inDays(4) });
    await merge(all);
    const { memberships: t } = store.tables;
    expect(await store.read.select().from(t)).toMatchObject([
      { userId: member.id, tier, endsAt: inDays(7) },
    ]);
  });

  test("sent twice, or at once, they are merged once", async () => {
    const all = await world();
    const { member, other, balanceOf } = all;
    const { mark } = await member.rights.previewMerge.mutate({ otherToken: other.token });
    const input = { otherToken: other.token, mark, keepOthers: [] };
    const both = await Promise.allSettled([
      member.rights.merge.mutate(input),
      member.rights.merge.mutate(input),
    ]);
    expect(both.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    expect((await refusalOf(member.rights.merge.mutate(input)))[0]).toBe(403);
    expect([await balanceOf(member.id), await balanceOf(other.id)]).toEqual([140, 0]);
    expect(await isWhole(all)).toBe(0);
  });

  test("into each other at once, one stays", async () => {
    const all = await world();
    const { app, member, other, balanceOf } = all;
    const own = await signedIn(app, member.id);
    const here = await member.rights.previewMerge.mutate({ otherToken: other.token });
    const there = await other.rights.previewMerge.mutate({ otherToken: own.token });
    const both = await Promise.allSettled([
      member.rights.merge.mutate({ otherToken: other.token, mark: here.mark, keepOthers: [] }),
      other.rights.merge.mutate({ otherToken: own.token, mark: there.mark, keepOthers: [] }),
    ]);
    expect(both.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    const balances = [await balanceOf(member.id), await balanceOf(other.id)];
    expect(balances.toSorted((a, b) => a - b)).toEqual([0, 140]);
    expect(await isWhole(all)).toBe(0);
  });

  test("killed at any statement nothing has moved", async () => {
    const all = await world();
    const { app, store, member, other, balanceOf, clock } = all;
    const { mark } = await member.rights.previewMerge.mutate({ otherToken: other.token });
    const { mergeAccounts } = await import("#server/modules/rights/accounts.ts");
    const { asMember } = await import("#tests/support/context.ts");
    for (const last of [5, 20, 40]) {
      let statements = 0;
      const dying = watched(store, () => {
        statements += 1;
        if (statements > last) throw new Error("killed");
      });
      const ctx = asMember({ ...app.deps, store: dying, clock }, { userId: member.id });
      const input = { otherToken: other.token, mark, keepOthers: [] };
      expect(await mergeAccounts(ctx, input).catch((error: unknown) => String(error))).toContain(
        "killed",
      );
      expect([await balanceOf(member.id), await balanceOf(other.id)]).toEqual([100, 40]);
      expect(await linksOf(all, other.id)).toEqual(["epic 3", "steam 2"]);
    }
  });

  test("are refused without a proof, to a guest's token, for one's own, and for the team's", async () => {
    const all = await world();
    const { app, store, clock, member, other } = all;
    const preview = (otherToken: string) =>
      refusalOf(member.rights.previewMerge.mutate({ otherToken }));
    expect(await preview("none")).toEqual([403, MERGING.unproven]);
    const own = await signedIn(app, member.id);
    expect(await preview(own.token)).toEqual([409, MERGING.sameAccount]);
    const { users } = store.tables;
    await store.write(async (tx) => {
      await tx.update(users).set({ role: "Admin" }).where(eq(users.id, other.id));
    });
    expect(await refusalOf(merge(all))).toEqual([409, MERGING.ofTeam]);
    await store.write(async (tx) => {
      await tx.update(users).set({ role: "User" }).where(eq(users.id, other.id));
    });
    // Seen by one, changed by the other.
    const { mark } = await member.rights.previewMerge.mutate({ otherToken: other.token });
    await all.site.write(async (tx) => {
      const { links } = tx.tables;
      const isEpic = and(eq(links.userId, other.id), eq(links.platform, "epic"));
      await tx.delete(links).where(isEpic);
    });
    const input = { otherToken: other.token, mark, keepOthers: [] };
    expect(await refusalOf(member.rights.merge.mutate(input))).toEqual([409, MERGING.changed]);
    clock.advance(HOUR_MS);
    expect(await preview(other.token)).toEqual([403, MERGING.unproven]);
  });

  test("ask for the passkey or app of the account that goes, as well as for its password", async () => {
    const all = await world();
    const { app, store, other } = all;
    const { sessions } = store.tables;
    const proven = (hasSecondFactor: boolean) =>
      store.write(async (tx) => {
        await tx.update(sessions).set({ hasSecondFactor }).where(eq(sessions.userId, other.id));
      });
    await proven(false);
    const proof = { otherToken: other.token, code: await codeOf(all) };
    const { mark } = await all.member.rights.previewMerge.mutate(proof);
    await addApp(app.deps, other.id);
    const merged = all.member.rights.merge.mutate({ ...proof, mark, keepOthers: [] });
    expect(await refusalOf(merged)).toEqual([403, MERGING.factorUnproven]);
    expect(await refusalOf(merge(all))).toEqual([403, MERGING.factorUnproven]);
    expect(await linksOf(all, other.id)).toEqual(["epic 3", "steam 2"]);
    await proven(true);
    await merge(all);
    expect(await linksOf(all, other.id)).toEqual([]);
  });

  test("ask for a code from the mailbox of the account that goes, where a password alone was given", async () => {
    const all = await world();
    const { app, member, other, stranger } = all;
    const otherToken = other.token;
    expect(await member.rights.requestMergeCode.mutate({ otherToken })).toEqual({ mailedTo: null });
    await byPasswordAlone(all);
    const wrong: [number, string] = [400, MERGING.mailedCodeWrong];
    expect(await refusalOf(member.rights.previewMerge.mutate({ otherToken }))).toEqual(wrong);
    // One that somebody else asked for, to merge it into theirs.
    await stranger.rights.requestMergeCode.mutate({ otherToken });
    const strangers = await mailedSecret(app, "merge-code");
    const preview = (code: string) => member.rights.previewMerge.mutate({ otherToken, code });
    expect(await refusalOf(preview(strangers))).toEqual(wrong);
    expect(await member.rights.requestMergeCode.mutate({ otherToken })).toEqual({
      mailedTo: "second@example.test",
    });
    const [mail] = (await queuedMails(app)).slice(-1);
    expect(mail).toMatchObject({ template: "merge-code", to: { address: "second@example.test" } });
    const code = await mailedSecret(app, "merge-code");
    expect(code).toHaveLength(MERGE_CODE_LENGTH);
    // As people type it.
    const typed = ` ${code.slice(0, 5)}-${code.slice(5, 10)} ${code.slice(10)}`.toUpperCase();
    const { mark } = await preview(typed);
    const merged = { otherToken, mark, keepOthers: [] };
    expect(await refusalOf(member.rights.merge.mutate(merged))).toEqual(wrong);
    expect(await linksOf(all, other.id)).toEqual(["epic 3", "steam 2"]);
    await member.rights.merge.mutate({ ...merged, code: typed });
    expect(await linksOf(all, other.id)).toEqual([]);
    const max = LIMITS.mergeMailsByAccount;
    expect(max).toEqual({ max: 5, windowMs: HOUR_MS });
  });

  test("take the code for an hour, and not after a new password", async () => {
    const all = await world();
    const { app, clock, store, member, other } = all;
    const { sessions } = store.tables;
    await byPasswordAlone(all);
    const otherToken = other.token;
    const first = await codeOf(all);
    const again = await codeOf(all);
    const preview = (code?: string) =>
      refusalOf(member.rights.previewMerge.mutate({ otherToken, code }));
    // A newer one takes its place.
    expect((await preview(first))[0]).toBe(400);
    await all.site.write((tx) => revokeCodes(tx, { userId: other.id, kinds: OPENING_CODE_KINDS }));
    expect((await preview(again))[0]).toBe(400);
    const last = await codeOf(all);
    clock.advance(CODE_TTL_MS);
    await store.write(async (tx) => {
      await tx
        .update(sessions)
        .set({ confirmedAt: clock.now(), expiresAt: new Date(clock.now().getTime() + HOUR_MS) })
        .where(eq(sessions.userId, other.id));
    });
    expect((await preview(last))[0]).toBe(400);
    expect(app.deps.config.mail).not.toBeNull();
  });

  test("ask for none while mail is off", async () => {
    const all = await world({ env: WITHOUT_MAIL_ENV });
    const { other } = all;
    await byPasswordAlone(all);
    expect(await codeOf(all)).toBeUndefined();
    await merge(all);
    expect(await linksOf(all, other.id)).toEqual([]);
  });

  test("with a subscription of the same tier each are refused until one is cancelled", async () => {
    const all = await world();
    const { store, member, other, clock } = all;
    const tier = all.app.deps.config.community.tiers[0];
    await all.site.write(async (tx) => {
      for (const userId of [member.id, other.id]) {
        const [order] = await tx
          .insert(tx.tables.orders)
          .values({
            userId,
            state: "paid",
            items: [],
            currency: "USD",
            hasPromo: false,
            createdAt: clock.now(),
          })
          .returning();
        await tx.insert(tx.tables.subscriptions).values({
          reference: `sub-${userId}`,
          userId,
          orderId: order?.id ?? 0,
          tier: tier?.key ?? "",
          state: "active",
          eventAt: clock.now(),
        });
      }
    });
    expect(await refusalOf(merge(all))).toEqual([409, MERGING.bothSubscribed(tier?.title ?? "")]);
    const { subscriptions, orders } = store.tables;
    await store.write(async (tx) => {
      await tx
        .update(subscriptions)
        .set({ state: "ended" })
        .where(eq(subscriptions.userId, other.id));
    });
    await merge(all);
    const rows = await store.read.select({ userId: orders.userId }).from(orders);
    expect(rows).toEqual([{ userId: member.id }, { userId: member.id }]);
  });
});
