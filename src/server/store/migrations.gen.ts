// Written by `bun run db:generate`.
import sqlite0000 from "#drizzle/sqlite/0000_init.sql" with { type: "text" };
import postgres0000 from "#drizzle/postgres/0000_init.sql" with { type: "text" };

export const MIGRATIONS = {
  sqlite: [
    { name: "0000_init", sql: sqlite0000 },
  ],
  postgres: [
    { name: "0000_init", sql: postgres0000 },
  ],
} as const;
