import type { MovedRow, MovedTable } from "./move-tables.ts";
import type { Store } from "./store.ts";
import { createWriteQueue } from "./write-queue.ts";

/** So many rows travel at once. */
const BATCH_ROWS = 1000;
/** Of tables with pictures and other files. */
const BATCH_FILES = 20;

export const batchOf = ({ columns }: MovedTable): number =>
  columns.some(({ kind }) => kind === "bytes") ? BATCH_FILES : BATCH_ROWS;

/** One of the two databases of a move, within one transaction. */
export type Side = {
  /** The rows of a table in the order of its key, in batches. */
  rows(table: MovedTable): AsyncIterable<readonly MovedRow[]>;
  /** The last number that was given out in a table, 0 for none. */
  lastNumber(table: MovedTable): Promise<number>;
  /** For use cases that read alone: whoever writes is refused. */
  readonly store: Store;
};

/** The one that is filled. */
export type Target = Side & {
  fill(table: MovedTable, rows: readonly MovedRow[]): Promise<void>;
  /** From now on numbers greater than this are given out. */
  setLastNumber(table: MovedTable, number: number): Promise<void>;
};

const refused = (): never => {
  throw new Error("A database is only read while it is moved.");
};

/** A store by which nothing can be written. */
export const readOnly = ({
  engine,
  tables,
  read,
}: Pick<Store, "engine" | "tables" | "read">): Store => ({
  engine,
  tables,
  read,
  write: refused,
  subscribe: refused,
  onTrouble: () => () => {},
  writeQueue: createWriteQueue(),
  ping: async () => {},
  close: async () => {},
});
