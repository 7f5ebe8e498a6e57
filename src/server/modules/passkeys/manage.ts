import { and, asc, count, eq } from "drizzle-orm";
import type { z } from "zod";
import { countAccountChange, endOthers } from "#server/access/account-changes.ts";
import type { CtxReader, MemberCtx, MemberTx } from "#server/context/context.ts";
import { AppError } from "#server/core/errors.ts";
import { assertMayChangeFactors } from "#server/modules/factors/index.ts";
import { tellOfSecurity } from "#server/modules/security/index.ts";
import {
  PASSKEY_CHALLENGE_MS,
  PASSKEY_KEY_MAX_BYTES,
  PASSKEYS_MAX,
} from "#shared/constants/factors.ts";
import { PASSKEYS } from "#shared/factor-messages.ts";
import type {
  newPasskeyInput,
  OwnPasskeys,
  Passkey,
  PasskeyCreation,
  passkeyId,
  passkeyName,
} from "#shared/schemas/passkeys.ts";
import {
  assertPasskeySite,
  challengeIn,
  keepChallenge,
  ofSession,
  passkeyOnWire,
  passkeySiteOf,
  spendChallenge,
  transportsIn,
} from "./index.ts";

const ownPasskeys = async (reader: CtxReader, userId: string) => {
  const { passkeys: t } = reader.tables;
  return reader
    .select({ id: t.id, transports: t.transports })
    .from(t)
    .where(eq(t.userId, userId))
    .limit(PASSKEYS_MAX);
};

const assertRoom = (count: number): void => {
  if (count >= PASSKEYS_MAX) throw new AppError("bad_request", PASSKEYS.tooMany(PASSKEYS_MAX));
};

/**
 * With what a member's browser is asked to make a passkey. A device that holds one of theirs makes no
 * other [KEY-02].
 * @throws {AppError} `bad_request` with twenty of them, `passkeys_unavailable`, `too_many_requests`;
 *   `step_up`, `second_factor_missing`.
 */
export const requestPasskey = async (ctx: MemberCtx): Promise<PasskeyCreation> => {
  const { rpId } = assertPasskeySite(ctx);
  const { userId, user } = ctx.actor;
  const { challenge, own } = await ctx.write(async (tx) => {
    await assertMayChangeFactors(tx);
    await tx.count("passkeyRequestsByMember", userId);
    const own = await ownPasskeys(tx, userId);
    assertRoom(own.length);
    return { own, challenge: await keepChallenge(tx, { purpose: "add", heldBy: ofSession(ctx) }) };
  });
  return ctx.passkeys.creationOptions({
    site: { rpId, name: ctx.config.community.brand.name },
    user: {
      id: userId,
      name: user.email,
      displayName: `${user.firstName} ${user.lastName}`.trim(),
    },
    challenge,
    timeoutMs: PASSKEY_CHALLENGE_MS,
    excluded: own.map(({ id, transports }) => ({ id, transports: transportsIn(transports) })),
  });
};

/**
 * Adds a passkey that a member's browser has made.
 * @throws {AppError} `passkey_over` for a challenge that has run out, was used, or was another session's;
 *   `passkey_refused`; `conflict` for one that is known already; `bad_request` with twenty of them;
 *   `passkeys_unavailable`, `too_many_requests`, `step_up`, `second_factor_missing`.
 */
export const addPasskey = async (
  ctx: MemberCtx,
  { name, response }: z.infer<typeof newPasskeyInput>,
): Promise<Passkey> => {
  const site = assertPasskeySite(ctx);
  const { userId } = ctx.actor;
  const challenge = challengeIn(response.response.clientDataJSON);
  const asked = { purpose: "add", heldBy: ofSession(ctx), challenge } as const;
  const isGood = await ctx.write(async (tx) => {
    // Before it is used up: whoever confirms now sends the same once more.
    await assertMayChangeFactors(tx);
    return spendChallenge(tx, asked);
  });
  if (!isGood) throw new AppError("passkey_over", PASSKEYS.over);
  const made = await ctx.passkeys.checkCreation({ site, challenge, response });
  if ("refused" in made || made.publicKey.length > PASSKEY_KEY_MAX_BYTES) {
    const detail = "refused" in made ? made.refused : "Its key is too long.";
    ctx.log.info("passkey.refused", { requestId: ctx.requestId, detail });
    throw new AppError("passkey_refused", PASSKEYS.notMade);
  }
  return ctx.write(async (tx) => {
    await assertMayChangeFactors(tx);
    await countAccountChange(tx);
    const count = (await ownPasskeys(tx, userId)).length;
    assertRoom(count);
    const row = { ...made, userId, rpId: site.rpId, name, addedAt: tx.clock.now() };
    const added = await tx
      .insert(tx.tables.passkeys)
      .values(row)
      .onConflictDoNothing()
      .returning({ id: tx.tables.passkeys.id });
    if (added.length === 0) throw new AppError("conflict", PASSKEYS.known);
    const after = { passkeys: count + 1 };
    await tx.audit({ action: "passkey.added", subject: userId, after });
    await tellOfSecurity(tx, { userId, event: "passkeyAdded", detail: name });
    await tx.auth.sessions.noteSecondFactor(tx, tx.actor.session.id);
    tx.publish({ type: "account.changed", userId });
    return passkeyOnWire({ ...row, lastUsedAt: null }, site.rpId);
  });
};

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
