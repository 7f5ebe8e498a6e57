import { and, eq, isNull } from "drizzle-orm";
import type { MemberCtx, MemberTx } from "#server/context/context.ts";
import { AppError } from "#server/core/errors.ts";
import { once } from "#server/store/idempotency.ts";
import type { Strike, StrikeLifting } from "#shared/schemas/strikes.ts";
import { STRIKES } from "#shared/strike-messages.ts";
import { refreshBans } from "./bans.ts";
import { forgetHashesOf } from "./keep.ts";
import { findTarget } from "./may.ts";
import { stateOf } from "./state.ts";
import { tellMember } from "./tell.ts";
import { findStrike, showStrike } from "./to-wire.ts";

const refused = (sentence: string) => new AppError("conflict", sentence);

const lift = async (tx: MemberTx, { id, reason }: StrikeLifting): Promise<number> => {
  const { strikes: t } = tx.tables;
  const found = await findStrike(tx, id);
  const user = await findTarget(tx, found.userId);
  if (found.userId === tx.actor.userId) throw new AppError("forbidden", STRIKES.liftOwn);
  const now = tx.clock.now();
  const state = stateOf(found, now);
  if (state === "lifted") throw refused(STRIKES.alreadyLifted);
  if (state === "expired") throw refused(STRIKES.alreadyOver);
  await tx.count("strikesByMember", tx.actor.userId);
  const [row] = await tx
    .update(t)
    .set({ liftedAt: now, liftedBy: tx.actor.userId, liftReason: reason.trim() })
    .where(and(eq(t.id, id), isNull(t.liftedAt)))
    .returning();
  if (row === undefined) throw refused(STRIKES.alreadyLifted);
  await forgetHashesOf(tx, id);
  await refreshBans(tx, row.userId);
  await tx.audit({ action: "strike.lifted", subject: row.userId, after: { strikeId: id } });
  await tellMember(tx, user, row);
  tx.publish({ type: "strike.changed", strikeId: id, userId: row.userId });
  return id;
};

/**
 * Lifts an active strike: from then on it forbids nothing [STRIKE-02]. Nothing else of a strike is ever
 * changed. With an idempotency key it is lifted once, and a repetition answers the same.
 * @throws {AppError} `not_found`; `conflict` for one that is over; `forbidden` for one's own, and against the
 *   team for whoever is no Admin; `too_many_requests`.
 */
export const liftStrike = async (ctx: MemberCtx, input: StrikeLifting): Promise<Strike> => {
  const { idempotencyKey } = input;
  const key = idempotencyKey === undefined ? null : `strike-lift:${idempotencyKey}`;
  return ctx.write(async (tx) => {
    const request = { actor: tx.actor.userId, key, content: JSON.stringify(input) };
    const id = await once(tx, request, () => lift(tx, input));
    return showStrike(tx, id);
  });
};
