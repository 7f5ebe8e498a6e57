import { getTableName, is, type SQL, sql, Table } from "drizzle-orm";
import type { World } from "./access-world.ts";

/** What a refused request may write down: that it was refused, and how often somebody tried. */
const NOTED = new Set(["limits", "audit", "outbox"]);

/** When something was used last, a refused request may note. */
const withoutUse = (key: string, value: unknown) => (key === "lastUsedAt" ? undefined : value);

const hasRows = (table: Table): SQL<number> =>
  sql<number>`case when exists (select 1 from ${table}) then 1 else 0 end`;

/** Every row of every table but those that refusals may write to, as text, whatever lies where. */
export const snapshot = async ({ app }: World): Promise<string> => {
  const { read, tables } = app.deps.store;
  const kept = Object.values(tables).filter(
    (table) => is(table, Table) && !NOTED.has(getTableName(table)),
  );
  // Most are empty, which one question finds out.
  const [filled] = await read
    .select(Object.fromEntries(kept.map((table) => [getTableName(table), hasRows(table)])))
    .from(sql`(select 1) as once`);
  const rows = await Promise.all(
    kept
      .filter((table) => Number(filled?.[getTableName(table)]) === 1)
      .map(async (table) => {
        const texts = (await read.select().from(table)).map((row) =>
          JSON.stringify(row, withoutUse),
        );
        return [getTableName(table), texts.toSorted()];
      }),
  );
  if (rows.length === 0) throw new Error("There is nobody in this world.");
  return JSON.stringify(rows);
};
