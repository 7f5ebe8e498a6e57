import type { z } from "zod";
import type { RequestCtx } from "#server/context/context.ts";
import { completeLogin, loginAnswer, takePasskeyStep } from "#server/modules/factors/index.ts";
import type { passkeyLoginInput, passkeyStepInput } from "#shared/schemas/passkeys.ts";
import { assertPasskeyLeft, verifyForLogin } from "./verify.ts";

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
