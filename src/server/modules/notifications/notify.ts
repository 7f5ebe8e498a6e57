import { and, eq, inArray, isNotNull, isNull } from "drizzle-orm";
import { belongsToTeam, whereRightsCanBeOn } from "#server/access/rights.ts";
import type { Config } from "#server/config/config.ts";
import type { NotificationContent, Tx } from "#server/context/context.ts";
import { seesAsTeam } from "#server/modules/desk/index.ts";
import { type Notice, queueNoticeMails } from "#server/modules/notices/index.ts";
import { isWanted, preferencesOf } from "#server/modules/preferences/index.ts";
import { queuePush } from "#server/modules/push/index.ts";
import { one } from "#server/store/store.ts";
import type { Permission } from "#shared/constants/accounts.ts";
import type { NoticeChannel, NoticeTopic } from "#shared/constants/notices.ts";
import { NOTIFICATION_KIND_SPECS } from "#shared/constants/notifications.ts";
import { linkTarget } from "#shared/rules/safe-path.ts";
import { filledIn } from "#shared/rules/text.ts";

/** What people choose about; null for what comes by the bell in any case. */
const topicOf = ({ kind, topic = null }: NotificationContent): NoticeTopic | null =>
  NOTIFICATION_KIND_SPECS[kind].leadsTo === "ticket" ? "tickets" : topic;

const findReaders = async (tx: Tx, userIds: readonly string[]): Promise<string[]> => {
  if (userIds.length === 0) return [];
  const { users } = tx.tables;
  const found = await tx
    .select({ id: users.id })
    .from(users)
    .where(and(inArray(users.id, [...userIds]), isNull(users.erasedAt)));
  return found.map(({ id }) => id);
};

/** Those who have an unread one of a ticket already, and need no second one [MSG-03]. */
const findWaiting = async (
  tx: Tx,
  { kind, ticketId = null }: NotificationContent,
  readers: readonly string[],
): Promise<ReadonlySet<string>> => {
  if (ticketId === null || !NOTIFICATION_KIND_SPECS[kind].isOnceUntilRead) return new Set();
  const { notifications, notificationReads: reads } = tx.tables;
  const found = await tx
    .select({ userId: reads.userId })
    .from(reads)
    .innerJoin(notifications, eq(notifications.id, reads.notificationId))
    .where(
      and(
        eq(reads.ticketId, ticketId),
        eq(reads.isRead, false),
        inArray(reads.userId, [...readers]),
        eq(notifications.kind, kind),
      ),
    );
  return new Set(found.map(({ userId }) => userId));
};

/** The notification itself; whoever wants no bell for it has it among the read ones. */
const write = async (
  tx: Tx,
  { kind, subject, message, ticketId = null, link = null, createdBy = null }: NotificationContent,
  readers: readonly { userId: string; isRead: boolean }[],
): Promise<number> => {
  const { notifications, notificationReads } = tx.tables;
  const createdAt = tx.clock.now();
  const { id: notificationId } = one(
    await tx
      .insert(notifications)
      .values({ subject, message, kind, link, createdAt, createdBy, isGlobal: false })
      .returning({ id: notifications.id }),
  );
  const readAt = (isRead: boolean) => (isRead ? createdAt : null);
  await tx.insert(notificationReads).values(
    readers.map(({ userId, isRead }) => ({
      notificationId,
      userId,
      ticketId,
      isRead,
      readAt: readAt(isRead),
    })),
  );
  publishChanged(
    tx,
    readers.map(({ userId }) => userId),
  );
  return notificationId;
};

/** What is to be mailed of it: an answer, or the notification itself. */
const mailedOf = (
  topic: NoticeTopic | null,
  { kind, ticketId = null, messageId = null }: NotificationContent,
  notificationId: number | null,
): Omit<Notice, "userIds"> | null => {
  // News are a consent of their own, and a strike has a mail of its own.
  if (topic === null || topic === "news" || topic === "strikes") return null;
  if (kind === "reply" || kind === "mention")
    return ticketId === null || messageId === null
      ? null
      : { topic, about: { ticketId, messageId } };
  return notificationId === null ? null : { topic, about: { notificationId, ticketId } };
};

/**
 * Tells some people something, in the caller's transaction, by the channels that they have chosen: the
 * notification and its feeds at once, the others by jobs.
 * @returns its id, or null where nobody is left to read it and nothing was written.
 */
