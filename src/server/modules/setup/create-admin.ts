import { attemptsByAddress } from "#server/access/account-changes.ts";
import { assertAllowed } from "#server/auth/limits.ts";
import { hashPassword } from "#server/auth/passwords.ts";
import type { RequestCtx, Tx } from "#server/context/context.ts";
import { AppError } from "#server/core/errors.ts";
import {
  assertNewAccount,
  assertPasswordAllowed,
  claimByAddress,
  emailInUse,
} from "#server/modules/accounts/index.ts";
import { addUser, indexMember, setRole, verifyUser } from "#server/modules/members/index.ts";
import { welcome } from "#server/modules/notifications/index.ts";
import type { FirstAdminInput, SetupLinkState } from "#shared/schemas/site.ts";
import { SETUP } from "#shared/setup-messages.ts";
import { spendLink, stateOfLink } from "./index.ts";

const assertOpen = (state: SetupLinkState): void => {
  if (state !== "open") throw new AppError("setup_refused", SETUP.refused[state]);
};

const addAdmin = async (
  tx: Tx,
  { email, firstName, lastName }: FirstAdminInput,
  passwordHash: string,
): Promise<void> => {
  const owner = { email, passwordHash, firstName, lastName };
  // Whoever has the link is the owner of the site: an account that was moved in with their address is theirs.
  const waiting = await claimByAddress(tx, owner);
  const id = waiting ?? crypto.randomUUID();
  if (waiting === null && !(await addUser(tx, { id, ...owner }))) throw emailInUse();
  await indexMember(tx, id);
  await verifyUser(tx, id);
  await tx.audit({ actorId: null, action: "setup.admin_created", subject: id });
  await setRole(tx, { userId: id, from: "User", to: "Admin" });
  await welcome(tx, { userId: id, config: tx.config });
};

/**
 * Makes the account of the first Admin, for whoever has the link that the command prints [SETUP-02]:
 * without mail and without Discord, its address counts as proven. An imported account that waits with that
 * address becomes it. Of two who come with one link, one becomes the Admin.
 * @returns the address to log in with.
 * @throws {AppError} `bad_request` with the first thing that is wrong and its field; `setup_refused`
 *   for a link that is missing, unknown, expired or used; `email_in_use`; `too_many_requests`.
 */
export const createFirstAdmin = async (
  ctx: RequestCtx,
  input: FirstAdminInput,
): Promise<{ email: string }> => {
  assertNewAccount(input);
  // A link that is refused is no error in here: the try must stay counted.
  const { verdict, state } = await ctx.write(async (tx) => {
    const verdict = await tx.tryCount(...attemptsByAddress(ctx, "codesByAddress"));
    return { verdict, state: verdict.allowed ? await stateOfLink(tx, input.token) : "unknown" };
  });
  assertAllowed(verdict);
  // Asked again inside; here, so that nobody without a link costs a hash.
  assertOpen(state);
  const { password } = input;
  await assertPasswordAllowed(ctx, { field: "password", password, owner: input });
  const passwordHash = await hashPassword(password);
  await ctx.write(async (tx) => {
    assertOpen(await stateOfLink(tx, input.token));
    await addAdmin(tx, input, passwordHash);
    await spendLink(tx);
  });
  return { email: input.email };
};
