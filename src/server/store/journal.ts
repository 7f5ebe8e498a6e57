import { type Engine, KITS } from "./columns.ts";
import { MIGRATIONS } from "./migrations.gen.ts";
import { StoreError } from "./store-error.ts";

export type Migration = { readonly name: string; readonly sql: string };
/** What the journal keeps of a migration that was applied. */
export type AppliedMigration = { readonly name: string; readonly hash: string };
export type Migrations = Readonly<Record<Engine, readonly Migration[]>>;

/** The migrations that are built into this program. */
export const EMBEDDED_MIGRATIONS: Migrations = MIGRATIONS;

/** Made by the migrator before anything else; the same on both engines. */
export const CREATE_JOURNAL = `CREATE TABLE "migrations" (
  "name" text PRIMARY KEY NOT NULL,
  "hash" text NOT NULL,
  "applied_at" text NOT NULL
)`;
export const READ_JOURNAL = `SELECT "name", "hash" FROM "migrations" ORDER BY "name"`;

/** The journal as a table for drizzle. Not part of the schema: the migrator makes it. */
export const journalTable = (engine: Engine) =>
  KITS[engine].table("migrations", {
    name: KITS[engine].text("name").primaryKey(),
    hash: KITS[engine].text("hash").notNull(),
  });

/** Tells whether a migration is still the one that was applied; line ends do not count. */
export const hashOf = ({ sql }: Migration) =>
  new Bun.CryptoHasher("sha256").update(sql.replaceAll("\r\n", "\n")).digest("hex");

export const statementsOf = ({ sql }: Migration) =>
  sql
    .split("--> statement-breakpoint")
    .map((statement) => statement.trim())
    .filter(Boolean);

/**
 * What has yet to be applied, in order.
 * @throws {StoreError} when the database is newer than this program, or was migrated differently.
 */
export const pendingMigrations = (
  applied: readonly AppliedMigration[],
  known: readonly Migration[],
): readonly Migration[] => {
  const knownByName = new Map(known.map((migration) => [migration.name, migration]));
  const strangers = applied.filter(({ name }) => !knownByName.has(name));
  if (strangers.length > 0)
    throw new StoreError(
      `The database is newer than this program: it has had ${strangers.map(({ name }) => name).join(", ")}, which this version does not know. Start the newer version, or restore a backup from before the update.`,
    );
  for (const { name, hash } of applied) {
    const migration = knownByName.get(name);
    if (migration !== undefined && hashOf(migration) !== hash)
      throw new StoreError(
        `The database was migrated by another program: its ${name} is not the one of this version.`,
      );
  }
  const appliedNames = new Set(applied.map(({ name }) => name));
  return known.filter(({ name }) => !appliedNames.has(name));
};
