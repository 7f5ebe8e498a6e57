import { Link, useRouter } from "@tanstack/react-router";
import { useEffect, useEffectEvent, useRef } from "react";
import { AuthFrame } from "#client/components/auth-frame.tsx";
import { Alert } from "#client/components/ui/alert.tsx";
import { useNotice } from "#client/lib/notice.ts";
import { useSession } from "#client/lib/session/use-session.ts";
import { ACCOUNT_SCREENS, LOGIN } from "#shared/account-messages.ts";
import { TICKETS } from "#shared/ticket-messages.ts";
import { BrowserLink } from "./browser-link.tsx";
import { TEXT_LINK } from "./form-parts.tsx";
import { LoginForm } from "./login-form.tsx";
import { UnverifiedDialog } from "./unverified-dialog.tsx";
import { useLogin } from "./use-login.ts";
import { WelcomeRun } from "./welcome-run.tsx";

/** Why somebody has to log in for where they wanted to go, where that is told [SHOP-18]. */
const reasonOf = (wayBack: string): string | null =>
  wayBack.startsWith("/member/tickets/new-ticket") ? TICKETS.signInToCreate : null;

/** What led here, as it was left for this screen, or as where the person wanted to go tells. */
const Notice = ({ reason }: { reason: string | null }) => {
  const left = useNotice();
  const notice = left ?? reason;
  return (
    notice !== null && (
      <Alert kind="info" role="alert">
        {notice}
      </Alert>
    )
  );
};

type LoginScreenProps = {
  /** A path on this site: where the person wanted to go. */
  wayBack: string;
  /** The account that is signed in may not go there. */
  isLacking: boolean;
};

/** Lets people in and leads them to where they wanted to go [SESS-17]. */
export const LoginScreen = ({ wayBack, isLacking }: LoginScreenProps) => {
  const { history } = useRouter();
  const user = useSession();
  const { state, login, backToForm } = useLogin();
  const form = useRef<HTMLDivElement>(null);

  const goOn = useEffectEvent(() => history.replace(wayBack));
  // Signed in before, or meanwhile in another tab; who has just logged in here sees the lynx run.
  const isThrough =
    user != null &&
    (state.step === "welcome" ? state.user.id !== user.id : !isLacking && state.step !== "busy");
  const isUnknown = user === undefined && state.step === "form";
  useEffect(() => {
    if (isThrough) goOn();
  }, [isThrough]);

  // Signed out meanwhile, here or elsewhere: there is nobody left to welcome.
  const isGone = state.step === "welcome" && user === null;
  useEffect(() => {
    if (isGone) backToForm();
  }, [isGone, backToForm]);

  if (state.step === "welcome" && !isGone && !isThrough)
    return <WelcomeRun name={state.user.firstName} wayOn={wayBack} />;
  return (
    <AuthFrame
      title="Welcome Back"
      text={ACCOUNT_SCREENS.loginText}
      footer={
        <>
          New here?{" "}
          <Link to="/register" className={TEXT_LINK}>
            {ACCOUNT_SCREENS.createAccount}
          </Link>
        </>
      }
    >
      <div ref={form} className={isUnknown || isThrough ? "invisible" : "grid gap-5"}>
        <Notice reason={reasonOf(wayBack)} />
        {isLacking && (
          <Alert kind="info" role="alert">
            {LOGIN.rolesLacking}
          </Alert>
        )}
        <LoginForm
          isBusy={state.step === "busy"}
          problem={state.step === "form" ? state.problem : null}
          onSubmit={(credentials) => void login(credentials)}
        />
        {state.step === "form" && state.guarded !== null && (
          <BrowserLink
            key={state.guarded}
            email={state.guarded}
            hint={state.problem?.code === "login_guarded" ? null : LOGIN.mailLinkHint}
          />
        )}
      </div>
      {state.step === "unverified" && !isThrough && (
        <UnverifiedDialog
          email={state.email}
          onClose={backToForm}
          onClosed={() => form.current?.querySelector<HTMLElement>("[type=submit]")?.focus()}
        />
      )}
    </AuthFrame>
  );
};
