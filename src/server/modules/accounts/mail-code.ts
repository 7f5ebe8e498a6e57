import { eq } from "drizzle-orm";
import type { CodeKind } from "#shared/constants/accounts.ts";
import { issueCode } from "#server/auth/one-time-codes.ts";
import type { Clock } from "#server/clock.ts";
import { queueMail } from "#server/modules/mail/index.ts";
import type { Store, Tx } from "#server/store/store.ts";

type Addressee = {
  id: string;
  email: string | null;
  firstName: string;
  lastName: string;
  /** Null where nobody has proven yet that the address is theirs. */
  verifiedAt: Date | null;
};
type Context = { store: Store; clock: Clock };

/** How a mail greets and addresses a person. */
export const mailboxOf = (
  { firstName, lastName }: Pick<Addressee, "firstName" | "lastName">,
  address: string,
) => ({
  name: `${firstName} ${lastName}`,
  address,
});

/** As many statements as a mail takes, so that the time does not tell that nobody gets one. */
const mailNobody = async ({ store }: Context, tx: Tx): Promise<void> => {
  const { oneTimeCodes, outbox } = store.tables;
  await tx.delete(oneTimeCodes).where(eq(oneTimeCodes.userId, ""));
  await tx.delete(oneTimeCodes).where(eq(oneTimeCodes.hash, ""));
  await tx.delete(outbox).where(eq(outbox.id, 0));
};

/**
 * Makes a code and puts the mail that carries it into the outbox, in the caller's transaction.
 * @param user null where there is nobody to whom it is due.
 */
export const mailCode = async (
  ctx: Context,
  tx: Tx,
  kind: CodeKind,
  user: Addressee | null,
): Promise<void> => {
  if (user === null || user.email === null) return mailNobody(ctx, tx);
  const { store, clock } = ctx;
  const code = await issueCode(store, tx, clock, { userId: user.id, kind });
  const isProven = user.verifiedAt !== null;
  // Anybody can register with anybody's address: what they typed is not sent there.
  const to = isProven ? mailboxOf(user, user.email) : { name: "", address: user.email };
  const firstName = isProven ? user.firstName : null;
  await queueMail(
    store,
    tx,
    clock,
    kind === "verify"
      ? { to, template: "verify", data: { code } }
      : { to, template: "reset", data: { firstName, token: code } },
  );
};
