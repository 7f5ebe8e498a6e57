import { and, asc, eq, gt, inArray, isNull, lte, or, type SQL } from "drizzle-orm";
import { assertConfirmed } from "#server/access/account-changes.ts";
import { assertMay } from "#server/access/rights.ts";
import type { TeamRights } from "#server/auth/lucia.ts";
import { grantsOf, makeBridgeSecret, stateOfKey } from "#server/auth/secrets.ts";
import type { Ctx, MemberCtx, Tx } from "#server/context/context.ts";
import { AppError, wrongInput } from "#server/core/errors.ts";
import { notifyTeam } from "#server/modules/notifications/index.ts";
import { readSorted } from "#server/store/cursor.ts";
import { plainTextOf, searchTermsOf } from "#server/store/search-terms.ts";
import type { Store } from "#server/store/store.ts";
import { BRIDGE } from "#shared/bridge-messages.ts";
import type { Role } from "#shared/constants/accounts.ts";
import { PAGE_SIZE } from "#shared/constants/lists.ts";
import { KEY_WARNING_MS, KEYS_OF_MAKER_MAX } from "#shared/constants/points.ts";
import type {
  BridgeKey,
  KeyListInput,
  MadeBridgeKey,
  NewBridgeKey,
} from "#shared/schemas/bridge.ts";
import type { Page } from "#shared/schemas/lists.ts";
import type { Person } from "#shared/schemas/members.ts";

/**
 * Ends a key: the next call with it is refused. One that is revoked already stays as it is.
 * @throws {AppError} `not_found` for an unknown one.
 */
export const revokeKey = async (ctx: MemberCtx, { id }: { id: string }): Promise<void> => {
  const { clock } = ctx;
  const { bridgeKeys } = ctx.tables;
  await ctx.write(async (tx) => {
    await assertMay(tx, "bridge");
    const [found] = await tx
      .select({ revokedAt: bridgeKeys.revokedAt })
      .from(bridgeKeys)
      .where(eq(bridgeKeys.id, id));
    if (found === undefined) throw new AppError("not_found", BRIDGE.unknownKey);
    if (found.revokedAt !== null) return;
    await tx.update(bridgeKeys).set({ revokedAt: clock.now() }).where(eq(bridgeKeys.id, id));
    await tx.audit({ action: "bridge_key.revoked", subject: id });
  });
};

type MakerGone = {
  /** Who made the keys. */
  userId: string;
  /** Those that go on, since somebody else vouches for them. */
  keptKeyIds?: readonly string[];
  reason: "makerDemoted" | "makerDeactivated";
};

/**
 * Ends every key that somebody has made who is no Admin any more, in the caller's transaction, but for
 * those that are kept. Of each the audit says what became of it.
 */
export const revokeKeysOf = async (
  tx: Tx,
  { userId, keptKeyIds = [], reason }: MakerGone,
): Promise<void> => {
  const { bridgeKeys: t } = tx.tables;
  const isTheirs = and(eq(t.createdBy, userId), isNull(t.revokedAt));
  const keys = await tx.select({ id: t.id }).from(t).where(isTheirs).orderBy(t.createdAt, t.id);
  for (const { id } of keys) {
    const isKept = keptKeyIds.includes(id);
    if (!isKept) await tx.update(t).set({ revokedAt: tx.clock.now() }).where(eq(t.id, id));
    const action = isKept ? "bridge_key.kept" : "bridge_key.revoked";
    await tx.audit({ action, subject: id, after: { reason } });
  }
};

/** Few enough for no visitor to wait for them. */
const KEYS_AT_ONCE = 10;

const dayText = (at: Date) => at.toISOString().slice(0, 10);

