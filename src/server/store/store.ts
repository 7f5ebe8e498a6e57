import type { PgDatabase, PgQueryResultHKT } from "drizzle-orm/pg-core";
import type { Clock } from "#server/core/clock.ts";
import type { BusEvent } from "#shared/bus.ts";
import type { Engine } from "./columns.ts";
import type { defineSchema } from "./schema.ts";
import type { OnTrouble, WriteQueue } from "./transaction.ts";

export type { Engine } from "./columns.ts";

/**
 * The one row that a statement gives, such as what `insert … returning` has written.
 * @throws where there is none: a defect of ours.
 */
export const one = <Row>(rows: readonly Row[]): Row => {
  const [row] = rows;
  if (row === undefined) throw new Error("A statement gave no row.");
  return row;
};

/** This engine's tables, typed as PostgreSQL's on both. */
export type Tables = ReturnType<typeof defineSchema>;

type Builders = PgDatabase<PgQueryResultHKT>;

/**
 * Drizzle's select builders. A hot read is prepared once per engine with `.prepare(name)` and
 * `sql.placeholder`, which both engines speak.
 */
export type Reader = Pick<Builders, "select" | "selectDistinct"> & { readonly tables: Tables };

/**
 * The store's own transaction. Ends with the work it was given to: a kept one throws. Use cases get
 * one that knows more, from `ctx.write` (`Tx` of `#server/context/context.ts`).
 */
export type StoreTx = Reader &
  Pick<Builders, "insert" | "update" | "delete"> & {
    /**
     * Tells every instance about what this transaction changes, if and when it commits. The same
     * event twice in one transaction is sent once.
     * @throws when the event takes more than 7,999 bytes of JSON: send `null` for "read all".
     */
    publish(event: BusEvent): void;
  };

/** What reads and knows the time. */
export type TimedReader = Reader & { readonly clock: Clock };

/** A transaction that knows the time. */
export type TimedTx = StoreTx & { readonly clock: Clock };

/**
 * How far a transaction is kept apart from others. `read committed`: for work that the lock on one row keeps
 * apart, such as taking a lease. Two that touch neighbours of a small table are then in nobody's way.
 */
export type Isolation = "serializable" | "read committed";

export type Store = {
  readonly engine: Engine;
  readonly tables: Tables;
  /** Sees committed rows only. Throws inside `write`: there, `tx` reads. */
  readonly read: Reader;
  /**
   * The lowest level: called by `ctx.write` and by the store's own files alone.
   * Runs `work` in one transaction: all of it or nothing. Throws inside another `write`. On
   * PostgreSQL `work` runs again when another transaction was in its way (up to eight times more), so
   * it has no side effects and awaits nothing but the database. An error of a statement ends the
   * transaction, even where `work` catches it.
   * @param isolation as PostgreSQL calls it; SQLite has one writer at a time.
   */
  write<T>(work: (tx: StoreTx) => Promise<T>, isolation?: Isolation): Promise<T>;
  /**
   * Events of committed transactions, of every instance, each once, in the order of the commits.
   * @param onGap called when events may have been lost: read again what is kept in memory.
   * @returns a function that ends the subscription.
   */
  subscribe(onEvent: (event: BusEvent) => void, onGap: () => void): Promise<() => Promise<void>>;
  /**
   * Calls `listener` whenever a read or a write fails because the database cannot be used.
   * @returns a function that ends that.
   */
  onTrouble(listener: OnTrouble): () => void;
  /** The writes of this process that wait for their turn. */
  readonly writeQueue: WriteQueue;
  /** Rejects when the database cannot be asked. */
  ping(): Promise<void>;
  /** Gives back the memory that holds what was read of the database, to be read again when it is asked for. */
  releaseMemory(): void;
  /** Waits for the transaction under way. Nothing can be read or written afterwards. */
  close(): Promise<void>;
};

/**
 * What is built once per store, when it is first needed: a hot read, prepared.
 * @param build makes it, over a reader of committed rows.
 * @returns what gives it for such a reader of the same store; never for a transaction.
 */
export const oncePerStore = <Built>(build: (read: Reader) => Built): ((read: Reader) => Built) => {
  // A store makes its tables once, and readers many times.
  const byStore = new WeakMap<Tables, Built>();
  return (read) => {
    const there = byStore.get(read.tables);
    if (there !== undefined) return there;
    const built = build(read);
    byStore.set(read.tables, built);
    return built;
  };
};