export const notify = async (tx: Tx, content: NotificationContent): Promise<number | null> => {
  const topic = topicOf(content);
  const people = await findReaders(tx, content.userIds);
  if (people.length === 0) return null;
  const preferencesFor = await preferencesOf(tx, topic === null ? [] : people);
  const wants = (userId: string, channel: NoticeChannel) =>
    isWanted(preferencesFor(userId), topic, channel);
  const waiting = await findWaiting(tx, content, people);
  const readers = people.filter((userId) => !waiting.has(userId));
  const id =
    readers.length === 0
      ? null
      : await write(
          tx,
          content,
          readers.map((userId) => ({ userId, isRead: !wants(userId, "bell") })),
        );
  const mailed = mailedOf(topic, content, id);
  if (mailed !== null)
    await queueNoticeMails(tx, {
      userIds: people.filter((userId) => wants(userId, "mail")),
      ...mailed,
    });
  if (topic !== null)
    await queuePush(
      tx,
      people.filter((userId) => wants(userId, "push")),
      { topic, kind: content.kind, notificationId: id, ticketId: content.ticketId ?? null },
    );
  return id;
};

type ForTeam = Pick<NotificationContent, "subject" | "message" | "link">;

/**
 * Tells every active Admin something that the site has found out by itself, in the caller's
 * transaction.
 * @param content subject at most 100 characters, message at most 2,000.
 */
export const notifyAdmins = async (tx: Tx, content: ForTeam): Promise<void> => {
  const { users } = tx.tables;
  const admins = await tx
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.role, "Admin"), isNull(users.deactivatedAt)));
  const all = admins.map(({ id }) => id);
  const some = await whereRightsCanBeOn(tx, all);
  // Where none of them has a second factor yet, nobody else would hear of it.
  await tx.notify({ userIds: some.length > 0 ? some : all, kind: "news", ...content });
};

/** Who has all of these permissions and an account in use, Admins among them: their ids. */
const teamOf = async (tx: Tx, permissions: readonly Permission[]): Promise<string[]> => {
  const { users } = tx.tables;
  const team = await tx
    .select({ id: users.id, role: users.role, team: users.team })
    .from(users)
    .where(and(belongsToTeam(tx), isNull(users.deactivatedAt), isNotNull(users.verifiedAt)));
  const holders = team.flatMap(({ id, role, team: rights }) =>
    seesAsTeam({ role, team: rights }, permissions) ? [id] : [],
  );
  return whereRightsCanBeOn(tx, holders);
};

/** The same to everybody who has a permission, Admins among them. */
export const notifyTeam = async (
  tx: Tx,
  permission: Permission,
  content: ForTeam,
): Promise<void> => {
  await tx.notify({ userIds: await teamOf(tx, [permission]), kind: "news", ...content });
};

/**
 * Tells those of the team who have all of these permissions something about a ticket, in the caller's
 * transaction.
 * @param content as for `tx.notify`; `except`: the ids of those who are not told.
 */
export const notifyTeamOfTicket = async (
  tx: Tx,
  permissions: readonly Permission[],
  {
    except,
    ...content
  }: Omit<NotificationContent, "userIds"> & { ticketId: number; except: ReadonlySet<string> },
): Promise<void> => {
  const team = await teamOf(tx, permissions);
  await tx.notify({ userIds: team.filter((id) => !except.has(id)), ...content });
};

/** So many ids fit into one event, however long they are (see `busEvent`). */
const IDS_PER_EVENT = 100;

/** Tells these people's feeds that their notifications are not what they were; null: everyone's. */
export const publishChanged = (tx: Tx, userIds: readonly string[] | null): void => {
  if (userIds === null) {
    tx.publish({ type: "notifications.changed", userIds: null });
    return;
  }
  for (let start = 0; start < userIds.length; start += IDS_PER_EVENT) {
    const some = userIds.slice(start, start + IDS_PER_EVENT);
    tx.publish({ type: "notifications.changed", userIds: some });
  }
};

/**
 * Writes the notifications that greet a new member, in the transaction that makes them one. The
 * first of the community's file is written last, and so is on top.
 */
export const welcome = async (
  tx: Tx,
  { userId, config }: { userId: string; config: Pick<Config, "community" | "publicUrl"> },
): Promise<void> => {
  const { brand, welcome: contents } = config.community;
  const words = { name: brand.name, currency: brand.currency };
  for (const { title, text, link } of contents.toReversed())
    await tx.notify({
      userIds: [userId],
      kind: "news",
      subject: filledIn(title, words),
      message: filledIn(text, words),
      link: link === undefined ? null : linkTarget(link, config.publicUrl),
    });
};
