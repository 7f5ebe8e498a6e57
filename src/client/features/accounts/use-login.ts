import { useCallback, useState, useMemo, useSyncExternalStore } from "react";
import { z } from "zod/mini";
import {
  type SendProblem,
  codeOf,
  ownProblem,
  secondStepOf,
  sendProblem,
} from "#client/lib/api-error.ts";
import { useSessionActions } from "#client/lib/session/use-session.ts";
import { parseStored, tabStorage } from "#client/lib/storage.ts";
import { trpc } from "#client/lib/trpc.ts";
import { LOGIN } from "#shared/account-messages.ts";
import { PENDING_LOGIN_MS } from "#shared/constants/factors.ts";
import { MESSAGES } from "#shared/messages.ts";
import type { CurrentUser } from "#shared/schemas/accounts.ts";
import { type PendingLogin, pendingLogin } from "#shared/schemas/factors.ts";
import type { SignedByPasskey } from "#shared/schemas/passkeys.ts";
import type { Credentials } from "./login-form.tsx";

/** Where this tab keeps a login that waits for its second step, so that a reload goes on with it. */
const KEY = "zlgPendingLogin";

const kept = z.extend(pendingLogin, { until: z.number() });

/** Keeps it, for as long as the server does. */
const keepPendingLogin = (pending: PendingLogin): void => {
  const until = Date.now() + PENDING_LOGIN_MS;
  tabStorage.setItem(KEY, JSON.stringify({ ...pending, until }));
};

const forgetPendingLogin = (): void => tabStorage.removeItem(KEY);

const parse = (text: string | null): PendingLogin | null => {
  const { success, data } = kept.safeParse(parseStored(text));
  return success && data.until > Date.now() ? { ticket: data.ticket, ways: data.ways } : null;
};

const never = () => () => {};

/** The login that waited in this tab when it was loaded; null for none, or none any more. */
const useKeptLogin = (): PendingLogin | null => {
  const text = useSyncExternalStore(
    never,
    () => tabStorage.getItem(KEY),
    () => null,
  );
  return useMemo(() => parse(text), [text]);
};

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
  /** The first step is taken. */
  | { step: "second"; pending: PendingLogin; problem: SendProblem | null; isBusy: boolean }
  | { step: "welcome"; user: CurrentUser };

const FORM = { step: "form", problem: null, guarded: null } as const;

const waiting = (pending: PendingLogin): LoginState => ({
  step: "second",
  pending,
  problem: null,
  isBusy: false,
});

/** What a refused first step leads to. @param email whose; null where that is not known. */
const afterRefusal = (error: unknown, email: string | null): LoginState => {
  const pending = secondStepOf(error);
  if (pending !== null) {
    keepPendingLogin(pending);
    return waiting(pending);
  }
  if (isUnverified(error) && email !== null) return { step: "unverified", email };
  const guarded = isGuarded(error) ? email : null;
  return { ...FORM, problem: loginProblem(error), guarded };
};

/** The way of a login: form, attempt, a second step where one is asked for, and what came of it. */
export const useLogin = () => {
  const [now, setState] = useState<LoginState | null>(null);
  // A login that waits in this tab goes on where it was: the page from the server does not know of it.
  const kept = useKeptLogin();
  const state = now ?? (kept === null ? FORM : waiting(kept));
  const { client } = trpc.useUtils();
  const { beginSignIn } = useSessionActions();

  const backToForm = useCallback((problem: SendProblem | null = null) => {
    forgetPendingLogin();
    setState({ ...FORM, problem });
  }, []);

  /** @param ask what gives the token. @param onRefusal what a refusal leads to. */
  const attempt = async (
    ask: () => Promise<{ token: string }>,
    onRefusal: (error: unknown) => LoginState,
  ): Promise<LoginState> => {
    const signIn = beginSignIn();
    let token: string | undefined;
    try {
      ({ token } = await ask());
    } catch (error) {
      return onRefusal(error);
    }
    forgetPendingLogin();
    if (!token) return { ...FORM, problem: ownProblem(LOGIN.noToken) };
    try {
      return { step: "welcome", user: await signIn(token) };
    } catch (error) {
      return { ...FORM, problem: ownProblem((error as Error).message) };
    }
  };

  const begin = async (ask: () => Promise<{ token: string }>, email: string | null) => {
    setState({ step: "busy" });
    setState(await attempt(ask, (error) => afterRefusal(error, email)));
  };

  return {
    state,
    login: (credentials: Credentials) =>
      begin(() => client.accounts.login.mutate(credentials), credentials.email),
    /** With the account that this browser has just proven. */
    loginWithDiscord: (discordId: string) =>
      begin(() => client.factors.loginWithDiscord.mutate({ discordId }), null),
    /** With what a passkey has signed. */
    loginWithPasskey: (response: SignedByPasskey) =>
      begin(() => client.passkeys.login.mutate({ response }), null),
    /** @param ask what gives the token for the login that waits: a code, or a passkey. */
    takeSecondStep: async (
      pending: PendingLogin,
      ask: () => Promise<{ token: string }>,
    ): Promise<void> => {
      setState({ step: "second", pending, problem: null, isBusy: true });
      setState(
        await attempt(ask, (error) => {
          const problem = sendProblem(error, MESSAGES.unexpected);
          if (codeOf(error) !== "login_over")
            return { step: "second", pending, problem, isBusy: false };
          forgetPendingLogin();
          return { ...FORM, problem };
        }),
      );
    },
    backToForm,
  };
};
