import { eq } from "drizzle-orm";
import type { Clock } from "#server/core/clock.ts";
import type { Reader, Store, TimedTx } from "./store.ts";

/** What checks a stored value; every zod schema does. */
type Schema<T> = { parse(value: unknown): T };
/** A setting that all instances share. */
export type Setting<T> = { readonly key: string; readonly schema: Schema<T> };

const find = async <T>(reader: Reader, { key, schema }: Setting<T>) => {
  const { settings } = reader.tables;
  const [row] = await reader
    .select({ value: settings.value })
    .from(settings)
    .where(eq(settings.key, key));
  return row === undefined ? null : schema.parse(row.value);
};

/**
 * @param reader `ctx.read`, or the transaction under way where the value is to be changed in it.
 * @returns the value, or null where it was never written.
 * @throws when the stored value does not fit the schema.
 */
export const readSetting = <T>(reader: Reader, setting: Setting<T>): Promise<T | null> =>
  find(reader, setting);

/** Sets a value, whether there was one or not, in the caller's transaction. */
export const writeSetting = async <T>(
  tx: TimedTx,
  setting: Setting<T>,
  value: T,
): Promise<void> => {
  const { settings } = tx.tables;
  const changed = { value, updatedAt: tx.clock.now() };
  await tx
    .insert(settings)
    .values({ key: setting.key, ...changed })
    .onConflictDoUpdate({ target: settings.key, set: changed });
};

/** Takes a value away, in the caller's transaction: as if it had never been written. */
export const removeSetting = async (tx: TimedTx, { key }: Setting<unknown>): Promise<void> => {
  const { settings } = tx.tables;
  await tx.delete(settings).where(eq(settings.key, key));
};

/**
 * Reads a value that is made once, such as a key: whoever comes second gets what the first made.
 * @param make makes the value where there is none; what it made may be thrown away.
 */
export const ensureSetting = async <T>(
  store: Store,
  clock: Clock,
  setting: Setting<T>,
  make: () => T | Promise<T>,
): Promise<T> => {
  const present = await readSetting(store.read, setting);
  if (present !== null) return present;
  const value = await make();
  const { settings } = store.tables;
  return store.write(async (tx) => {
    await tx
      .insert(settings)
      .values({ key: setting.key, value, updatedAt: clock.now() })
      .onConflictDoNothing();
    return (await find(tx, setting)) ?? value;
  });
};
