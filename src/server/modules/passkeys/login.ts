import { eq } from "drizzle-orm";
import type { z } from "zod";
import { attemptsByAddress } from "#server/access/account-changes.ts";
import { assertAllowed } from "#server/auth/limits.ts";
import type { MemberCtx, RequestCtx } from "#server/context/context.ts";
import { completeLogin, loginAnswer, takePasskeyStep } from "#server/modules/factors/index.ts";
import { PASSKEY_CHALLENGE_MS } from "#shared/constants/factors.ts";
import type {
  passkeyLoginInput,
  PasskeyRequest,
  passkeyStepInput,
} from "#shared/schemas/passkeys.ts";
import {
  assertPasskeyLeft,
  assertPasskeySite,
  keepChallenge,
  ofSession,
  transportsIn,
  verifyForLogin,
} from "./index.ts";

/**
 * What a browser is asked to sign to log in, be it as the only step or as the second. It names no
 * passkey, so that it tells nobody who has an account.
 * @throws {AppError} `passkeys_unavailable`, `too_many_requests`.
 */
export const requestLogin = async (ctx: RequestCtx): Promise<PasskeyRequest> => {
  const { rpId } = assertPasskeySite(ctx);
  const heldBy = ctx.browser.keepPasskeySecret();
  const challenge = await ctx.write(async (tx) => {
    assertAllowed(await tx.tryCount(...attemptsByAddress(ctx, "passkeyRequestsByAddress")));
    return keepChallenge(tx, { purpose: "login", heldBy });
  });
  return {
    challenge,
    rpId,
    timeout: PASSKEY_CHALLENGE_MS,
    userVerification: "preferred",
    allowCredentials: [],
  };
};

/**
 * What a member's browser is asked to sign to confirm that it is them: with one of their own passkeys,
 * and verified by the device.
 * @throws {AppError} `passkeys_unavailable`, `too_many_requests`.
 */
export const requestConfirmation = async (ctx: MemberCtx): Promise<PasskeyRequest> => {
  const { rpId } = assertPasskeySite(ctx);
  const { userId } = ctx.actor;
  return ctx.write(async (tx) => {
    await tx.count("passkeyRequestsByMember", userId);
    const { passkeys: t } = tx.tables;
    const own = await tx
      .select({ id: t.id, transports: t.transports })
      .from(t)
      .where(eq(t.userId, userId));
    const challenge = await keepChallenge(tx, { purpose: "confirm", heldBy: ofSession(ctx) });
    return {
      challenge,
      rpId,
      timeout: PASSKEY_CHALLENGE_MS,
      userVerification: "required",
      allowCredentials: own.map(({ id, transports }) => ({
        id,
        type: "public-key",
        transports: transportsIn(transports),
      })),
    };
  });
};

/**
 * Signs a browser in with a passkey: as the only step where the device has verified who uses it, and
 * otherwise as the first of two [KEY-04].
 * @throws {AppError} `passkey_over`, `passkey_refused`, `passkeys_unavailable`, `too_many_requests`; of
 *   the account as `login`: `account_deactivated`, `unverified`, `second_factor`.
 */
export const loginWithPasskey = async (
  ctx: RequestCtx,
  { response }: z.infer<typeof passkeyLoginInput>,
): Promise<{ token: string }> => {
  const passkey = await verifyForLogin(ctx, response);
  const { userId, isUserVerified } = passkey;
  const outcome = await completeLogin(ctx, {
    userId,
    firstStep: { way: "passkey", isUserVerified },
    alongside: (tx) => assertPasskeyLeft(tx, passkey),
  });
  return loginAnswer(outcome);
};

/**
 * Finishes a login that waits for its second step with a passkey of the same account.
 * @throws {AppError} as above, and `login_over`, `second_step_wrong` as for a code.
 */
export const takeStepWithPasskey = async (
  ctx: RequestCtx,
  { ticket, response }: z.infer<typeof passkeyStepInput>,
): Promise<{ token: string }> => {
  const passkey = await verifyForLogin(ctx, response);
  const { userId } = passkey;
  return takePasskeyStep(ctx, {
    ticket,
    userId,
    alongside: (tx) => assertPasskeyLeft(tx, passkey),
  });
};
