import { isDeepStrictEqual } from "node:util";
import { withSource, withTarget } from "./move-connect.ts";
import type { Side } from "./move-side.ts";
import { type MovedRow, type MovedTable, movedTables } from "./move-tables.ts";
import type { StoreOptions } from "./open.ts";
import { StoreError } from "./store-error.ts";
import type { Store } from "./store.ts";

/** What one table came to, the same on both sides. */
export type MovedCount = {
  name: string;
  rows: number;
  /** SHA-256 of all its rows in the order of their keys, as hexadecimal digits. */
  digest: string;
};

export type MoveReport<Proof> = {
  tables: readonly MovedCount[];
  rows: number;
  /** Of the columns that say what the site owes and was paid, by table and column. */
  sums: Readonly<Record<string, number>>;
  /** What was proven of both sides, and came to the same. */
  proof: Proof;
};

/** Of these columns the sums are told. */
const SUMMED: Readonly<Record<string, string>> = {
  point_entries: "delta",
  point_balances: "balance",
  payments: "amount_cents",
};

/** Adds up what a table holds, row by row. */
const tallyOf = (table: MovedTable) => {
  const hash = new Bun.CryptoHasher("sha256");
  const summed = SUMMED[table.name];
  const at = table.columns.findIndex(({ name }) => name === summed);
  let [rows, sum] = [0, 0];
  return {
    add(batch: readonly MovedRow[]) {
      for (const row of batch) {
        for (const cell of row)
          if (cell instanceof Uint8Array) hash.update(`${cell.length}:`).update(cell);
          else hash.update(JSON.stringify(cell));
        hash.update("\n");
        sum += at === -1 ? 0 : Number(row[at]);
      }
      rows += batch.length;
    },
    end: () => ({
      count: { name: table.name, rows, digest: hash.digest("hex") },
      sum: summed === undefined ? null : { name: `${table.name}.${summed}`, sum },
    }),
  };
};

type Tally = ReturnType<ReturnType<typeof tallyOf>["end"]>;

/** @param onBatch what becomes of the rows besides. */
const readTable = async (
  side: Side,
  table: MovedTable,
  onBatch: (rows: readonly MovedRow[]) => Promise<void> = async () => {},
): Promise<Tally> => {
  const tally = tallyOf(table);
  for await (const batch of side.rows(table)) {
    tally.add(batch);
    await onBatch(batch);
  }
  return tally.end();
};

export type MoveOptions<Proof> = {
  from: StoreOptions;
  to: StoreOptions;
  /** What else is to be the same on both sides, such as that the ledger adds up. */
  prove: (store: Store) => Promise<Proof>;
  /** Told before each table, and every 100,000 rows of it. */
  onProgress?: (told: { table: string; rows: number; isCompared: boolean }) => void;
};

const TELL_EVERY = 100_000;

/**
 * Moves all rows into an empty database of the other engine, and compares every row afterwards. The
 * source stays as it is; whatever goes wrong leaves nothing in the target.
 * @throws {StoreError} where both are of one engine, the source is in use or not up to date, the
 *   target is not empty, or a table is not the same afterwards.
 */
export const moveDatabase = async <Proof>({
  from,
  to,
  prove,
  onProgress = () => {},
}: MoveOptions<Proof>): Promise<MoveReport<Proof>> => {
  if ((from.databaseUrl === null) === (to.databaseUrl === null))
    throw new StoreError(
      from.databaseUrl === null
        ? "The database is SQLite's already. To copy it: lynxden backup FILE"
        : "The database is PostgreSQL's already. To copy it: pg_dump and pg_restore.",
    );
  const tables = movedTables();
  return await withSource(from, (source) =>
    withTarget(to, async (target) => {
      const copied: Tally[] = [];
      for (const table of tables) {
        let rows = 0;
        onProgress({ table: table.name, rows, isCompared: false });
        const tally = await readTable(source, table, async (batch) => {
          await target.fill(table, batch);
          const before = rows;
          rows += batch.length;
          if (Math.floor(rows / TELL_EVERY) > Math.floor(before / TELL_EVERY))
            onProgress({ table: table.name, rows, isCompared: false });
        });
        if (table.numbered !== null)
          await target.setLastNumber(table, await source.lastNumber(table));
        copied.push(tally);
      }
      for (const [at, table] of tables.entries()) {
        onProgress({ table: table.name, rows: 0, isCompared: true });
        const arrived = await readTable(target, table);
        if (!isDeepStrictEqual(arrived, copied[at]))
          throw new StoreError(
            `${table.name} is not the same in the target: ${copied[at]?.count.rows ?? 0} rows were read and ${arrived.count.rows} arrived. Nothing is left there.`,
          );
      }
      const proof = await prove(source.store);
      if (!isDeepStrictEqual(await prove(target.store), proof))
        throw new StoreError(
          "The proofs of ledger and audit do not come to the same in the target. Nothing is left there.",
        );
      const sums = copied.flatMap(({ sum }) =>
        sum === null ? [] : [[sum.name, sum.sum] as const],
      );
      return {
        tables: copied.map(({ count }) => count),
        rows: copied.reduce((all, { count }) => all + count.rows, 0),
        sums: Object.fromEntries(sums),
        proof,
      };
    }),
  );
};
