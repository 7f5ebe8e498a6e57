import { sql, type SQL } from "drizzle-orm";
import type { PgColumn } from "drizzle-orm/pg-core";

/** For `onConflictDoUpdate`: take over what the conflicting row would have brought. */
export const excluded = <Names extends string>(
  columns: Readonly<Record<Names, PgColumn>>,
): Record<Names, SQL> =>
  Object.fromEntries(
    Object.entries<PgColumn>(columns).map(([name, column]) => [
      name,
      sql`excluded.${sql.identifier(column.name)}`,
    ]),
  ) as Record<Names, SQL>;
