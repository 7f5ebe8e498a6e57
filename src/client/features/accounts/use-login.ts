import { useCallback, useState } from "react";
import { type SendProblem, codeOf, ownProblem, sendProblem } from "#client/lib/api-error.ts";
import { useSessionActions } from "#client/lib/session/use-session.ts";
import { trpc } from "#client/lib/trpc.ts";
import { LOGIN } from "#shared/account-messages.ts";
import { MESSAGES } from "#shared/messages.ts";
import type { CurrentUser } from "#shared/schemas/accounts.ts";
import type { Credentials } from "./login-form.tsx";

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
const isGuarded = (error: unknown): boolean =>
  codeOf(error) === "unknown_browser" || codeOf(error) === "login_guarded";

type LoginState =
  | {
      step: "form";
      problem: SendProblem | null;
      /** The address whose account asks unknown browsers for more than the password; null for none. */
      guarded: string | null;
    }
  | { step: "busy" }
  | { step: "unverified"; email: string }
  | { step: "welcome"; user: CurrentUser };

const FORM = { step: "form", problem: null, guarded: null } as const;

/** The way of a login: form, attempt, and what came of it. */
export const useLogin = () => {
  const [state, setState] = useState<LoginState>(FORM);
  const { client } = trpc.useUtils();
  const { beginSignIn } = useSessionActions();

  const backToForm = useCallback(() => setState(FORM), []);

  const attempt = async (credentials: Credentials): Promise<LoginState> => {
    const signIn = beginSignIn();
    let token: string | undefined;
    try {
      ({ token } = await client.accounts.login.mutate(credentials));
    } catch (error) {
      return isUnverified(error)
        ? { step: "unverified", email: credentials.email }
        : {
            ...FORM,
            problem: loginProblem(error),
            guarded: isGuarded(error) ? credentials.email : null,
          };
    }
    if (!token) return { ...FORM, problem: ownProblem(LOGIN.noToken) };
    try {
      return { step: "welcome", user: await signIn(token) };
    } catch (error) {
      return { ...FORM, problem: ownProblem((error as Error).message) };
    }
  };

  return {
    state,
    login: async (credentials: Credentials) => {
      setState({ step: "busy" });
      setState(await attempt(credentials));
    },
    backToForm,
  };
};
