import { Link } from "@tanstack/react-router";
import {
  useCallback,
  useEffect,
  useEffectEvent,
  useMemo,
  useState,
  useSyncExternalStore,
} from "react";
import { z } from "zod/mini";
import { FormProblem, TEXT_LINK } from "#client/components/auth-frame.tsx";
import { DiscordIcon } from "#client/components/shell/entries.tsx";
import { Alert } from "#client/components/ui/alert.tsx";
import { Button } from "#client/components/ui/button.tsx";
import { Field, Input, PasswordInput } from "#client/components/ui/field.tsx";
import {
  codeOf,
  ownProblem,
  secondStepOf,
  type SendProblem,
  sendProblem,
} from "#client/lib/api-error.ts";
import { textThat, useForm } from "#client/lib/form.ts";
import { useSessionActions } from "#client/lib/session/use-session.ts";
import {
  isPersonHere,
  listenToSignInWindows,
  openSignInWindow,
  untilClosed,
  waiting,
} from "#client/lib/sign-in-window.ts";
import { useSite } from "#client/lib/site.ts";
import { parseStored, tabStorage } from "#client/lib/storage.ts";
import { trpc } from "#client/lib/trpc.ts";
import { ACCOUNT_SCREENS, LOGIN, WITHOUT_MAIL } from "#shared/account-messages.ts";
import { PENDING_LOGIN_MS } from "#shared/constants/factors.ts";
import { DISCORD_LOGIN } from "#shared/factor-messages.ts";
import { MESSAGES } from "#shared/messages.ts";
import { PAGE_FAILURES } from "#shared/proof-messages.ts";
import { emailProblem } from "#shared/rules/account-fields.ts";
import { type CurrentUser, discordMessage } from "#shared/schemas/accounts.ts";
import { type PendingLogin, pendingLogin } from "#shared/schemas/factors.ts";
import type { SignedByPasskey } from "#shared/schemas/passkeys.ts";
import { SIGN_IN_WINDOW } from "#shared/sign-in-window-messages.ts";

const credentials = z.object({
  email: textThat(emailProblem),
  password: z.string().check(z.minLength(1, LOGIN.passwordMissing)),
});
type Credentials = z.infer<typeof credentials>;

type LoginFormProps = {
  /** The address that stands in the field at first. */
  email: string;
  isBusy: boolean;
  /** What came of the last attempt; null while all is well. */
  problem: SendProblem | null;
  onSubmit: (credentials: Credentials) => void;
};

/** E-mail and password. Sends nothing while one of them is missing, or the first is none. */
export const LoginForm = ({ email, isBusy, problem, onSubmit }: LoginFormProps) => {
  const { brand, hasMail } = useSite();
  const form = useForm({ schema: credentials, initial: { email, password: "" } });

  // Most likely that is what was wrong.
  const selectPassword = useEffectEvent(() => form.focus("password", { shouldSelect: true }));
  useEffect(() => {
    if (problem !== null) selectPassword();
  }, [problem]);

  return (
    <form method="post" noValidate onSubmit={form.submit(onSubmit)} className="grid gap-5">
      <Field label="Email" error={form.error("email")}>
        {(control) => (
          <Input
            {...control}
            {...form.field("email")}
            type="email"
            autoComplete="username webauthn"
            required
          />
        )}
      </Field>
      <div className="relative">
        <Field label="Password" error={form.error("password")}>
          {(control) => (
            <PasswordInput
              {...control}
              {...form.field("password")}
              autoComplete="current-password"
              required
            />
          )}
        </Field>
        <Link
          to="/forgot-password"
          className={`absolute -top-0.5 right-0 inline-flex min-h-6 items-center text-sm ${TEXT_LINK}`}
        >
          {ACCOUNT_SCREENS.forgotPassword}
        </Link>
      </div>
      <FormProblem problem={problem}>
        {problem?.code === "account_deactivated" && (
          <p className="text-[0.95rem] leading-relaxed text-muted">
            {hasMail ? (
              <>
                {LOGIN.deactivatedHint}{" "}
                <Link
                  to="/forgot-password"
                  state={{ email: form.values.email }}
                  className={TEXT_LINK}
                >
                  {ACCOUNT_SCREENS.setPassword}
                </Link>
                . {LOGIN.deactivatedByTeam}
              </>
            ) : (
              WITHOUT_MAIL.deactivated
            )}{" "}
            <a href={`mailto:${brand.contactEmail}`} className={TEXT_LINK}>
              {brand.contactEmail}
            </a>
            .
          </p>
        )}
      </FormProblem>
      <Button type="submit" size="lg" isBusy={isBusy} className="mt-1 w-full">
        Log In
      </Button>
    </form>
  );
};

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

const waitingForStep = (pending: PendingLogin): LoginState => ({
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
    return waitingForStep(pending);
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
  const state = now ?? (kept === null ? FORM : waitingForStep(kept));
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

type DiscordLoginProps = {
  isBusy: boolean;
  /** Called with the account that was proven in the window. */
  onProven: (discordId: string) => void;
};

/** Logs in with a Discord account, which is proven in a window of its own. */
export const DiscordLogin = ({ isBusy, onProven }: DiscordLoginProps) => {
  const [opened, setOpened] = useState<Window | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const { links } = trpc.useUtils();

  const open = () => {
    const next = openSignInWindow({
      address: "/auth/discord/start?purpose=login",
      name: "discord-sign-in",
      widthPx: 500,
      heightPx: 800,
    });
    setOpened(next);
    setProblem(next === null ? SIGN_IN_WINDOW.blocked : null);
  };
  const take = useEffectEvent((discordId: string) => {
    setOpened(null);
    onProven(discordId);
  });

  useEffect(() => {
    if (opened === null) return undefined;
    const ended = new AbortController();
    /** A success is heard twice, and asked for; the proof is good for one login. */
    const takeOnce = (discordId: string) => {
      if (ended.signal.aborted) return;
      ended.abort();
      take(discordId);
    };
    const stop = listenToSignInWindows(discordMessage, (message) => {
      if (message.type === "DISCORD_AUTH_SUCCESS") takeOnce(message.discordId);
      else if (message.type === "DISCORD_AUTH_FAILED")
        setProblem(PAGE_FAILURES.discord[message.reason]);
    });
    const watch = async () => {
      const account = await untilClosed({
        isClosed: () => opened.closed,
        isPersonHere,
        askForProof: () => links.discordProof.fetch(undefined, { staleTime: 0 }),
        wait: waiting(ended.signal),
      });
      if (ended.signal.aborted) return;
      if (account === null) setOpened(null);
      else takeOnce(account.discordId);
    };
    // It rejects only when this effect has ended.
    watch().catch(() => {});
    return () => {
      stop();
      ended.abort();
    };
  }, [opened, links]);

  return (
    <div className="grid gap-3">
      <Button size="lg" variant="outline" className="w-full" isBusy={isBusy} onClick={open}>
        <DiscordIcon />
        {DISCORD_LOGIN.action}
      </Button>
      {opened !== null && problem === null && (
        <output className="text-sm text-muted">{DISCORD_LOGIN.waiting}</output>
      )}
      {problem !== null && <Alert kind="error">{problem}</Alert>}
    </div>
  );
};
