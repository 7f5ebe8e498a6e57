import { eq } from "drizzle-orm";
import { attemptsByAddress } from "#server/access/attempts.ts";
import { assertAllowed } from "#server/auth/limits.ts";
import type { MemberCtx, RequestCtx } from "#server/context/context.ts";
import { PASSKEY_CHALLENGE_MS } from "#shared/constants/passkeys.ts";
import type { PasskeyRequest } from "#shared/schemas/passkeys.ts";
import { keepChallenge, ofSession } from "./challenges.ts";
import { assertPasskeySite } from "./site.ts";
import { transportsIn } from "./to-wire.ts";

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
