import { codeOf, type SendProblem, sendProblem } from "#client/lib/api-error.ts";
import { LOGIN, MESSAGES } from "#shared/messages.ts";

/** The sentence that the login form shows for a refused or failed attempt [SESS-15]. */
export const loginProblem = (error: unknown): SendProblem => {
  const problem = sendProblem(error, MESSAGES.unexpected);
  return problem.code === "unauthorized"
    ? { ...problem, sentence: LOGIN.invalidOnScreen }
    : problem;
};

/** True where the password was right, but the address has not been proven yet. */
export const isUnverified = (error: unknown): boolean => codeOf(error) === "unverified";

/** True where a mail can make this browser known, which is what the account asks for. */
export const isGuarded = (error: unknown): boolean =>
  codeOf(error) === "unknown_browser" || codeOf(error) === "login_guarded";
