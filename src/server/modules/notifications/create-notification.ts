import { and, eq, inArray, isNull } from "drizzle-orm";
import { writeAudit } from "#server/auth/audit.ts";
import { assertAllowed, countAttempt } from "#server/auth/limits.ts";
import { assertStillAdmin } from "#server/auth/still-admin.ts";
import type { MemberContext } from "#server/context.ts";
import { AppError } from "#server/errors.ts";
import { once } from "#server/store/idempotency.ts";
import type { Tx } from "#server/store/store.ts";
import { NOTIFICATIONS } from "#shared/messages.ts";
import type { NewNotification, Notification } from "#shared/schemas/notifications.ts";
import { isSeen } from "#shared/schemas/text.ts";
import { notify } from "./notify.ts";
import { publishChanged } from "./publish-changed.ts";
import { toWire } from "./to-wire.ts";

const refused = (sentence: string) => new AppError("bad_request", sentence);

const targetsOf = ({ subject, message, isGlobal, targetUserIds }: NewNotification): string[] => {
  if (!isSeen(subject)) throw refused(NOTIFICATIONS.emptySubject);
  if (!isSeen(message)) throw refused(NOTIFICATIONS.emptyMessage);
  const targets = isGlobal ? [] : [...new Set(targetUserIds)];
  if (!isGlobal && targets.length === 0) throw refused(NOTIFICATIONS.noTargets);
  return targets;
};

const assertKnown = async ({ store }: MemberContext, tx: Tx, targets: string[]): Promise<void> => {
  if (targets.length === 0) return;
  const { users } = store.tables;
  const known = await tx
    .select({ id: users.id })
    .from(users)
    .where(and(inArray(users.id, targets), isNull(users.erasedAt)));
  if (known.length < targets.length) throw refused(NOTIFICATIONS.unknownTargets);
};

/** One row, however many members there are; who has read it is known of each. */
const tellEveryone = async (
  { store, clock }: MemberContext,
  tx: Tx,
  row: { subject: string; message: string; createdBy: string },
): Promise<number | null> => {
  const { notifications } = store.tables;
  const [written] = await tx
    .insert(notifications)
    .values({ ...row, kind: "news", createdAt: clock.now(), isGlobal: true })
    .returning({ id: notifications.id });
  publishChanged(tx, null);
  return written?.id ?? null;
};

const send = async (ctx: MemberContext, tx: Tx, input: NewNotification, targets: string[]) => {
  const { store, clock, config, actor } = ctx;
  const { subject, message, isGlobal } = input;
  const { userId } = actor;
  await assertStillAdmin(ctx, tx);
  await assertKnown(ctx, tx, targets);
  const limit = config.community.limits.notificationsByMember;
  assertAllowed(await countAttempt(store, tx, clock, "notificationsByMember", userId, limit));
  const row = { subject, message, createdBy: userId };
  const id = isGlobal
    ? await tellEveryone(ctx, tx, row)
    : await notify(store, tx, clock, { ...row, userIds: targets, kind: "news" });
  if (id === null) throw new Error("The notification was not written.");
  await writeAudit(ctx, tx, {
    actorId: userId,
    action: "notification.sent",
    subject: String(id),
    after: { isGlobal, targets: targets.length },
  });
  return id;
};

/**
 * Writes to everyone, or to some people (member §2, §5).
 * @returns it as its readers get it.
 * @throws {AppError} `bad_request` with the first thing that is wrong, `too_many_requests`.
 */
export const createNotification = async (
  ctx: MemberContext,
  input: NewNotification,
): Promise<Notification> => {
  const { store, clock, actor } = ctx;
  const { notifications } = store.tables;
  const targets = targetsOf(input);
  const { idempotencyKey } = input;
  const key = idempotencyKey === undefined ? null : `notification:${idempotencyKey}`;
  const request = { actor: actor.userId, key, content: JSON.stringify(input) };
  const id = await store.write((tx) =>
    once(store, tx, clock, request, () => send(ctx, tx, input, targets)),
  );
  const [row] = await store.read.select().from(notifications).where(eq(notifications.id, id));
  if (row === undefined) throw new AppError("not_found", NOTIFICATIONS.unknown);
  return toWire(row, false);
};
