import { setImmediate as yieldToEventLoop } from "node:timers/promises";
import {
  and,
  asc,
  eq,
  exists,
  gt,
  gte,
  inArray,
  isNull,
  lt,
  notExists,
  or,
  sql,
  type SQL,
} from "drizzle-orm";
import type { Ctx, Tx } from "#server/context/context.ts";
import { sortNewBalances } from "#server/modules/points/index.ts";
import { matchesSearch, plainTextOf, searchTermsOf } from "#server/store/search-terms.ts";
import type { Reader } from "#server/store/store.ts";
import type { Platform } from "#shared/constants/accounts.ts";
import { displayNameOf, fullName } from "#shared/rules/lines.ts";

/** Before the words of an address: who may not see addresses does not find people by them either. */
const ADDRESS_MARK = "@";
/** Before the words of accounts elsewhere, their names and ids: likewise for Admins alone. */
const LINK_MARK = "#";

/** Removes, in the caller's transaction, what somebody is found by. */
export const forgetSearchTerms = async (tx: Tx, userId: string): Promise<void> => {
  const { userSearchTerms } = tx.tables;
  await tx.delete(userSearchTerms).where(eq(userSearchTerms.userId, userId));
};

type Person = {
  id: string;
  firstName: string;
  lastName: string;
  email: string | null;
  nameKey: string;
};
type Account = { userId: string; platform: Platform; name: string; externalId: string };

const marked = (mark: string, terms: readonly string[]) => terms.map((term) => `${mark}${term}`);

const rowsOf = (person: Person, accounts: readonly Account[]) => {
  const terms = [
    ...searchTermsOf(person.firstName, person.lastName),
    ...marked(ADDRESS_MARK, searchTermsOf(person.email ?? "")),
    ...accounts
      .filter(({ userId }) => userId === person.id)
      .flatMap(({ name, externalId }) => marked(LINK_MARK, searchTermsOf(name, externalId))),
  ];
  return [...new Set(terms)].map((term) => ({ term, userId: person.id }));
};

/** Beyond this no two names are told apart. */
const NAME_KEY_MAX = 80;

/** By which lists sort what a member is called there: the Discord name, else those of the profile. */
const nameKeyOf = (person: Person, accounts: readonly Account[]): string => {
  const isTheirs = ({ userId, platform }: Account) =>
    userId === person.id && platform === "discord";
  const discord = accounts.find(isTheirs);
  const name = discord === undefined ? fullName(person) : displayNameOf(discord.name);
  return (plainTextOf(name) || name).slice(0, NAME_KEY_MAX).toWellFormed();
};

/** All of them in one statement: an import has a hundred at a time. */
const writeNameKeys = async (
  tx: Tx,
  changed: readonly Pick<Person, "id" | "nameKey">[],
): Promise<void> => {
  if (changed.length === 0) return;
  const { users } = tx.tables;
  const cases = changed.map(({ id, nameKey }) => sql`when ${id} then ${nameKey}`);
  await tx
    .update(users)
    .set({ nameKey: sql`case ${users.id} ${sql.join(cases, sql` `)} end` })
    .where(
      inArray(
        users.id,
        changed.map(({ id }) => id),
      ),
    );
};

/**
 * Writes, in the caller's transaction, what some people are found and sorted by as their accounts and
 * links are now; what was there before goes. By their points they are sorted from now on.
 */
export const indexPeople = async (tx: Tx, ids: readonly string[]): Promise<void> => {
  const { users, links, userSearchTerms } = tx.tables;
  const { id, firstName, lastName, email, nameKey, erasedAt } = users;
  const people = await tx
    .select({ id, firstName, lastName, email, nameKey })
    .from(users)
    .where(and(inArray(id, [...ids]), isNull(erasedAt)));
  const accounts = await tx
    .select({
      userId: links.userId,
      platform: links.platform,
      name: links.name,
      externalId: links.externalId,
    })
    .from(links)
    .where(inArray(links.userId, [...ids]));
  await tx.delete(userSearchTerms).where(inArray(userSearchTerms.userId, [...ids]));
  const rows = people.flatMap((person) => rowsOf(person, accounts));
  if (rows.length > 0) await tx.insert(userSearchTerms).values(rows);
  await sortNewBalances(
    tx,
    people.map((person) => person.id),
  );
  await writeNameKeys(
    tx,
    people.flatMap((person) => {
      const nameKey = nameKeyOf(person, accounts);
      return nameKey === person.nameKey ? [] : [{ id: person.id, nameKey }];
    }),
  );
};

