import { and, asc, count, eq } from "drizzle-orm";
import type { z } from "zod";
import { countAccountChange } from "#server/access/attempts.ts";
import { endOthers } from "#server/access/end-others.ts";
import type { MemberCtx, MemberTx } from "#server/context/context.ts";
import { AppError } from "#server/core/errors.ts";
import { assertMayChangeFactors } from "#server/modules/factors/index.ts";
import { tellOfSecurity } from "#server/modules/security/index.ts";
import { PASSKEYS_MAX } from "#shared/constants/passkeys.ts";
import { PASSKEYS } from "#shared/passkey-messages.ts";
import type { OwnPasskeys, Passkey, passkeyId, passkeyName } from "#shared/schemas/passkeys.ts";
import { passkeySiteOf } from "./site.ts";
import { passkeyOnWire } from "./to-wire.ts";

const rpIdHere = (ctx: MemberCtx) => passkeySiteOf(ctx)?.rpId ?? null;

/** The browser's own name, with the first number that makes it another one than those. */
const suggestName = (browser: string, taken: ReadonlySet<string>): string => {
  for (let number = 1; ; number += 1) {
    const name = number === 1 ? browser : `${browser} ${number}`;
    if (!taken.has(name)) return name;
  }
};

/** A member's passkeys. */
export const listPasskeys = async (ctx: MemberCtx): Promise<OwnPasskeys> => {
  const { userId } = ctx.actor;
  const { passkeys: t, users } = ctx.tables;
  const rows = await ctx.read
    .select()
    .from(t)
    .where(eq(t.userId, userId))
    .orderBy(asc(t.addedAt), asc(t.id))
    .limit(PASSKEYS_MAX);
  const [user] = await ctx.read
    .select({ passwordHash: users.passwordHash })
    .from(users)
    .where(eq(users.id, userId));
  const rpId = rpIdHere(ctx);
  return {
    passkeys: rows.map((row) => passkeyOnWire(row, rpId)),
    isOffered: rpId !== null,
    suggestedName: suggestName(ctx.browser.name, new Set(rows.map(({ name }) => name))),
    hasPassword: user !== undefined && user.passwordHash !== null,
  };
};

const unknown = () => new AppError("not_found", PASSKEYS.gone);

/**
 * Gives a passkey of one's own another name.
 * @throws {AppError} `not_found` for one that is not, or no longer, one's own; `too_many_requests`.
 */
export const renamePasskey = (
  ctx: MemberCtx,
  { id, name }: z.infer<typeof passkeyName>,
): Promise<Passkey> =>
  ctx.write(async (tx) => {
    const { userId } = tx.actor;
    const { passkeys: t } = tx.tables;
    await countAccountChange(tx);
    const [renamed] = await tx
      .update(t)
      .set({ name })
      .where(and(eq(t.id, id), eq(t.userId, userId)))
      .returning();
    if (renamed === undefined) throw unknown();
    await tx.audit({ action: "passkey.renamed", subject: userId });
    tx.publish({ type: "account.changed", userId });
    return passkeyOnWire(renamed, rpIdHere(ctx));
  });

const countLeft = async (tx: MemberTx): Promise<number> => {
  const { passkeys: t } = tx.tables;
  const [left] = await tx.select({ count: count() }).from(t).where(eq(t.userId, tx.actor.userId));
  return left?.count ?? 0;
};

const hasApp = async (tx: MemberTx): Promise<boolean> => {
  const { totpFactors: t } = tx.tables;
  const isTheirs = eq(t.userId, tx.actor.userId);
  const [app] = await tx.select({ userId: t.userId }).from(t).where(isTheirs);
  return app !== undefined;
};

/**
 * Removes a passkey of one's own: at once nobody logs in with it any more, and all other sessions end.
 * @throws {AppError} `not_found` for one that is not, or no longer, one's own; `too_many_requests`;
 *   `step_up`, `second_factor_missing`.
 */
export const removePasskey = (ctx: MemberCtx, { id }: z.infer<typeof passkeyId>): Promise<void> =>
  ctx.write(async (tx) => {
    const { userId } = tx.actor;
    const { passkeys: t } = tx.tables;
    await assertMayChangeFactors(tx);
    await countAccountChange(tx);
    const gone = await tx
      .delete(t)
      .where(and(eq(t.id, id), eq(t.userId, userId)))
      .returning({ name: t.name });
    const [removed] = gone;
    if (removed === undefined) throw unknown();
    const left = await countLeft(tx);
    await tx.audit({ action: "passkey.removed", subject: userId, after: { passkeys: left } });
    await tellOfSecurity(tx, { userId, event: "passkeyRemoved", detail: removed.name });
    // Whoever it logged in may be the reason why it is removed.
    await endOthers(tx);
    if (left === 0 && !(await hasApp(tx))) await tx.auth.sessions.forgetSecondFactor(tx, userId);
    tx.publish({ type: "account.changed", userId });
  });
