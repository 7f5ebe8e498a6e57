import { isNetworkError, messageOf, reasonOf } from "#client/lib/api-error.ts";
import { LOGIN, MESSAGES } from "#shared/messages.ts";

/** The sentence that the login form shows for a refused or failed attempt (public §8, facts §4a). */
export const loginProblem = (error: unknown): string => {
  if (isNetworkError(error)) return MESSAGES.networkError;
  const sentence = messageOf(error) ?? MESSAGES.unexpected;
  return sentence === LOGIN.invalidOnWire ? LOGIN.invalidOnScreen : sentence;
};

/** True where the password was right, but the address has not been proven yet. */
export const isUnverified = (problem: string): boolean => problem.includes(LOGIN.unverifiedPart);

/** True where a mail can make this browser known, which is what the account asks for. */
export const isGuarded = (error: unknown): boolean =>
  reasonOf(error) === LOGIN.unknownBrowserReason;
