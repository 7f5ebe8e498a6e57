/**
 * Preloaded by `bun test` (bunfig.toml). PostgreSQL promises no order where a query asks for none:
 * it keeps that of writing most of the time, and now and then does not. Here such rows come in
 * reverse each time, so that code which relies on their order fails at once.
 */
import type { SQL } from "drizzle-orm";

type Prepared = { execute: (...values: unknown[]) => Promise<unknown> };
type Statement = {
  config: { orderBy?: readonly SQL[]; setOperators?: readonly { orderBy?: readonly SQL[] }[] };
  _prepare: (name?: string) => Prepared;
};

const isOrdered = ({ config }: Statement) =>
  [config, ...(config.setOperators ?? [])].some(({ orderBy = [] }) => orderBy.length > 0);

const reverseUnordered = (statement: Statement) => {
  const prepare = statement._prepare;
  statement._prepare = function prepareReversed(this: Statement, name) {
    const prepared = prepare.call(this, name);
    if (isOrdered(this)) return prepared;
    const execute = prepared.execute.bind(prepared);
    prepared.execute = async (...values) => {
      const rows = await execute(...values);
      return Array.isArray(rows) ? rows.toReversed() : rows;
    };
    return prepared;
  };
};

if (process.env["TEST_ENGINE"] === "postgres") {
  const { PgDeleteBase, PgSelectBase, PgUpdateBase } = await import("drizzle-orm/pg-core");
  for (const { prototype } of [PgSelectBase, PgUpdateBase, PgDeleteBase])
    reverseUnordered(prototype as unknown as Statement);
}