/** Tells the Admins which keys are about to expire, each once. */
const announceEnds = async (tx: Tx): Promise<void> => {
  const { bridgeKeys: t } = tx.tables;
  const now = tx.clock.now();
  const isNear = and(
    gt(t.expiresAt, now),
    lte(t.expiresAt, new Date(now.getTime() + KEY_WARNING_MS)),
  );
  const { id, name, expiresAt } = t;
  const due = await tx
    .select({ id, name, expiresAt })
    .from(t)
    .where(and(isNear, isNull(t.revokedAt), isNull(t.expiryWarnedAt)))
    .orderBy(asc(expiresAt), asc(id))
    .limit(KEYS_AT_ONCE);
  if (due.length === 0) return;
  const ids = due.map((key) => key.id);
  await tx.update(t).set({ expiryWarnedAt: now }).where(inArray(id, ids));
  for (const key of due)
    await notifyTeam(tx, "bridge", {
      subject: BRIDGE.expirySubject,
      message: BRIDGE.expiryText(key.name, dayText(key.expiresAt ?? now)),
      link: "/member/admin/keys",
    });
};

/** Closes keys that have expired, and writes it into the audit. They were refused before already. */
const closeExpired = async (tx: Tx): Promise<void> => {
  const { clock } = tx;
  const { bridgeKeys: t } = tx.tables;
  const now = clock.now();
  const over = tx
    .select({ id: t.id })
    .from(t)
    .where(and(lte(t.expiresAt, now), isNull(t.revokedAt)))
    .limit(KEYS_AT_ONCE);
  const closed = await tx
    .update(t)
    .set({ revokedAt: now })
    .where(inArray(t.id, over))
    .returning({ id: t.id, expiresAt: t.expiresAt });
  for (const { id, expiresAt } of closed) {
    const after = { expiresAt: expiresAt?.toISOString() ?? null };
    await tx.audit({ action: "bridge_key.expired", subject: id, after });
  }
};

/** Looks after the ends of keys: announces those that come, and closes those that have come. */
export const watchKeys = async (ctx: Ctx): Promise<void> => {
  await ctx.write(async (tx) => {
    await announceEnds(tx);
    await closeExpired(tx);
  });
};

/** What is read of a key and of who made it: never its hash. */
const keyColumns = ({ bridgeKeys: t, users }: Store["tables"]) => ({
  id: t.id,
  name: t.name,
  scopes: t.scopes,
  games: t.games,
  createdAt: t.createdAt,
  lastUsedAt: t.lastUsedAt,
  revokedAt: t.revokedAt,
  expiresAt: t.expiresAt,
  maker: { id: users.id, firstName: users.firstName, lastName: users.lastName },
  makerRole: users.role,
  makerTeam: users.team,
  makerGoneAt: users.deactivatedAt,
});

type KeyRow = Omit<
  Store["tables"]["bridgeKeys"]["$inferSelect"],
  "hash" | "createdBy" | "expiryWarnedAt"
> & {
  maker: Person;
  makerRole: Role;
  makerTeam: TeamRights | null;
  /** When their account was deactivated. */
  makerGoneAt: Date | null;
};

/** Whether their keys go on by themselves: nobody else has to vouch for them. */
const mayMake = ({ role, team }: { role: Role; team: TeamRights | null }): boolean =>
  role === "Admin" || team?.permissions.includes("bridge") === true;

/** A key as those see it who may make one. */
const toBridgeKey = (
  { makerRole, makerTeam, makerGoneAt, ...row }: KeyRow,
  now: Date,
): BridgeKey => ({
  ...row,
  ...grantsOf(row),
  createdBy: row.maker.id,
  isMakerAdmin: mayMake({ role: makerRole, team: makerTeam }) && makerGoneAt === null,
  createdAt: row.createdAt.toISOString(),
  lastUsedAt: row.lastUsedAt?.toISOString() ?? null,
  revokedAt: row.revokedAt?.toISOString() ?? null,
  expiresAt: row.expiresAt?.toISOString() ?? null,
  state: stateOfKey(row, now),
});

/**
 * Those in a state, with all the words in their name or id. A community has few keys: each is looked at.
 */
const isNarrowedTo = async (
  { tables: { bridgeKeys: t }, read, clock }: MemberCtx,
  { search, state }: Pick<KeyListInput, "search" | "state">,
): Promise<SQL | undefined> => {
  const asked = search?.trim() ?? "";
  if (asked === "" && state === undefined) return undefined;
  const words = searchTermsOf(asked);
  // What has neither letter nor digit finds nothing.
  if (asked !== "" && words.length === 0) return inArray(t.id, []);
  const { id, name, revokedAt, expiresAt } = t;
  const keys = await read.select({ id, name, revokedAt, expiresAt }).from(t);
  const now = clock.now();
  const found = keys.filter((key) => {
    const text = plainTextOf(`${key.name} ${key.id}`);
    const isAsked = state === undefined || stateOfKey(key, now) === state;
    return isAsked && words.every((word) => text.includes(word));
  });
  return inArray(
    id,
    found.map((key) => key.id),
  );
};

