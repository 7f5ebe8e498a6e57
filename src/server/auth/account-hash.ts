import type { Platform } from "#shared/constants/accounts.ts";
import type { Auth } from "./auth.ts";

/** An account elsewhere, by what the platform calls it. */
export type Account = { platform: Platform; externalId: string };

/** Under what an account that is no longer linked is remembered: keyed, so that nobody can read whose it was. */
export const accountHashOf = (
  auth: Pick<Auth, "lastingKeyFor">,
  { platform, externalId }: Account,
): string => {
  const key = auth.lastingKeyFor("retired link");
  return new Bun.CryptoHasher("sha256", key).update(`${platform} ${externalId}`).digest("hex");
};
