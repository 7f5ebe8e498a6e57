import { and, count, eq, gt } from "drizzle-orm";
import type { Tx } from "#server/context/context.ts";
import { readBalance } from "#server/modules/points/index.ts";
import { findStruck } from "#server/modules/strikes/index.ts";
import type { Tables } from "#server/store/store.ts";
import { MERGING } from "#shared/rights-messages.ts";
import type { MergePreview } from "#shared/schemas/rights.ts";
import { STRIKES } from "#shared/strike-messages.ts";

type User = Tables["users"]["$inferSelect"];

const linksOf = async (tx: Tx, userId: string) => {
  const { links: t } = tx.tables;
  return tx
    .select({ platform: t.platform, externalId: t.externalId, name: t.name })
    .from(t)
    .where(eq(t.userId, userId));
};

/** The tiers whose subscription goes on at the store. */
const subscribedOf = async (tx: Tx, userId: string): Promise<ReadonlySet<string>> => {
  const { subscriptions: t } = tx.tables;
  const rows = await tx
    .select({ tier: t.tier })
    .from(t)
    .where(and(eq(t.userId, userId), eq(t.state, "active")));
  return new Set(rows.map(({ tier }) => tier));
};

const countOf = async (rows: PromiseLike<readonly { count: number }[]>): Promise<number> =>
  (await rows)[0]?.count ?? 0;

/**
 * What a merge would move, in the caller's transaction.
 * @param to who keeps their account.
 * @param other the account that goes.
 */
export const previewOf = async (tx: Tx, to: string, other: User): Promise<MergePreview> => {
  const { tickets, orders, memberships, notificationReads, teamMembers } = tx.tables;
  const from = other.id;
  const [own, others] = [await linksOf(tx, to), await linksOf(tx, from)];
  const mine = new Map(own.map((link) => [link.platform, link]));
  const conflicts = others.flatMap((link) => {
    const present = mine.get(link.platform);
    return present === undefined
      ? []
      : [{ platform: link.platform, mine: present.name, other: link.name }];
  });
  const running = await tx
    .select({ tier: memberships.tier, endsAt: memberships.endsAt })
    .from(memberships)
    .where(and(eq(memberships.userId, from), gt(memberships.endsAt, tx.clock.now())));
  const theirs = await subscribedOf(tx, from);
  const both = [...(await subscribedOf(tx, to))].filter((tier) => theirs.has(tier));
  const roles = await tx.select().from(teamMembers).where(eq(teamMembers.userId, from)).limit(1);
  // Whose address was changed behind their back has a week to take the account back; a merge erases it.
  const { addressChanges } = tx.tables;
  const changed = await tx
    .select({ id: addressChanges.id })
    .from(addressChanges)
    .where(and(eq(addressChanges.userId, from), gt(addressChanges.until, tx.clock.now())))
    .limit(1);
  const titles = new Map(tx.config.community.tiers.map(({ key, title }) => [key, title]));
  const banned = await findStruck(tx, [to, from], "playing");
  // One of the two accounts would be unlinked, and with it the ban.
  const losesBan = banned.size > 0 && conflicts.some(({ platform }) => platform !== "discord");
  const found = {
    email: other.email ?? "",
    points: await readBalance(tx, from),
    orders: await countOf(
      tx.select({ count: count() }).from(orders).where(eq(orders.userId, from)),
    ),
    tickets: await countOf(
      tx.select({ count: count() }).from(tickets).where(eq(tickets.createdBy, from)),
    ),
    notifications: await countOf(
      tx
        .select({ count: count() })
        .from(notificationReads)
        .where(eq(notificationReads.userId, from)),
    ),
    links: others
      .filter(({ platform }) => !mine.has(platform))
      .map(({ platform, name }) => ({ platform, name })),
    conflicts,
    tiers: running.map(({ tier, endsAt }) => ({
      title: titles.get(tier) ?? tier,
      endsAt: endsAt.toISOString(),
    })),
    obstacles: [
      ...(losesBan ? [STRIKES.mergeWhileBanned] : []),
      ...(other.role === "Admin" || roles.length > 0 ? [MERGING.ofTeam] : []),
      ...(changed.length > 0 ? [MERGING.addressChanged] : []),
      ...both.map((tier) => MERGING.bothSubscribed(titles.get(tier) ?? tier)),
    ],
  };
  const mark = new Bun.CryptoHasher("sha256")
    .update(JSON.stringify([from, found.points, found.links, conflicts, found.obstacles]))
    .digest("hex")
    .slice(0, 16);
  return { ...found, mark };
};
