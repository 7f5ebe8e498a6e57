import { Link, useNavigate, useRouter } from "@tanstack/react-router";
import { type ReactNode, useCallback, useEffect } from "react";
import { AuthFrame, TEXT_LINK } from "#client/components/auth-frame.tsx";
import { HexFrame } from "#client/components/brand/hex-frame.tsx";
import { RENAMED } from "#client/components/new-password-fields.tsx";
import { DiscordIcon } from "#client/components/shell/entries.tsx";
import { Alert } from "#client/components/ui/alert.tsx";
import { Button } from "#client/components/ui/button.tsx";
import { codeOf, sendProblem } from "#client/lib/api-error.ts";
import { useForm, useOnceKeys } from "#client/lib/form.ts";
import { keepWayBack } from "#client/lib/history-state.ts";
import { useSession } from "#client/lib/session/use-session.ts";
import { useSite } from "#client/lib/site.ts";
import { leaveNotice } from "#client/lib/toast.ts";
import { trpc } from "#client/lib/trpc.ts";
import { CLAIM, REGISTER_SCREEN, REGISTRATION } from "#shared/account-messages.ts";
import { MESSAGES } from "#shared/messages.ts";
import type { DiscordAccount } from "#shared/schemas/accounts.ts";
import { SIGN_IN_WINDOW } from "#shared/sign-in-window-messages.ts";
import {
  EMPTY_REGISTRATION,
  hearLateProof,
  LABELS,
  RegisterForm,
  type Registration,
  registration,
  useDiscordFlow,
} from "./register-form.tsx";

type DiscordAccountCardProps = { account: DiscordAccount; onChange: () => void };

/** The Discord account that a registration will belong to, and the way to another one. */
const DiscordAccountCard = ({ account, onChange }: DiscordAccountCardProps) => {
  const { discordName, discordImgUrl } = account;
  return (
    <div className="panel flex items-center gap-4 p-4">
      <HexFrame className="w-14 shrink-0">
        {discordImgUrl === null ? (
          <span className="grid size-full place-items-center bg-ground-700 font-display text-2xl font-extrabold text-accent display-case">
            {Array.from(discordName)[0]}
          </span>
        ) : (
          <img src={discordImgUrl} alt="" className="size-full object-cover" />
        )}
      </HexFrame>
      <div className="min-w-0 flex-1">
        <p className="text-sm text-muted">Discord account</p>
        <p className="truncate font-semibold text-ink">
          <bdi>{discordName}</bdi>
        </p>
        <button
          type="button"
          onClick={onChange}
          className="min-h-6 text-left text-sm font-semibold text-accent underline-offset-4 hover:text-accent-strong hover:underline"
        >
          {REGISTER_SCREEN.anotherDiscord}
        </button>
      </div>
    </div>
  );
};

type DiscordWaitingProps = {
  isBlocked: boolean;
  /** What went wrong in the window; null while nothing did. */
  problem: string | null;
  /** While the server is asked, there is nothing to press yet. */
  isReady: boolean;
  onOpen: () => void;
};

const Told = ({ term, children }: { term: string; children: ReactNode }) => (
  <div className="flex gap-3">
    <dt className="w-20 shrink-0 font-semibold text-ink">{term}</dt>
    <dd>{children}</dd>
  </div>
);

/** What stands on the page while a person is in Discord's window. */
const DiscordWaiting = ({ isBlocked, problem, isReady, onOpen }: DiscordWaitingProps) => (
  <div className="grid gap-6">
    <div className="panel flex items-center gap-4 p-4 sm:p-5">
      <span className="relative grid h-16 w-14 shrink-0 place-items-center" aria-hidden>
        <span className="hexagon absolute inset-0 animate-pulse bg-accent/20" />
        <span className="hexagon absolute inset-1 bg-ground-850" />
        <DiscordIcon className="relative size-7 text-accent" />
      </span>
      <output className="font-display text-2xl leading-tight font-bold text-ink">
        {isBlocked || problem !== null ? REGISTRATION.notLinked : REGISTRATION.waiting}
      </output>
    </div>
    {isBlocked && <Alert kind="error">{SIGN_IN_WINDOW.blocked}</Alert>}
    {problem !== null && <Alert kind="error">{problem}</Alert>}
    <Button size="lg" className="w-full" disabled={!isReady} onClick={onOpen}>
      <DiscordIcon />
      {REGISTER_SCREEN.continueWithDiscord}
    </Button>
    <dl className="grid gap-2 text-[0.95rem] leading-relaxed text-muted">
      <Told term="We learn">{REGISTER_SCREEN.learned}</Told>
      <Told term="We never">{REGISTER_SCREEN.neverDone}</Told>
    </dl>
  </div>
);

