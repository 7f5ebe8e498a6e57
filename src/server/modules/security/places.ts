import { and, asc, eq, inArray, lt } from "drizzle-orm";
import { fingerprintOf } from "#server/auth/secrets.ts";
import type { RequestParts, Tx } from "#server/context/context.ts";
import type { Tables } from "#server/store/store.ts";
import { KNOWN_PLACE_KEPT_MS } from "#shared/constants/accounts.ts";
import { tellOfSecurity } from "./tell.ts";

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
