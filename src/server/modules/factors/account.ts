import { and, eq, isNull } from "drizzle-orm";
import type { CtxReader } from "#server/context/context.ts";
import type { Reader } from "#server/store/store.ts";
import type { SecondStep } from "#shared/constants/factors.ts";

/** What a login has to know of an account. */
export type LoginAccount = {
  passwordHash: string | null;
  verifiedAt: Date | null;
  deactivatedAt: Date | null;
};

/** @returns undefined where there is none, or none any more. */
export const findLoginAccount = async (
  { tables, ...reader }: Reader,
  userId: string,
): Promise<LoginAccount | undefined> => {
  const { users: t } = tables;
  const [found] = await reader
    .select({
      passwordHash: t.passwordHash,
      verifiedAt: t.verifiedAt,
      deactivatedAt: t.deactivatedAt,
    })
    .from(t)
    .where(and(eq(t.id, userId), isNull(t.erasedAt)));
  return found;
};

export const hasApp = async (reader: Reader, userId: string): Promise<boolean> => {
  const { totpFactors: t } = reader.tables;
  const [app] = await reader.select({ userId: t.userId }).from(t).where(eq(t.userId, userId));
  return app !== undefined;
};

export const hasPasskey = async (reader: Reader, userId: string): Promise<boolean> => {
  const { passkeys: t } = reader.tables;
  const isTheirs = eq(t.userId, userId);
  const [passkey] = await reader.select({ id: t.id }).from(t).where(isTheirs).limit(1);
  return passkey !== undefined;
};

/** Whether the account has an app or a passkey. */
export const hasFactor = async (reader: Reader, userId: string): Promise<boolean> =>
  (await hasApp(reader, userId)) || hasPasskey(reader, userId);

/** How the account can prove its second step; none where it has no second factor [FACTOR-01]. */
export const secondStepsOf = async (reader: CtxReader, userId: string): Promise<SecondStep[]> => {
  const { recoveryCodes } = reader.tables;
  if (!(await hasApp(reader, userId))) return [];
  const [code] = await reader
    .select({ hash: recoveryCodes.hash })
    .from(recoveryCodes)
    .where(and(eq(recoveryCodes.userId, userId), isNull(recoveryCodes.usedAt)))
    .limit(1);
  return [
    "totp",
    ...((await hasPasskey(reader, userId)) ? ["passkey" as const] : []),
    ...(code === undefined ? [] : ["recovery" as const]),
  ];
};
