import { eq } from "drizzle-orm";
import { reserveCode } from "#server/auth/one-time-codes.ts";
import type { Tx } from "#server/context/context.ts";
import {
  isSendable,
  type MailPlace,
  queueMail,
  type QueuedMail,
} from "#server/modules/mail/index.ts";
import { LENGTHS } from "#shared/constants/accounts.ts";
import { LINK_EVENTS, type SecurityEvent } from "#shared/constants/security-events.ts";

/** Of a detail in a mail, in characters. */
const DETAIL_MAX = 100;

/** What somebody is told; two have a template of their own. */
type Told = SecurityEvent | "passwordChanged" | "guessed";

export type SecurityTelling = {
  /** In whose account it happened. */
  userId: string;
  event: Told;
  /** Of what was added or removed, such as a passkey's name. */
  detail?: string;
  /** Where it is sent; the account's address by default. After a change of address: the old one. */
  to?: string;
};

/** Where it came from; of somebody else than the owner no network and no browser is told. */
export const placeOf = ({ actor, ...tx }: Tx, userId: string): MailPlace => {
  if (actor.kind === "system") return { by: "site", browser: null, network: null };
  if (actor.kind === "member" && actor.userId !== userId)
    return { by: "team", browser: null, network: null };
  const { network, browser } = tx.origin();
  const isKnown = network !== null && network !== "unknown";
  return { by: "owner", browser, network: isKnown ? network : null };
};

const mailOf = (
  tx: Tx,
  { userId, event, detail }: SecurityTelling,
  given: { to: QueuedMail["to"]; firstName: string; code: string },
): QueuedMail => {
  const { to, firstName, code } = given;
  const at = tx.clock.now().toISOString();
  const safety = { place: placeOf(tx, userId), code };
  if (event === "guessed") return { to, template: "guessed", data: { firstName, at, ...safety } };
  if (event === "passwordChanged")
    return { to, template: "password-changed", data: { firstName, changedAt: at, ...safety } };
  const short = detail?.slice(0, DETAIL_MAX).trim() ?? "";
  return {
    to,
    template: "security",
    data: { firstName, event, detail: short === "" ? null : short, at, ...safety },
  };
};

/**
 * Tells the owner of an account by mail, in the caller's transaction, of what keeps it safe: what, when
 * and roughly from where, with a link that ends all sessions [SAFE-05]. Nobody is told whose address is
 * not proven, who has switched such mails off, or who has been told of the same five times within an hour.
 */
export const tellOfSecurity = async (tx: Tx, told: SecurityTelling): Promise<void> => {
  const { userId, event } = told;
  const { users: t } = tx.tables;
  const [user] = await tx
    .select({
      email: t.email,
      firstName: t.firstName,
      lastName: t.lastName,
      verifiedAt: t.verifiedAt,
      mailsOfLinks: t.mailsOfLinks,
    })
    .from(t)
    .where(eq(t.id, userId));
  const address = told.to ?? user?.email ?? null;
  if (user === undefined || user.verifiedAt === null || address === null) return;
  const isOfLinks = event !== "passwordChanged" && event !== "guessed" && LINK_EVENTS.has(event);
  if (isOfLinks && !user.mailsOfLinks) return;
  const subject = `${userId} ${event}`;
  const counted = await tx.tryCount({ name: "securityMailsByAccountAndEvent", subject });
  if (!counted.allowed) return;
  const { firstName, lastName } = user;
  const to = { name: `${firstName} ${lastName}`.trim().slice(0, 2 * LENGTHS.name), address };
  // Of a mail that cannot be sent nothing is kept; what it would tell of happens all the same.
  if (!isSendable(mailOf(tx, told, { to, firstName, code: "unknown" }))) return;
  const code = await reserveCode(tx, { userId, kind: "signout", isOwners: true });
  if (code !== null) await queueMail(tx, mailOf(tx, told, { to, firstName, code }));
};
