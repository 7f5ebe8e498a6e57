import { createHmac } from "node:crypto";
import { z } from "zod";
import type { Auth } from "#server/auth/auth.ts";
import { randomSecret } from "#server/auth/secrets.ts";
import type { KnownAccount } from "#server/context/context.ts";
import { COOKIE_KEPT_MS, readCookie, seal, unseal, writeCookie } from "./cookies.ts";

const KNOWN_BROWSER_COOKIE = "known-browser";
/** More people than share a browser at home; a school's forgets who was last here longest ago. */
const ACCOUNTS_MAX = 10;

const keptSchema = z.strictObject({
  /** Random: names the browser, and nothing else. */
  id: z.string().min(1),
  /** Keyed hashes of accounts, the last to sign in first. */
  accounts: z.array(z.string()).max(ACCOUNTS_MAX),
});
type Kept = z.output<typeof keptSchema>;

/**
 * What a browser keeps about who has signed in with it before: sealed, so that nobody can claim it,
 * and hashed, so that nobody who finds it learns whose browser it was.
 */
export const knownBrowser = (auth: Pick<Auth, "keyFor">, request: Request, isHttps: boolean) => {
  const key = () => auth.keyFor("known browser");
  let made: Kept | null = null;
  // Of the password too: whoever changes it is known nowhere any more.
  const hashOf = ({ userId, passwordHash }: KnownAccount) =>
    createHmac("sha256", key())
      .update(`${userId} ${passwordHash}`)
      .digest("base64url")
      .slice(0, 22);
  const read = (): Kept | null => {
    const text = unseal(readCookie(request, KNOWN_BROWSER_COOKIE, isHttps) ?? "", key());
    return text === null ? null : (keptSchema.safeParse(JSON.parse(text)).data ?? null);
  };
  const present = () => {
    made ??= read() ?? { id: randomSecret(), accounts: [] };
    return made;
  };
  return {
    /** The browser's own id; a new one, where it has none, is kept once it remembers an account. */
    ownId: (): string => present().id,
    /** The browser's own id, where this account has signed in with it before. */
    knownAs: (account: KnownAccount): string | null => {
      const kept = read();
      return kept?.accounts.includes(hashOf(account)) === true ? kept.id : null;
    },
    /** @returns the cookie to set. */
    remember: (account: KnownAccount): string => {
      const { id, accounts } = present();
      const hash = hashOf(account);
      const others = accounts.filter((known) => known !== hash);
      const kept: Kept = { id, accounts: [hash, ...others].slice(0, ACCOUNTS_MAX) };
      return writeCookie(KNOWN_BROWSER_COOKIE, seal(JSON.stringify(kept), key()), {
        isHttps,
        maxAgeMs: COOKIE_KEPT_MS,
      });
    },
  };
};
