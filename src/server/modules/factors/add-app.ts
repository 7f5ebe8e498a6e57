import type { z } from "zod";
import { countAccountChange } from "#server/access/attempts.ts";
import { endOthers } from "#server/access/end-others.ts";
import { decrypt, encrypt } from "#server/auth/encryption.ts";
import { makeTotpSecret, totpAddress, totpStepOf } from "#server/auth/totp.ts";
import type { MemberCtx } from "#server/context/context.ts";
import { AppError, wrongInput } from "#server/core/errors.ts";
import { tellOfSecurity } from "#server/modules/security/index.ts";
import { APP_SETUP_MS } from "#shared/constants/factors.ts";
import { FACTORS } from "#shared/factor-messages.ts";
import type { AppSetup, addAppInput, AddedApp } from "#shared/schemas/factors.ts";
import { keepApp } from "./authenticator.ts";
import { assertMayChange } from "./changing.ts";
import { drawRecoveryCodes, keepRecoveryCodes, recoveryCodesOf } from "./recovery-codes.ts";

/** The purpose of the key with which what is being set up is handed to the browser and back. */
const SETUP_KEY = "authenticator app being set up";

/**
 * Makes a secret for an app. Nothing is kept of it: the browser hands it back, sealed, with the first
 * code, and can do so for half an hour in the session in which it was made.
 */
export const beginApp = ({ auth, actor, clock, config }: MemberCtx): AppSetup => {
  const secret = makeTotpSecret();
  const until = clock.now().getTime() + APP_SETUP_MS;
  const { name } = config.community.brand;
  return {
    secret,
    address: totpAddress(secret, { issuer: name, label: actor.user.email }),
    setup: encrypt(auth.lastingKeyFor(SETUP_KEY), `${until} ${secret}`, actor.session.id),
  };
};

const secretIn = ({ auth, actor, clock }: MemberCtx, setup: string): string => {
  const text = decrypt(auth.lastingKeyFor(SETUP_KEY), setup, actor.session.id);
  const [until = "", secret = ""] = text?.split(" ") ?? [];
  if (text === null || Number(until) <= clock.now().getTime())
    throw new AppError("bad_request", FACTORS.setupOver);
  return secret;
};

/**
 * Keeps an app whose first code is right, in place of the one there was, and makes recovery codes where
 * there are none. Whoever has just typed its code has proven it in this session; all others end.
 * @returns the codes, shown this once.
 * @throws {AppError} `bad_request` for a wrong code or a setup that has run out, `step_up`,
 *   `too_many_requests`.
 */
export const addApp = async (
  ctx: MemberCtx,
  { setup, code }: z.infer<typeof addAppInput>,
): Promise<AddedApp> => {
  const { userId } = ctx.actor;
  const secret = secretIn(ctx, setup);
  const step = totpStepOf(secret, code.replace(/[\s-]/g, ""), ctx.clock.now());
  if (step === null) throw wrongInput(FACTORS.codeWrong, ["code"]);
  const codes = drawRecoveryCodes();
  return ctx.write(async (tx) => {
    await assertMayChange(tx);
    await countAccountChange(tx);
    const isReplaced = await keepApp(tx, { userId, secret, step });
    const left = (await recoveryCodesOf(tx, userId))?.left ?? 0;
    if (left === 0) await keepRecoveryCodes(tx, userId, codes);
    await tx.audit({ action: "factor.added", subject: userId, after: { factor: "totp" } });
    await tx.auth.sessions.noteSecondFactor(tx, tx.actor.session.id);
    // Whoever logged in elsewhere has not proven it, and may be the reason why it was added.
    await endOthers(tx);
    tx.publish({ type: "account.changed", userId });
    const event = isReplaced ? "factorReplaced" : "factorAdded";
    await tellOfSecurity(tx, { userId, event });
    return { recoveryCodes: left === 0 ? codes : null };
  });
};