/**
 * Writes what somebody is found by, in the transaction that changes it: their names, their address,
 * or what they have linked.
 */
export const indexMember = (tx: Tx, userId: string): Promise<void> => indexPeople(tx, [userId]);

/**
 * The longest of the terms by which an account elsewhere of this name is found, as it stands in
 * `user_search_terms`; undefined for a name without any.
 */
export const linkTermOf = (name: string): string | undefined => {
  const [longest] = searchTermsOf(name).toSorted((a, b) => b.length - a.length);
  return longest === undefined ? undefined : `${LINK_MARK}${longest}`;
};

/** Which words are searched: only those whose source whoever asks may see. */
export type SearchedBy = "names" | "names and address" | "accounts" | "everything";
const MARKS: Readonly<Record<SearchedBy, string[]>> = {
  names: [""],
  "names and address": ["", ADDRESS_MARK],
  /** All but the address. */
  accounts: ["", LINK_MARK],
  everything: ["", ADDRESS_MARK, LINK_MARK],
};

/**
 * For `.where(...)` over `users`: whom a search finds, by the beginnings of words.
 * @returns undefined where nothing is searched for.
 */
export const isFoundBy = async (
  reader: Reader,
  search: string | undefined,
  by: SearchedBy,
): Promise<SQL | undefined> => {
  const { users, userSearchTerms } = reader.tables;
  const found = await matchesSearch(
    reader,
    search,
    {
      id: users.id,
      table: userSearchTerms,
      term: userSearchTerms.term,
      owner: userSearchTerms.userId,
    },
    MARKS[by],
  );
  return found?.isFound;
};

/** Looked through at once; those who lack terms are written at once. */
const SLICE = 50;
/** Greater than every character that a term may have. */
const LAST = "\u{10ffff}";

/** Those of some people who have no search terms, none of what they have linked, or by what they are sorted. */
const findLacking = async (reader: Reader, ids: string[]): Promise<string[]> => {
  const { users, links, userSearchTerms, pointBalances } = reader.tables;
  const { term, userId } = userSearchTerms;
  const terms = reader.select({ term }).from(userSearchTerms).where(eq(userId, users.id));
  const isOfLink = and(gte(term, LINK_MARK), lt(term, LINK_MARK + LAST));
  const linkSearchTerms = reader
    .select({ term })
    .from(userSearchTerms)
    .where(and(eq(userId, users.id), isOfLink));
  const accounts = reader
    .select({ id: links.userId })
    .from(links)
    .where(eq(links.userId, users.id));
  const balances = reader
    .select({ id: pointBalances.userId })
    .from(pointBalances)
    .where(eq(pointBalances.userId, users.id));
  const lacks = or(
    notExists(terms),
    notExists(balances),
    and(exists(accounts), notExists(linkSearchTerms)),
    eq(users.nameKey, ""),
  );
  const rows = await reader
    .select({ id: users.id })
    .from(users)
    .where(and(inArray(users.id, ids), isNull(users.erasedAt), lacks));
  return rows.map(({ id }) => id);
};

/**
 * Writes what members are found and sorted by, for accounts that were made before there was a search,
 * before it knew of links, or before lists were sorted by name and points. All others write it themselves.
 * @param signal stops between two slices.
 */
export const indexMembers = async (
  { tables, read, write }: Ctx,
  signal: AbortSignal,
): Promise<void> => {
  const { id } = tables.users;
  let after = "";
  while (!signal.aborted) {
    const slice = await read
      .select({ id })
      .from(tables.users)
      .where(gt(id, after))
      .orderBy(asc(id))
      .limit(SLICE);
    const last = slice.at(-1);
    if (last === undefined) return;
    after = last.id;
    const ids = slice.map((row) => row.id);
    // As a rule none does: nobody waits for a transaction then.
    if ((await findLacking(read, ids)).length > 0)
      await write(async (tx) => indexPeople(tx, await findLacking(tx, ids)));
    await yieldToEventLoop();
  }
};