/**
 * The keys of game-server plugins, newest first unless they are sorted, revoked ones too.
 * @throws {AppError} `bad_request` for a cursor of another list or order.
 */
export const listKeys = async (
  ctx: MemberCtx,
  { cursor, limit = PAGE_SIZE, sort, ...asked }: KeyListInput,
): Promise<Page<BridgeKey>> => {
  const { tables, read, clock } = ctx;
  const { bridgeKeys, users } = tables;
  const { createdAt, id } = bridgeKeys;
  const isNarrowed = await isNarrowedTo(ctx, asked);
  const { shown, nextCursor } = await readSorted(
    {
      columns: { createdAt, id },
      own: ["createdAt", "id"],
      by: { created: ["createdAt", "id"] },
      sort,
    },
    { cursor, limit },
    (isAfter, order, rows) =>
      read
        .select(keyColumns(tables))
        .from(bridgeKeys)
        .innerJoin(users, eq(users.id, bridgeKeys.createdBy))
        .where(and(isNarrowed, isAfter))
        .orderBy(...order)
        .limit(rows),
  );
  return {
    items: shown.map((row) => toBridgeKey(row, clock.now())),
    nextCursor,
  };
};

/** The keys of one Admin that are good, oldest first: what ends with their role. */
export const listKeysOf = async (
  { tables, read, clock }: MemberCtx,
  { id }: { id: string },
): Promise<BridgeKey[]> => {
  const { bridgeKeys: t, users } = tables;
  const now = clock.now();
  const isActive = and(isNull(t.revokedAt), or(isNull(t.expiresAt), gt(t.expiresAt, now)));
  const rows = await read
    .select(keyColumns(tables))
    .from(t)
    .innerJoin(users, eq(users.id, t.createdBy))
    .where(and(eq(t.createdBy, id), isActive))
    .orderBy(asc(t.createdAt), asc(t.id))
    .limit(KEYS_OF_MAKER_MAX);
  return rows.map((row) => toBridgeKey(row, now));
};

/**
 * Makes a key for a game-server plugin. The answer is the only place where it ever stands.
 * @throws {AppError} `bad_request` for an end that has passed already, and for a game that there is not.
 */
export const makeKey = async (
  ctx: MemberCtx,
  { name, expiresAt: end = null, ...wanted }: NewBridgeKey,
): Promise<MadeBridgeKey> => {
  const { clock, actor } = ctx;
  const { id, key, hash } = makeBridgeSecret();
  // Each once, in our order.
  const { scopes } = grantsOf(wanted);
  const known = ctx.config.community.games.map((game) => game.key);
  if (wanted.games.some((game) => !known.includes(game)))
    throw wrongInput(BRIDGE.unknownGame(known), ["games"]);
  const games = known.filter((game) => wanted.games.includes(game));
  const now = clock.now();
  const expiresAt = end === null ? null : new Date(end);
  if (expiresAt !== null && expiresAt <= now) throw wrongInput(BRIDGE.expiryPast, ["expiresAt"]);
  const made = { id, name, scopes, games, createdAt: now, expiresAt };
  await ctx.write(async (tx) => {
    await assertMay(tx, "bridge");
    await assertConfirmed(tx);
    await tx.insert(ctx.tables.bridgeKeys).values({ ...made, hash, createdBy: actor.userId });
    const after = { scopes: scopes.join(" "), games: games.join(" "), expiresAt: end };
    await tx.audit({ action: "bridge_key.created", subject: id, after });
  });
  const { firstName, lastName, role, team } = actor.user;
  const maker = { id: actor.userId, firstName, lastName };
  const by = { maker, makerRole: role, makerTeam: team, makerGoneAt: null };
  return { ...toBridgeKey({ ...made, ...by, lastUsedAt: null, revokedAt: null }, now), key };
};
