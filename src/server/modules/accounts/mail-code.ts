import { reserveCode, reserveNoCode } from "#server/auth/one-time-codes.ts";
import type { Tx } from "#server/context/context.ts";
import { queueMail, queueNoMail } from "#server/modules/mail/index.ts";
import type { CodeKind } from "#shared/constants/accounts.ts";

/** What this module mails by itself; other kinds have mails of their own. */
export type MailedKind = Extract<CodeKind, "verify" | "reset" | "browser">;

type Addressee = {
  id: string;
  email: string | null;
  firstName: string;
  lastName: string;
  /** Null where nobody has proven yet that the address is theirs. */
  verifiedAt: Date | null;
  /** Since when it waits to be claimed; null or absent for one that does not. */
  waitsSince?: Date | null;
};

/** How a mail greets and addresses a person. */
export const mailboxOf = (
  { firstName, lastName }: Pick<Addressee, "firstName" | "lastName">,
  address: string,
) => ({
  name: `${firstName} ${lastName}`.trim(),
  address,
});

/**
 * As many statements as a mail takes, so that the time does not tell that nobody gets one.
 * @param isAsked whether it was asked already which codes there are.
 */
const mailNobody = async (tx: Tx, isAsked = false): Promise<void> => {
  await reserveNoCode(tx, isAsked);
  await queueNoMail(tx);
};

/**
 * Reserves a code and puts the mail that will carry it into the outbox, in the caller's transaction.
 * @param given.user null where there is nobody to whom it is due.
 * @param given.isOwners whether a browser asks that the account knows.
 * @param given.dueAt when the mail is sent at the earliest; now where nothing is said.
 */
export const mailCode = async (
  tx: Tx,
  kind: MailedKind,
  { user, isOwners = false, dueAt }: { user: Addressee | null; isOwners?: boolean; dueAt?: Date },
): Promise<void> => {
  if (user === null || user.email === null) return mailNobody(tx);
  const code = await reserveCode(tx, { userId: user.id, kind, isOwners, dueAt });
  if (code === null) return mailNobody(tx, true);
  // The owner of the site has brought a waiting account along: its names are nobody's who asks.
  const isProven = user.verifiedAt !== null || user.waitsSince != null;
  // Anybody can register with anybody's address: what they typed is not sent there.
  const to = isProven ? mailboxOf(user, user.email) : { name: "", address: user.email };
  const firstName = isProven && user.firstName !== "" ? user.firstName : null;
  const mail = {
    verify: { template: "verify", data: { code } },
    reset: {
      template: user.waitsSince == null ? "reset" : "claim",
      data: { firstName, token: code },
    },
    browser: { template: "browser", data: { firstName, code } },
  } as const;
  await queueMail(tx, { to, ...mail[kind] }, dueAt);
};
