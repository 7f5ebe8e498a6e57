import { Link, useNavigate, useSearch } from "@tanstack/react-router";
import { useEffect, useEffectEvent, useState } from "react";
import { AuthFrame, FormProblem, Outcome } from "#client/components/auth-frame.tsx";
import { RunningLynx } from "#client/components/brand/running-lynx.tsx";
import { NewPasswordFields, RENAMED } from "#client/components/new-password-fields.tsx";
import { Page } from "#client/components/page.tsx";
import { Alert, Skeleton } from "#client/components/ui/alert.tsx";
import { Button } from "#client/components/ui/button.tsx";
import { sendProblem } from "#client/lib/api-error.ts";
import { useForm } from "#client/lib/form.ts";
import { useHistoryState } from "#client/lib/history-state.ts";
import { useSession } from "#client/lib/session/use-session.ts";
import { trpc } from "#client/lib/trpc.ts";
import { LOGIN } from "#shared/account-messages.ts";
import { isNewPasswordReady } from "#shared/rules/account-fields.ts";
import { safePath } from "#shared/rules/safe-path.ts";
import type { SetupLinkState } from "#shared/schemas/site.ts";
import { SETUP } from "#shared/setup-messages.ts";
import { ClaimScreen } from "./claim-screen.tsx";
import { LoginScreen } from "./login-screen.tsx";
import { ResetPasswordScreen } from "./lost-access.tsx";
import { ConfirmBrowserScreen, EndSessionsScreen } from "./mailed-act.tsx";
import { EMPTY_REGISTRATION, LABELS, PersonFields, registration } from "./register-form.tsx";
import { RegisterScreen } from "./register-screen.tsx";
import { VerifyEmailScreen } from "./verify-email-screen.tsx";

export { ConfirmAddress, RevertAddress } from "./mailed-act.tsx";
export { KeepFactor, LostFactor } from "./lost-access.tsx";
export { ForgotPasswordScreen, ResendScreen } from "./mail-requests.tsx";
export { VerifyScreen } from "./verify-screen.tsx";

/** Where the first Admin goes on. */
const AFTERWARDS = "/member/admin/setup";

type FirstAdminProps = { token: string; onCreated: (email: string) => void };

const FirstAdmin = ({ token, onCreated }: FirstAdminProps) => {
  const form = useForm({
    schema: registration,
    initial: EMPTY_REGISTRATION,
    labels: LABELS,
    renamed: RENAMED,
  });
  const create = trpc.setup.createAdmin.useMutation({
    gcTime: 0,
    onSuccess: ({ email }) => onCreated(email),
    onError: (error) => form.refuse(error, sendProblem(error, SETUP.failed)),
  });
  const submit = form.submit(({ confirmation, ...person }) =>
    create.mutate({ ...person, confirmPassword: confirmation, token }),
  );
  return (
    <form method="post" noValidate onSubmit={submit} className="grid gap-5">
      <PersonFields form={form} />
      <NewPasswordFields
        value={form.values}
        onChange={form.set}
        passwordRef={form.focusOf("password")}
        isRefused={form.isWrong("password")}
      />
      <FormProblem problem={form.problem}>
        {form.problem?.code === "email_in_use" && (
          <p className="text-[0.95rem] leading-relaxed text-muted">
            {SETUP.emailInUseHint(form.values.email)}
          </p>
        )}
      </FormProblem>
      <Button
        type="submit"
        size="lg"
        className="w-full"
        isBusy={create.isPending}
        disabled={!isNewPasswordReady(form.values)}
      >
        {SETUP.create}
      </Button>
    </form>
  );
};

const Refused = ({ state }: { state: Exclude<SetupLinkState, "open"> }) => (
  <div className="grid gap-5">
    <Alert kind={state === "missing" ? "info" : "error"}>{SETUP.refused[state]}</Alert>
    {state === "done" && <p className="leading-relaxed text-pretty text-muted">{SETUP.doneHint}</p>}
    <Button asChild size="lg">
      {state === "done" ? <Link to="/login">{SETUP.logIn}</Link> : <Link to="/">{SETUP.home}</Link>}
    </Button>
  </div>
);

type SetupScreenProps = {
  /** Of the link that the command printed; null where the address has none. */
  token: string | null;
  /** Called once the token can do nothing more. */
  onSpent: () => void;
};

/** Where the link of `lynxden setup` leads: the account of the first Admin [SETUP-02]. */
const SetupScreen = ({ token, onSpent }: SetupScreenProps) => {
  const [created, setCreated] = useState<string | null>(null);
  const link = trpc.setup.link.useQuery({ token }, { enabled: created === null, gcTime: 0 });
  if (created !== null)
    return (
      <AuthFrame title={SETUP.title}>
        <Outcome>
          <Alert kind="success">{SETUP.created(created)}</Alert>
          <p className="leading-relaxed text-pretty text-muted">{SETUP.createdHint}</p>
          <Button asChild size="lg">
            <Link to="/login" search={{ redirect: AFTERWARDS }} state={{ email: created }} replace>
              {SETUP.goOn}
            </Link>
          </Button>
        </Outcome>
      </AuthFrame>
    );
  const state = link.data?.state;
  return (
    <AuthFrame
      title={state === "open" ? SETUP.title : SETUP.closedTitle}
      text={state === "open" ? SETUP.text : undefined}
    >
      {link.isPending && (
        <div aria-busy className="grid gap-5">
          <p className="sr-only">{SETUP.checking}</p>
          <Skeleton className="h-20 w-full" />
          <Skeleton className="h-64 w-full" />
        </div>
      )}
      {link.isError && (
        <div className="grid gap-5">
          <Alert kind="error">{sendProblem(link.error, SETUP.unchecked).sentence}</Alert>
          <Button size="lg" isBusy={link.isFetching} onClick={() => void link.refetch()}>
            Try again
          </Button>
        </div>
      )}
      {state === "open" && token !== null && (
        <FirstAdmin
          token={token}
          onCreated={(email) => {
            setCreated(email);
            onSpent();
          }}
        />
      )}
      {state !== undefined && state !== "open" && <Refused state={state} />}
    </AuthFrame>
  );
};

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
