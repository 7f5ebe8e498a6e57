import { eq } from "drizzle-orm";
import type { CodeKind } from "#shared/constants/accounts.ts";
import { reserveCode } from "#server/auth/one-time-codes.ts";
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

/**
 * As many statements as a mail takes, so that the time does not tell that nobody gets one.
 * @param isAsked whether it was asked already which codes there are.
 */
const mailNobody = async ({ store }: Context, tx: Tx, isAsked = false): Promise<void> => {
  const { oneTimeCodes, outbox } = store.tables;
  if (!isAsked) await tx.delete(oneTimeCodes).where(eq(oneTimeCodes.userId, ""));
  await tx.delete(oneTimeCodes).where(eq(oneTimeCodes.hash, ""));
  await tx.delete(outbox).where(eq(outbox.id, 0));
};

/**
 * Reserves a code and puts the mail that will carry it into the outbox, in the caller's transaction.
 * @param given.user null where there is nobody to whom it is due.
 * @param given.isOwners whether a browser asks that the account knows.
 */
export const mailCode = async (
  ctx: Context,
  tx: Tx,
  kind: CodeKind,
  { user, isOwners = false }: { user: Addressee | null; isOwners?: boolean },
): Promise<void> => {
  if (user === null || user.email === null) return mailNobody(ctx, tx);
  const { store, clock } = ctx;
  const code = await reserveCode(store, tx, clock, { userId: user.id, kind, isOwners });
  if (code === null) return mailNobody(ctx, tx, true);
  const isProven = user.verifiedAt !== null;
  // Anybody can register with anybody's address: what they typed is not sent there.
  const to = isProven ? mailboxOf(user, user.email) : { name: "", address: user.email };
  const firstName = isProven ? user.firstName : null;
  const mail = {
    verify: { template: "verify", data: { code } },
    reset: { template: "reset", data: { firstName, token: code } },
    browser: { template: "browser", data: { firstName, code } },
  } as const;
  await queueMail(store, tx, clock, { to, ...mail[kind] });
};
