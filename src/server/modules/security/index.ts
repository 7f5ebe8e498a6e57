import { and, asc, eq, inArray, lt } from "drizzle-orm";
import type { z } from "zod";
import {
  assertConfirmed,
  attemptsByAddress,
  countAccountChange,
  writeAndForgetPerson,
} from "#server/access/account-changes.ts";
import { assertAllowed } from "#server/auth/limits.ts";
import { reserveCode, spendCode } from "#server/auth/one-time-codes.ts";
import { fingerprintOf } from "#server/auth/secrets.ts";
import type { MemberCtx, RequestCtx, RequestParts, Tx } from "#server/context/context.ts";
import { AppError, type ErrorCode } from "#server/core/errors.ts";
import {
  isSendable,
  type MailPlace,
  type QueuedMail,
  queueMail,
} from "#server/modules/mail/index.ts";
import { setMailsOfLinks } from "#server/modules/members/index.ts";
import type { Tables } from "#server/store/store.ts";
import { KNOWN_PLACE_KEPT_MS, LENGTHS } from "#shared/constants/accounts.ts";
import { LINK_EVENTS, type SecurityEvent } from "#shared/constants/mail.ts";
import { END_SESSIONS, SECURITY_MAIL_SETTINGS } from "#shared/factor-messages.ts";
import { SIGN_IN } from "#shared/messages.ts";
import type { verificationInput } from "#shared/schemas/accounts.ts";
import type { SecurityMailSettings } from "#shared/schemas/preferences.ts";

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

type Place = Pick<Tables["knownPlaces"]["$inferSelect"], "kind" | "hash">;
type From = Pick<RequestParts, "browser" | "network">;

/** Browsers and networks of one account; the ones that were seen longest ago make room. */
const PLACES_MAX = 200;
const UNKNOWN_NETWORK = "unknown";

/** Only the site can tell whose browser or network a row is of, and of one account alone. */
const placeHash = ({ auth }: Pick<Tx, "auth">, userId: string, kind: string, value: string) =>
  fingerprintOf(auth.lastingKeyFor("known places"), `${userId} ${kind} ${value}`);

const placesOf = (tx: Tx, userId: string, { browser, network }: From) => ({
  browser: { kind: "browser", hash: placeHash(tx, userId, "browser", browser.ownId) } as const,
  network:
    network === UNKNOWN_NETWORK
      ? null
      : ({ kind: "network", hash: placeHash(tx, userId, "network", network) } as const),
});

const keep = async (tx: Tx, userId: string, places: readonly (Place | null)[]): Promise<void> => {
  const { knownPlaces: t } = tx.tables;
  const lastSeenAt = tx.clock.now();
  for (const place of places)
    if (place !== null)
      await tx
        .insert(t)
        .values({ userId, ...place, lastSeenAt })
        .onConflictDoUpdate({ target: [t.userId, t.kind, t.hash], set: { lastSeenAt } });
};

const makeRoom = async (tx: Tx, userId: string, known: number): Promise<void> => {
  const { knownPlaces: t } = tx.tables;
  if (known < PLACES_MAX) return;
  const oldest = await tx
    .select({ hash: t.hash })
    .from(t)
    .where(eq(t.userId, userId))
    .orderBy(asc(t.lastSeenAt), asc(t.hash))
    .limit(known - PLACES_MAX + 2);
  const hashes = oldest.map(({ hash }) => hash);
  await tx.delete(t).where(and(eq(t.userId, userId), inArray(t.hash, hashes)));
};

/** Has an account know the browser that asks, and its network, in the caller's transaction: nobody is told. */
export const rememberPlace = async (tx: Tx, from: From, userId: string): Promise<void> => {
  const { browser, network } = placesOf(tx, userId, from);
  await keep(tx, userId, [browser, network]);
};

/**
 * What is known of an account of which nothing was written down yet: its open sessions. One that has
 * none is not told of the first browser.
 */
const knownBefore = async (tx: Tx, userId: string, { browser, network }: From) => {
  const { sessions: t } = tx.tables;
  const open = await tx
    .select({ browser: t.browser, address: t.address })
    .from(t)
    .where(eq(t.userId, userId));
  const networks = new Set(open.map(({ address }) => address));
  const places = [...networks].map((address) => ({
    kind: "network" as const,
    hash: placeHash(tx, userId, "network", address),
  }));
  await keep(tx, userId, places);
  const isFirst = open.length === 0;
  return {
    browser: isFirst || open.some((session) => session.browser === browser.name),
    network: isFirst || networks.has(network),
  };
};

/**
 * Notes from where somebody signs in, in the transaction that starts the session and before it does, and
 * tells the account's owner of a browser or a network that is new to it [SAFE-04].
 * @param given.passwordHash of the account; null where it has none.
 */
