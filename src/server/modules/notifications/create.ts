import { and, eq, inArray, isNull } from "drizzle-orm";
import { assertMay } from "#server/access/rights.ts";
import type { MemberCtx, MemberTx, Tx } from "#server/context/context.ts";
import { AppError, wrongInput } from "#server/core/errors.ts";
import { queueBroadcast } from "#server/modules/push/index.ts";
import { once } from "#server/store/idempotency.ts";
import { NOTIFICATIONS } from "#shared/notification-messages.ts";
import { isSeen } from "#shared/rules/lines.ts";
import { linkTarget } from "#shared/rules/safe-path.ts";
import type { NewNotification, Notification } from "#shared/schemas/notifications.ts";
import { publishChanged } from "./notify.ts";
import { toWire } from "./to-wire.ts";

const targetsOf = ({ subject, message, isGlobal, targetUserIds }: NewNotification): string[] => {
  if (!isSeen(subject)) throw wrongInput(NOTIFICATIONS.emptySubject, ["subject"]);
  if (!isSeen(message)) throw wrongInput(NOTIFICATIONS.emptyMessage, ["message"]);
  const targets = isGlobal ? [] : [...new Set(targetUserIds)];
  if (!isGlobal && targets.length === 0)
    throw wrongInput(NOTIFICATIONS.noTargets, ["targetUserIds"]);
  return targets;
};

/** Where it is to lead, as it is kept [NOTE-09]; null where nothing was given. */
const linkOf = ({ link }: NewNotification, home: string): string | null => {
  if (link == null || link === "") return null;
  const target = linkTarget(link, home);
  if (target === null) throw wrongInput(NOTIFICATIONS.badLink, ["link"]);
  return target;
};

const assertKnown = async (tx: MemberTx, targets: string[]): Promise<void> => {
  if (targets.length === 0) return;
  const { users } = tx.tables;
  const known = await tx
    .select({ id: users.id })
    .from(users)
    .where(and(inArray(users.id, targets), isNull(users.erasedAt)));
  if (known.length < targets.length)
    throw wrongInput(NOTIFICATIONS.unknownTargets, ["targetUserIds"]);
};

/**
 * One row, however many members there are; who has read it is known of each.
 * @param row `createdBy` is null where the site itself writes.
 * @returns its id.
 */
export const notifyEveryone = async (
  tx: Tx,
  row: { subject: string; message: string; link: string | null; createdBy: string | null },
): Promise<number | null> => {
  const { notifications } = tx.tables;
  const [written] = await tx
    .insert(notifications)
    .values({ ...row, kind: "news", createdAt: tx.clock.now(), isGlobal: true })
    .returning({ id: notifications.id });
  publishChanged(tx, null);
  if (written !== undefined) await queueBroadcast(tx, written.id);
  return written?.id ?? null;
};

type Checked = { targets: string[]; link: string | null };

const send = async (tx: MemberTx, input: NewNotification, { targets, link }: Checked) => {
  const { actor } = tx;
  const { subject, message, isGlobal } = input;
  const { userId } = actor;
  await assertMay(tx, "site");
  await assertKnown(tx, targets);
  await tx.count("notificationsByMember", userId);
  const row = { subject, message, link, createdBy: userId };
  const id = isGlobal
    ? await notifyEveryone(tx, row)
    : await tx.notify({ ...row, userIds: targets, kind: "news", topic: "news" });
  if (id === null) throw new Error("The notification was not written.");
  await tx.audit({
    action: "notification.sent",
    subject: String(id),
    after: { isGlobal, targets: targets.length },
  });
  return id;
};

/**
 * Writes to everyone, or to some people [NOTE-03].
 * @returns it as its readers get it.
 * @throws {AppError} `bad_request` with the first thing that is wrong, `too_many_requests`.
 */
export const createNotification = async (
  ctx: MemberCtx,
  input: NewNotification,
): Promise<Notification> => {
  const { actor } = ctx;
  const { notifications } = ctx.tables;
  const checked = { targets: targetsOf(input), link: linkOf(input, ctx.config.publicUrl) };
  const { idempotencyKey } = input;
  const key = idempotencyKey === undefined ? null : `notification:${idempotencyKey}`;
  const request = { actor: actor.userId, key, content: JSON.stringify(input) };
  const id = await ctx.write((tx) => once(tx, request, () => send(tx, input, checked)));
  const [row] = await ctx.read.select().from(notifications).where(eq(notifications.id, id));
  if (row === undefined) throw new AppError("not_found", NOTIFICATIONS.unknown);
  return toWire(row, false);
};
