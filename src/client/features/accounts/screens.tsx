import { useSearch } from "@tanstack/react-router";
import { useHistoryState } from "#client/lib/history-state.ts";
import { safePath } from "#shared/rules/safe-path.ts";
import { ConfirmBrowserScreen } from "./confirm-browser-screen.tsx";
import { LoginScreen } from "./login-screen.tsx";
import { ResetPasswordScreen } from "./reset-password-screen.tsx";
import { VerifyEmailScreen } from "./verify-email-screen.tsx";

export { ForgotPasswordScreen } from "./forgot-password-screen.tsx";
export { LoginSuccessScreen } from "./login-success-screen.tsx";
export { RegisterScreen } from "./register-screen.tsx";
export { ResendScreen } from "./resend-screen.tsx";
export { VerifyScreen } from "./verify-screen.tsx";

/** The code or token of a mail's link, which was moved out of the address. */
const useSecret = () => useHistoryState("secret");

export const ConfirmBrowser = () => {
  const [code, forgetCode] = useSecret();
  return <ConfirmBrowserScreen key={code} code={code} onSpent={forgetCode} />;
};

export const VerifyEmail = () => {
  const [code] = useSecret();
  return <VerifyEmailScreen key={code} code={code} />;
};

export const ResetPassword = () => {
  const [token, forgetToken] = useSecret();
  return <ResetPasswordScreen token={token} onSpent={forgetToken} />;
};

export const Login = () => {
  const { redirect, lacking = false } = useSearch({ from: "/login" });
  const wayBack = safePath(redirect) ?? "/member";
  // Whoever is led here anew, such as by a guard, begins with the form.
  return <LoginScreen key={`${wayBack} ${lacking}`} wayBack={wayBack} isLacking={lacking} />;
};
