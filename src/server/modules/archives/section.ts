import { setImmediate as yieldToEventLoop } from "node:timers/promises";
import { inArray, type SQL } from "drizzle-orm";
import type { PgColumn } from "drizzle-orm/pg-core";
import type { CtxReader } from "#server/context/context.ts";
import { keyset } from "#server/store/cursor.ts";
import { fullName } from "#shared/rules/display-name.ts";

/** What stands in a line of the archive: plain values, dates, and lists of them. */
export type ArchiveRow = Readonly<Record<string, unknown>>;

/** One kind of what is known about a person. */
export type Section = {
  /** Its key in the JSON, and its anchor on the page. */
  name: string;
  title: string;
  /** A sentence under the title; none where the title says it all. */
  about?: string;
  /** The columns, as SQL names them, by which a row is this person's: one of them holds their id. */
  refers: readonly string[];
  /** Tables whose rows are this person's by what they belong to, or by what stands in them. */
  holds?: readonly string[];
  /** Newest first, in slices, between which others have their turn. */
  rows(reader: CtxReader, userId: string): AsyncGenerator<readonly ArchiveRow[]>;
};

/** Few enough for no visitor to wait for them. */
const SLICE = 200;

type Columns = Readonly<Record<string, PgColumn>>;
type Found = { row: ArchiveRow; key: Readonly<Record<string, unknown>> };

type Walk = {
  /** Together unique; rows come newest first by them. Not part of what is shown. */
  key: Columns;
  /** Asks for the next rows, with the key beside what is shown. */
  ask: (isAfter: SQL | undefined, order: SQL[], limit: number) => PromiseLike<readonly Found[]>;
};

/** Goes through the rows of a list. */
export async function* walk({ key, ask }: Walk): AsyncGenerator<readonly ArchiveRow[]> {
  const list = keyset(key as Record<string, PgColumn>);
  let cursor: string | null = null;
  for (;;) {
    const found: readonly Found[] = await ask(list.before(cursor), list.order, SLICE);
    const last = found.at(-1);
    if (last === undefined) return;
    yield found.map(({ row }) => row);
    if (found.length < SLICE) return;
    cursor = list.cursorOf(last.key);
    await yieldToEventLoop();
  }
}

/** What people are called on the site, by their ids: members see each other's names, not addresses. */
export const namesOf = async (
  { tables: { users }, ...reader }: CtxReader,
  ids: Iterable<string>,
): Promise<ReadonlyMap<string, string>> => {
  const wanted = [...new Set(ids)];
  if (wanted.length === 0) return new Map();
  const found = await reader
    .select({ id: users.id, firstName: users.firstName, lastName: users.lastName })
    .from(users)
    .where(inArray(users.id, wanted));
  return new Map(found.map(({ id, ...names }) => [id, fullName(names)]));
};
