import { useCallback, useState } from "react";
import { ownProblem, type SendProblem } from "#client/lib/api-error.ts";
import { useSessionActions } from "#client/lib/session/use-session.ts";
import { trpc } from "#client/lib/trpc.ts";
import { LOGIN } from "#shared/messages.ts";
import type { CurrentUser } from "#shared/schemas/accounts.ts";
import type { Credentials } from "./login-form.tsx";
import { isGuarded, isUnverified, loginProblem } from "./login-problem.ts";

export type LoginState =
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
  const { signIn } = useSessionActions();

  const backToForm = useCallback(() => setState(FORM), []);

  const attempt = async (credentials: Credentials): Promise<LoginState> => {
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
    } catch {
      return { ...FORM, problem: ownProblem(LOGIN.userInfoFailed) };
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
