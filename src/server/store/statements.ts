import type { Database, Statement } from "bun:sqlite";
import { createLruMap } from "./lru-map.ts";

/** How many different statements stay compiled. */
const STATEMENTS = 200;

type Row = readonly unknown[];
type Param = Parameters<Statement["values"]>[number];

/** Compiled statements of one connection, by their text. Least recently used ones give way. */
const createStatements = (connectionNow: () => Database) => {
  const byText = createLruMap<string, Statement>(STATEMENTS, (statement) => statement.finalize());
  return {
    find(text: string): Statement {
      const known = byText.get(text);
      if (known !== undefined) return known;
      const statement = connectionNow().prepare(text);
      byText.set(text, statement);
      return statement;
    },
    forget: byText.clear,
  };
};

/** Wraps every execution of a statement, such as to refuse it. */
export type Around = <T>(execute: () => T) => T;

/**
 * What drizzle needs of a connection, with its statements kept compiled.
 * @param connectionNow the connection as it is now; call `forget` before it is another.
 * @returns `as(around)`: the connection as drizzle's client, every execution inside `around`.
 */
export const keepStatements = (connectionNow: () => Database) => {
  const statements = createStatements(connectionNow);
  return {
    as(around: Around): Database {
      const client = {
        prepare: (text: string) => ({
          run: (...params: Param[]) => around(() => statements.find(text).run(...params)),
          all: (...params: Param[]): unknown[] =>
            around(() => statements.find(text).all(...params)),
          values: (...params: Param[]): Row[] =>
            around(() => statements.find(text).values(...params)),
        }),
      };
      // drizzle-orm/bun-sqlite calls nothing else of a client (its session.js, 0.45.4).
      return client as unknown as Database;
    },
    run: (text: string) => {
      statements.find(text).run();
    },
    forget: () => statements.forget(),
  };
};
