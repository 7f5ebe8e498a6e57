import { and, eq, gt, inArray } from "drizzle-orm";
import type { CtxReader } from "#server/context/context.ts";

/**
 * Whose an address is: somebody has it, or had it until lately and can bring it back [EMAIL-03].
 * @param emailKey by which addresses are compared.
 * @returns the user's id; null for an address that is free.
 */
export const findAddressOwner = async (
  reader: CtxReader,
  emailKey: string,
): Promise<string | null> => {
  const { users } = reader.tables;
  const [user] = await reader
    .select({ id: users.id })
    .from(users)
    .where(eq(users.emailKey, emailKey));
  if (user !== undefined) return user.id;
  const [reserved] = await findReserved(reader, [emailKey]);
  return reserved?.userId ?? null;
};

/** Which of these addresses are kept for whoever had them until lately. */
export const findReserved = (
  reader: CtxReader,
  emailKeys: readonly string[],
): Promise<{ emailKey: string; userId: string }[]> => {
  const { addressChanges: t } = reader.tables;
  return reader
    .select({ emailKey: t.emailKey, userId: t.userId })
    .from(t)
    .where(and(inArray(t.emailKey, [...emailKeys]), gt(t.until, reader.clock.now())));
};