export const noteSignIn = async (
  tx: Tx,
  from: From,
  { userId, passwordHash }: { userId: string; passwordHash: string | null },
): Promise<void> => {
  const { knownPlaces: t } = tx.tables;
  const rows = await tx
    .select({ kind: t.kind, hash: t.hash })
    .from(t)
    .where(eq(t.userId, userId))
    .limit(PLACES_MAX * 2);
  const here = placesOf(tx, userId, from);
  const has = (place: Place | null) =>
    place === null || rows.some(({ kind, hash }) => kind === place.kind && hash === place.hash);
  const before =
    rows.length === 0
      ? await knownBefore(tx, userId, from)
      : { browser: has(here.browser), network: has(here.network) };
  // Its cookie says that it has signed in with this password before.
  const hasCookie =
    passwordHash !== null && from.browser.knownAs({ userId, passwordHash }) !== null;
  await makeRoom(tx, userId, rows.length);
  await keep(tx, userId, [here.browser, here.network]);
  if (!before.browser && !hasCookie) await tellOfSecurity(tx, { userId, event: "newBrowser" });
  else if (!before.network) await tellOfSecurity(tx, { userId, event: "newNetwork" });
};

/** Removes from where an account was used, in the caller's transaction. */
export const forgetPlaces = async (tx: Tx, userId: string): Promise<void> => {
  const { knownPlaces } = tx.tables;
  await tx.delete(knownPlaces).where(eq(knownPlaces.userId, userId));
};

/** Removes up to `max` of those that nobody was seen in for a long time. @returns how many. */
export const forgetOldPlaces = async (tx: Tx, max: number): Promise<number> => {
  const { knownPlaces: t } = tx.tables;
  const until = new Date(tx.clock.now().getTime() - KNOWN_PLACE_KEPT_MS);
  const old = await tx
    .select({ userId: t.userId, kind: t.kind, hash: t.hash })
    .from(t)
    .where(lt(t.lastSeenAt, until))
    .limit(max);
  // A hash is of one account and kind.
  const hashes = old.map(({ hash }) => hash);
  if (hashes.length > 0)
    await tx.delete(t).where(and(inArray(t.hash, hashes), lt(t.lastSeenAt, until)));
  return old.length;
};

const REFUSED: Readonly<Record<"unknown" | "expired" | "used", readonly [ErrorCode, string]>> = {
  unknown: ["bad_request", END_SESSIONS.linkInvalid],
  expired: ["bad_request", END_SESSIONS.linkInvalid],
  used: ["code_used", END_SESSIONS.linkUsed],
};

/**
 * Signs an account out everywhere, for whoever has the link of a security mail; it opens nothing. Of the
 * browsers that the account knew this one is left [SAFE-06].
 * @returns the sentence to show.
 * @throws {AppError} `bad_request` for a code that is missing, unknown, expired or used;
 *   `too_many_requests`.
 */
export const endSessionsByLink = async (
  ctx: RequestCtx,
  { code }: z.infer<typeof verificationInput>,
): Promise<string> => {
  if (!code) throw new AppError(...REFUSED.unknown);
  // Counted by itself: the try counts whatever comes of it.
  assertAllowed(await ctx.write((tx) => tx.tryCount(...attemptsByAddress(ctx, "codesByAddress"))));
  await writeAndForgetPerson(ctx, async (tx) => {
    const spent = await spendCode(tx, { code, kind: "signout" });
    if (spent.outcome !== "ok") throw new AppError(...REFUSED[spent.outcome]);
    const { userId } = spent;
    const sessions = await tx.auth.sessions.endAll(tx, userId);
    await forgetPlaces(tx, userId);
    await rememberPlace(tx, ctx, userId);
    await tx.audit({
      actorId: null,
      action: "session.ended",
      subject: userId,
      after: { sessions, reason: "securityMail" },
    });
    tx.publish({ type: "account.changed", userId });
  });
  return END_SESSIONS.done;
};

/** Which security mails the member gets, of those that can be switched off. */
export const readMailSettings = async ({
  tables,
  read,
  actor,
}: MemberCtx): Promise<SecurityMailSettings> => {
  const { users } = tables;
  const [found] = await read
    .select({ aboutLinks: users.mailsOfLinks })
    .from(users)
    .where(eq(users.id, actor.userId));
  if (found === undefined) throw new AppError("unauthorized", SIGN_IN.endedElsewhere);
  return found;
};

/**
 * Switches the mails about links on or off [SAFE-07].
 * @returns the sentence to show.
 * @throws {AppError} `step_up` to switch them off, `too_many_requests`.
 */
export const changeMailSettings = async (
  ctx: MemberCtx,
  { aboutLinks }: SecurityMailSettings,
): Promise<string> => {
  const { userId } = ctx.actor;
  await ctx.write(async (tx) => {
    // Nobody who has found a browser that is logged in silences the mails that would tell its owner.
    if (!aboutLinks) await assertConfirmed(tx);
    if (!(await setMailsOfLinks(tx, userId, aboutLinks))) return;
    await countAccountChange(tx);
    await tx.audit({
      action: "account.changed",
      subject: userId,
      before: { mailsOfLinks: !aboutLinks },
      after: { mailsOfLinks: aboutLinks },
    });
    tx.publish({ type: "account.changed", userId });
  });
  return SECURITY_MAIL_SETTINGS.saved;
};
