import { StoreFailure, type StoreFailureReason } from "./port.ts";
import { readProblem } from "./wire.ts";

/** Words of the store's sentences, of which no list exists (providers §4.1). */
const WORDS: readonly [RegExp, StoreFailureReason][] = [
  [/basket not found|invalid basket|package not found/iu, "missing"],
  [/\b(?:log ?in|sign ?in|signed in|logged in)\b/i, "sign_in"],
  [/\bauthenticat/i, "sign_in"],
  [/limit|cannot be greater than|already (own|bought|purchased)|only be purchased once/iu, "limit"],
];

const reasonOf = (status: number, words: string): StoreFailureReason => {
  // Our own credentials, too many questions, or the store's own trouble: nothing of the buyer's.
  if (status === 401 || status === 429 || status < 400 || status > 499) return "unreachable";
  const found = WORDS.find(([pattern]) => pattern.test(words));
  if (found !== undefined) return found[1];
  return status === 404 ? "missing" : "refused";
};

/** Why the store did not do it. @param body what it answered, as parsed JSON; null for none. */
export const toStoreFailure = (status: number, body: unknown): StoreFailure => {
  const { code, detail } = readProblem(body);
  const reason = reasonOf(status, `${code.replaceAll("_", " ")} ${detail}`);
  return new StoreFailure(reason, detail || null);
};
