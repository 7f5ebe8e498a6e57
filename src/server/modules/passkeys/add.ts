import { eq } from "drizzle-orm";
import type { z } from "zod";
import { countAccountChange } from "#server/access/attempts.ts";
import type { CtxReader, MemberCtx } from "#server/context/context.ts";
import { AppError } from "#server/core/errors.ts";
import { assertMayChangeFactors } from "#server/modules/factors/index.ts";
import { tellOfSecurity } from "#server/modules/security/index.ts";
import {
  PASSKEY_CHALLENGE_MS,
  PASSKEY_KEY_MAX_BYTES,
  PASSKEYS_MAX,
} from "#shared/constants/passkeys.ts";
import { PASSKEYS } from "#shared/passkey-messages.ts";
import type { newPasskeyInput, Passkey, PasskeyCreation } from "#shared/schemas/passkeys.ts";
import { challengeIn, keepChallenge, ofSession, spendChallenge } from "./challenges.ts";
import { assertPasskeySite } from "./site.ts";
import { passkeyOnWire, transportsIn } from "./to-wire.ts";

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