/** To the login, and back again where the window that seemed closed succeeds after all. */
const useWayToLogin = (redirect: string | undefined) => {
  const navigate = useNavigate();
  const router = useRouter();
  return useCallback(
    (problem: string | null) => {
      if (problem !== null) leaveNotice(problem);
      void navigate({ to: "/login", search: { redirect }, replace: true });
      hearLateProof(() => {
        if (router.state.location.pathname === "/login")
          void navigate({ to: "/register", search: { redirect } });
      });
    },
    [navigate, router, redirect],
  );
};

/**
 * Joining: a proven Discord account first, then the form [ACC-02]; the form alone where the site knows
 * no Discord [ACC-26].
 * @param props.asked a path on this site: where the person wanted to go; null where nowhere in
 *   particular.
 */
export const RegisterScreen = ({ asked }: { asked: string | null }) => {
  const redirect = asked ?? undefined;
  const { brand, hasDiscord, version } = useSite();
  const user = useSession();
  const navigate = useNavigate();
  const { preloadRoute } = useRouter();
  const form = useForm({
    schema: registration,
    initial: EMPTY_REGISTRATION,
    labels: LABELS,
    renamed: RENAMED,
  });
  const { flow, openWindow, retry, lose } = useDiscordFlow(
    user === null && hasDiscord,
    useWayToLogin(redirect),
  );
  const call = trpc.accounts.register.useMutation({
    onSuccess: ({ email }) => {
      if (asked !== null) keepWayBack(asked);
      void navigate({ to: "/verify", replace: true, state: { email } });
    },
  });

  const waiting = trpc.accounts.discordWaits.useQuery(undefined, {
    enabled: flow.step === "proven",
    staleTime: 0,
    gcTime: 0,
  });
  const onceKeyOf = useOnceKeys();

  const isMember = user != null;
  useEffect(() => {
    if (isMember) void navigate({ to: asked ?? "/member", replace: true });
  }, [isMember, asked, navigate]);

  const register = (
    account: DiscordAccount | null,
    { confirmation, wantsNews, ...person }: Registration,
  ) => {
    preloadRoute({ to: "/verify" }).catch(() => undefined);
    const consents = { agreesTo: version, allowMarketingEmails: wantsNews };
    const input = { ...person, confirmPassword: confirmation, ...account, ...consents };
    call.mutate(
      { ...input, idempotencyKey: onceKeyOf(input) },
      {
        onError: (error) => {
          if (account !== null && codeOf(error) === "discord_not_proven") lose();
          else form.refuse(error, sendProblem(error, REGISTRATION.failed));
        },
      },
    );
  };

  const footer = (
    <>
      {REGISTER_SCREEN.alreadyMember}{" "}
      <Link to="/login" search={{ redirect }} className={TEXT_LINK}>
        Log in
      </Link>
    </>
  );

  const startAnew = () => {
    form.set({});
    openWindow();
  };

  // A page of before the site was configured otherwise finds out by asking.
  if (!hasDiscord || flow.step === "unavailable")
    return (
      <AuthFrame title={`Join ${brand.name}`} text={REGISTER_SCREEN.withoutDiscord} footer={footer}>
        <RegisterForm
          form={form}
          onSubmit={(typed) => register(null, typed)}
          isBusy={call.isPending}
        />
      </AuthFrame>
    );
  if (flow.step === "proven") {
    const { account } = flow;
    return (
      <AuthFrame
        title={
          <>
            {REGISTRATION.titleStart} <bdi className="text-accent">{account.discordName}</bdi>
          </>
        }
        footer={footer}
      >
        <div className="grid grid-cols-1 gap-7">
          <DiscordAccountCard account={account} onChange={startAnew} />
          {waiting.data?.waits === true && <Alert kind="info">{CLAIM.discordWaits}</Alert>}
          <RegisterForm
            form={form}
            onSubmit={(typed) => register(account, typed)}
            isBusy={call.isPending}
          />
        </div>
      </AuthFrame>
    );
  }
  return (
    <AuthFrame title={`Join ${brand.name}`} text={REGISTER_SCREEN.discordFirst} footer={footer}>
      {flow.step === "unreachable" && (
        <div className="grid gap-5">
          <Alert kind="error">{MESSAGES.networkError}</Alert>
          <Button size="lg" onClick={retry}>
            Try again
          </Button>
        </div>
      )}
      {(flow.step === "asking" || flow.step === "waiting") && (
        <DiscordWaiting
          isBlocked={flow.step === "waiting" && flow.isBlocked}
          problem={flow.step === "waiting" ? flow.problem : null}
          isReady={flow.step === "waiting"}
          onOpen={openWindow}
        />
      )}
    </AuthFrame>
  );
};
