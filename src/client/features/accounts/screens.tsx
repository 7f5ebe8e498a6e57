import { useSearch, useNavigate } from "@tanstack/react-router";
import { useEffect, useEffectEvent } from "react";
import { RunningLynx } from "#client/components/brand/running-lynx.tsx";
import { Page } from "#client/components/page.tsx";
import { useHistoryState } from "#client/lib/history-state.ts";
import { useSession } from "#client/lib/session/use-session.ts";
import { LOGIN } from "#shared/account-messages.ts";
import { safePath } from "#shared/rules/safe-path.ts";
import { ClaimScreen } from "./claim-screen.tsx";
import { ConfirmBrowserScreen } from "./confirm-browser-screen.tsx";
import { EndSessionsScreen } from "./end-sessions-screen.tsx";
import { LoginScreen } from "./login-screen.tsx";
import { RegisterScreen } from "./register-screen.tsx";
import { ResetPasswordScreen } from "./reset-password-screen.tsx";
import { SetupScreen } from "./setup-screen.tsx";
import { VerifyEmailScreen } from "./verify-email-screen.tsx";

export { ConfirmAddress, RevertAddress } from "./address-screens.tsx";
export { KeepFactor, LostFactor } from "./lost-factor-screens.tsx";
export { ForgotPasswordScreen } from "./forgot-password-screen.tsx";
export { ResendScreen } from "./resend-screen.tsx";
export { VerifyScreen } from "./verify-screen.tsx";

/** The code or token of a mail's link, which was moved out of the address. */
const useSecret = () => useHistoryState("secret");

export const ConfirmBrowser = () => {
  const [code, forgetCode] = useSecret();
  return <ConfirmBrowserScreen key={code} code={code} onSpent={forgetCode} />;
};

export const EndSessions = () => {
  const [code, forgetCode] = useSecret();
  return <EndSessionsScreen key={code} code={code} onSpent={forgetCode} />;
};

export const VerifyEmail = () => {
  const [code] = useSecret();
  return <VerifyEmailScreen key={code} code={code} />;
};

export const Setup = () => {
  const [token, forgetToken] = useSecret();
  return <SetupScreen token={token} onSpent={forgetToken} />;
};

export const Claim = () => {
  const [token, forgetToken] = useSecret();
  return <ClaimScreen token={token} onSpent={forgetToken} />;
};

export const ResetPassword = () => {
  const [token, forgetToken] = useSecret();
  return <ResetPasswordScreen token={token} onSpent={forgetToken} />;
};

export const Login = () => {
  const { redirect, lacking = false } = useSearch({ from: "/login" });
  const asked = safePath(redirect);
  // Whoever is led here anew, such as by a guard, begins with the form.
  return <LoginScreen key={`${asked} ${lacking}`} asked={asked} isLacking={lacking} />;
};

export const Register = () => {
  const { redirect } = useSearch({ from: "/register" });
  return <RegisterScreen asked={safePath(redirect)} />;
};

/** Looks up who is signed in, and leads home or back to the login [SESS-21]. */
export const LoginSuccessScreen = () => {
  const navigate = useNavigate();
  const user = useSession();
  const goOn = useEffectEvent(() => navigate({ to: user == null ? "/login" : "/", replace: true }));
  const isKnown = user !== undefined;
  useEffect(() => {
    if (isKnown) void goOn();
  }, [isKnown]);
  return (
    <Page className="grid place-items-center px-6 py-16">
      <div className="flex flex-col items-center gap-6 text-center">
        <RunningLynx className="w-56 text-ink" />
        <h1 className="headline text-4xl">{LOGIN.loggingIn}</h1>
      </div>
    </Page>
  );
};
