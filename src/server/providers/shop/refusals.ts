import { ShopFailure, type ShopFailureReason } from "./port.ts";
import { readProblem } from "./wire.ts";

/** Words of Tebex's sentences, of which no list exists. */
const WORDS: readonly [RegExp, ShopFailureReason][] = [
  [/basket not found|invalid basket|package not found/iu, "missing"],
  [/\b(?:log ?in|sign ?in|signed in|logged in)\b/i, "sign_in"],
  [/\bauthenticat/i, "sign_in"],
  [/limit|cannot be greater than|already (own|bought|purchased)|only be purchased once/iu, "limit"],
];

const reasonOf = (status: number, words: string): ShopFailureReason => {
  // Our own credentials, too many questions, or Tebex's own trouble: nothing of the buyer's.
  if (status === 401 || status === 429 || status < 400 || status > 499) return "unreachable";
  const found = WORDS.find(([pattern]) => pattern.test(words));
  if (found !== undefined) return found[1];
  return status === 404 ? "missing" : "refused";
};

/** Why Tebex did not do it. @param body what it answered, as parsed JSON; null for none. */
export const toShopFailure = (status: number, body: unknown): ShopFailure => {
  const { code, detail } = readProblem(body);
  const reason = reasonOf(status, `${code.replaceAll("_", " ")} ${detail}`);
  return new ShopFailure(reason, detail || null);
};
