import { useCallback, useState } from "react";
import { useSessionActions } from "#client/lib/session/use-session.ts";
import { trpc } from "#client/lib/trpc.ts";
import { LOGIN } from "#shared/messages.ts";
import type { CurrentUser } from "#shared/schemas/accounts.ts";
import type { Credentials } from "./login-form.tsx";
import { isUnverified, loginProblem } from "./login-problem.ts";

export type LoginState =
  | { step: "form"; problem: string | null }
  | { step: "busy" }
  | { step: "unverified"; email: string }
  | { step: "welcome"; user: CurrentUser };

/** The way of a login: form, attempt, and what came of it. */
export const useLogin = () => {
  const [state, setState] = useState<LoginState>({ step: "form", problem: null });
  const { client } = trpc.useUtils();
  const { signIn } = useSessionActions();

  const backToForm = useCallback(() => setState({ step: "form", problem: null }), []);

  const attempt = async (credentials: Credentials): Promise<LoginState> => {
    let token: string | undefined;
    try {
      ({ token } = await client.accounts.login.mutate(credentials));
    } catch (error) {
      const problem = loginProblem(error);
      return isUnverified(problem)
        ? { step: "unverified", email: credentials.email }
        : { step: "form", problem };
    }
    if (!token) return { step: "form", problem: LOGIN.noToken };
    try {
      return { step: "welcome", user: await signIn(token) };
    } catch {
      return { step: "form", problem: LOGIN.userInfoFailed };
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
