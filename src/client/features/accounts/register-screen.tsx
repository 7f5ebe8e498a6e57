import { Link, useNavigate, useRouter } from "@tanstack/react-router";
import { useCallback, useEffect, useState } from "react";
import { AuthFrame } from "#client/components/auth-frame.tsx";
import { Alert } from "#client/components/ui/alert.tsx";
import { Button } from "#client/components/ui/button.tsx";
import { fieldsOf, messageOf } from "#client/lib/api-error.ts";
import { leaveNotice } from "#client/lib/notice.ts";
import { useOnceKeys } from "#client/lib/once-key.ts";
import { useSession } from "#client/lib/session/use-session.ts";
import { useSite } from "#client/lib/site.ts";
import { trpc } from "#client/lib/trpc.ts";
import { MESSAGES, REGISTRATION } from "#shared/messages.ts";
import type { DiscordAccount } from "#shared/schemas/accounts.ts";
import { DiscordAccountCard } from "./discord-account-card.tsx";
import { DiscordWaiting } from "./discord-waiting.tsx";
import { hearLateProof } from "./discord-window.ts";
import { RegisterForm, type Registration } from "./register-form.tsx";
import { registrationProblem } from "./registration-problem.ts";
import { TEXT_LINK } from "./text-link.ts";
import { useDiscordDance } from "./use-discord-dance.ts";

const EMPTY: Registration = {
  firstName: "",
  lastName: "",
  email: "",
  password: "",
  confirmation: "",
};

const footer = (
  <>
    Already have an account?{" "}
    <Link to="/login" className={TEXT_LINK}>
      Log in
    </Link>
  </>
);

/** To the login, and back again where the window that seemed closed succeeds after all. */
const useWayToLogin = () => {
  const navigate = useNavigate();
  const router = useRouter();
  return useCallback(
    (problem: string | null) => {
      if (problem !== null) leaveNotice(problem);
      void navigate({ to: "/login", replace: true });
      hearLateProof(() => {
        if (router.state.location.pathname === "/login") void navigate({ to: "/register" });
      });
    },
    [navigate, router],
  );
};

/** Joining: a proven Discord account first, then the form (public §2, §4). */
export const RegisterScreen = () => {
  const { brand } = useSite();
  const user = useSession();
  const navigate = useNavigate();
  const { preloadRoute } = useRouter();
  const [form, setForm] = useState(EMPTY);
  const { dance, openWindow, retry, lose } = useDiscordDance(user === null, useWayToLogin());
  const registration = trpc.accounts.register.useMutation({
    onSuccess: ({ email }) =>
      void navigate({ to: "/verify", replace: true, state: { registeredEmail: email } }),
  });

  const onceKeyOf = useOnceKeys();

  const isMember = user != null;
  useEffect(() => {
    if (isMember) void navigate({ to: "/member", replace: true });
  }, [isMember, navigate]);

  const register = (account: DiscordAccount) => {
    const { confirmation, ...person } = form;
    preloadRoute({ to: "/verify" }).catch(() => undefined);
    const input = { ...person, confirmPassword: confirmation, ...account };
    registration.mutate(
      { ...input, idempotencyKey: onceKeyOf(input) },
      {
        onError: (error) => {
          if (messageOf(error) !== REGISTRATION.linkAgain) return;
          registration.reset();
          lose();
        },
      },
    );
  };

  const startAnew = () => {
    registration.reset();
    openWindow();
  };

  if (dance.step === "proven") {
    const { account } = dance;
    return (
      <AuthFrame
        title={
          <>
            {REGISTRATION.titleStart} <bdi className="text-amber">{account.discordName}</bdi>
          </>
        }
        footer={footer}
      >
        <div className="grid grid-cols-1 gap-7">
          <DiscordAccountCard account={account} onChange={startAnew} />
          <RegisterForm
            value={form}
            onChange={setForm}
            onSubmit={() => register(account)}
            isBusy={registration.isPending}
            failure={registration.isError ? registrationProblem(registration.error) : null}
            fieldFailures={fieldsOf(registration.error)}
          />
        </div>
      </AuthFrame>
    );
  }
  return (
    <AuthFrame
      title={`Join ${brand.name}`}
      text="Every account here belongs to a Discord account. Show us yours, and the form comes next."
      footer={footer}
    >
      {dance.step === "unavailable" && (
        <Alert kind="error">{REGISTRATION.discordUnavailable}</Alert>
      )}
      {dance.step === "unreachable" && (
        <div className="grid gap-5">
          <Alert kind="error">{MESSAGES.networkError}</Alert>
          <Button size="lg" onClick={retry}>
            Try again
          </Button>
        </div>
      )}
      {(dance.step === "asking" || dance.step === "waiting") && (
        <DiscordWaiting
          isBlocked={dance.step === "waiting" && dance.isBlocked}
          problem={dance.step === "waiting" ? dance.problem : null}
          isReady={dance.step === "waiting"}
          onOpen={openWindow}
        />
      )}
    </AuthFrame>
  );
};
