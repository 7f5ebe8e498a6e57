import { Link, useRouter } from "@tanstack/react-router";
import { MailWarning } from "lucide-react";
import { useEffect, useEffectEvent, useRef, useState } from "react";
import { AuthFrame, TEXT_LINK } from "#client/components/auth-frame.tsx";
import { Page } from "#client/components/page.tsx";
import { Emblem } from "#client/components/panels.tsx";
import { PasskeyButton } from "#client/components/passkey-button.tsx";
import { Alert } from "#client/components/ui/alert.tsx";
import { Button } from "#client/components/ui/button.tsx";
import {
  Dialog,
  DialogContent,
  DialogDescription,
  DialogTitle,
} from "#client/components/ui/dialog.tsx";
import { ownProblem, sendProblem } from "#client/lib/api-error.ts";
import { cn } from "#client/lib/cn.ts";
import { takeFocus } from "#client/lib/form.ts";
import { forgetWayBack, readWayBack } from "#client/lib/history-state.ts";
import { isPreview } from "#client/lib/preview.ts";
import { useSession } from "#client/lib/session/use-session.ts";
import { useSite } from "#client/lib/site.ts";
import { useAfter } from "#client/lib/time.ts";
import { toast, useNotice } from "#client/lib/toast.ts";
import { trpc } from "#client/lib/trpc.ts";
import {
  ACCOUNT_SCREENS,
  LOGIN,
  VERIFICATION,
  VERIFY_SCREEN,
  WITHOUT_MAIL,
} from "#shared/account-messages.ts";
import { LOGIN_REDIRECT_MS } from "#shared/constants/time.ts";
import { PASSKEY_LOGIN, SECOND_STEP } from "#shared/factor-messages.ts";
import type { SignedByPasskey } from "#shared/schemas/passkeys.ts";
import { TICKETS } from "#shared/ticket-messages.ts";
import { DiscordLogin, LoginForm, useLogin } from "./login-form.tsx";
import { ResendForm, useHandedEmail, WithoutMail } from "./mail-requests.tsx";
import { NightRun } from "./night-run.tsx";
import { SecondStep, useFieldPasskeys } from "./second-step.tsx";

type PasskeyLoginProps = {
  /** The form waits for somebody to log in. */
  isForm: boolean;
  isBusy: boolean;
  onSigned: (response: SignedByPasskey) => void;
};

/** Instead of address and password: by the button, or by what the browser offers in the field. */
const PasskeyLogin = ({ isForm, isBusy, onSigned }: PasskeyLoginProps) => {
  const { client } = trpc.useUtils();
  const [isAsking, setIsAsking] = useState(false);
  useFieldPasskeys(isForm && !isAsking, onSigned);
  return (
    <div className="grid gap-5">
      <p
        aria-hidden
        className="flex items-center gap-4 text-sm text-faint before:h-px before:flex-1 before:bg-ground-700 after:h-px after:flex-1 after:bg-ground-700"
      >
        {PASSKEY_LOGIN.or}
      </p>
      <PasskeyButton
        request={() => client.passkeys.requestLogin.mutate()}
        isBusy={isBusy}
        onAsking={setIsAsking}
        onSigned={onSigned}
      />
    </div>
  );
};

const STYLE = `@keyframes wr-fill{from{transform:scaleX(0)}}
.wr-fill{transform-origin:0 50%;animation:wr-fill ${LOGIN_REDIRECT_MS}ms linear both}`;

/** The path alone: what is fetched ahead is the same for every query. */
const pathOf = (address: string) => new URL(address, window.location.origin).pathname;

type WelcomeRunProps = {
  name: string;
  /** A path on this site. */
  wayOn: string;
};

/** The lynx runs ahead for three seconds while the next screen is fetched. */
const WelcomeRun = ({ name, wayOn }: WelcomeRunProps) => {
  const router = useRouter();
  const title = useRef<HTMLHeadingElement>(null);
  const begin = useEffectEvent(() => {
    title.current?.focus({ preventScroll: true });
    // A screen that cannot be fetched now says so itself when it is opened.
    router.preloadRoute({ to: pathOf(wayOn) }).catch(() => undefined);
  });
  useEffect(() => begin(), []);
  useAfter(LOGIN_REDIRECT_MS, () => router.history.replace(wayOn));
  return (
    <Page className="flex flex-col overflow-hidden">
      <style>{STYLE}</style>
      <NightRun className="h-[66dvh] shrink-0" />
      <div className="flex flex-1 flex-col items-center gap-5 px-6 pt-6 pb-10 text-center">
        <h1
          ref={title}
          tabIndex={-1}
          className="headline text-5xl wrap-anywhere outline-none md:text-7xl"
        >
          Welcome, {name}
        </h1>
        <div aria-hidden className="h-1 w-48 overflow-hidden rounded-full bg-ground-700">
          <div className="wr-fill h-full bg-accent" />
        </div>
      </div>
    </Page>
  );
};

/** Where a second factor is set up. */
const SET_UP = "/member/accountsettings?tab=Security";

/** What is guarded, and why one has to log in for it; the first that fits. */
const REASONS = [
  ["/member/tickets/new-ticket", TICKETS.signInToCreate],
  ["/member", LOGIN.openMemberArea],
  ["/shop/cart", LOGIN.openCart],
  ["/shop", LOGIN.openShop],
] as const;

/** Why somebody has to log in for where they wanted to go, where that is guarded [SESS-18]. */
const reasonOf = (asked: string): string | null => {
  const [path] = asked.split(/[?#]/u);
  return REASONS.find(([guarded]) => `${path}/`.startsWith(`${guarded}/`))?.[1] ?? null;
};

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

type BrowserLinkProps = {
  email: string;
  /** What the mail is good for, where that was not said yet. */
  hint: string | null;
};

/** Offers a mail that makes this browser known to the account, where others guess its password. */
const BrowserLink = ({ email, hint }: BrowserLinkProps) => {
  const { hasMail } = useSite();
  const ask = trpc.accounts.requestBrowserLink.useMutation();

  if (!hasMail) return <WithoutMail>{WITHOUT_MAIL.browser}</WithoutMail>;
  if (ask.isSuccess)
    return (
      <div ref={takeFocus} tabIndex={-1} className="outline-none">
        <Alert kind="success">{ask.data}</Alert>
      </div>
    );
  return (
    <div className="grid gap-3">
      {hint !== null && <p className="leading-relaxed text-muted">{hint}</p>}
      {ask.isError && (
        <Alert kind="error">{sendProblem(ask.error, LOGIN.linkFailed).sentence}</Alert>
      )}
      <Button
        size="lg"
        variant="outline"
        isBusy={ask.isPending}
        onClick={() => ask.mutate({ email })}
      >
        {LOGIN.mailLink}
      </Button>
    </div>
  );
};

type LoginScreenProps = {
  /** A path on this site: where the person wanted to go; null where nowhere in particular. */
  asked: string | null;
  /** The account that is signed in may not go there. */
  isLacking: boolean;
};

/** Lets people in and leads them to where they wanted to go [SESS-17]. */
export const LoginScreen = ({ asked, isLacking }: LoginScreenProps) => {
  // What was asked for before a registration outlives it, unless somebody asks for something else.
  const [wanted] = useState(() => asked ?? readWayBack());
  const wayBack = wanted ?? "/member";
  const { history } = useRouter();
  const { texts, hasDiscord } = useSite();
  const user = useSession();
  const { client } = trpc.useUtils();
  const { state, login, loginWithDiscord, loginWithPasskey, takeSecondStep, backToForm } =
    useLogin();
  const email = useHandedEmail();
  const form = useRef<HTMLDivElement>(null);

  const goOn = useEffectEvent(() => history.replace(wayBack));
  // Signed in before, or meanwhile in another tab; who has just logged in here sees the lynx run, and
  // who looks at drafts the form.
  const isThrough =
    user != null &&
    !isPreview() &&
    (state.step === "welcome"
      ? state.user.id !== user.id
      : !isLacking && state.step !== "busy" && !(state.step === "second" && state.isBusy));
  const isUnknown = user === undefined && state.step === "form";
  const isWelcome = state.step === "welcome";
  useEffect(() => {
    if (isWelcome) forgetWayBack();
  }, [isWelcome]);
  useEffect(() => {
    if (isThrough) goOn();
  }, [isThrough]);

  // Signed out meanwhile, here or elsewhere: there is nobody left to welcome.
  const isGone = state.step === "welcome" && user === null;
  useEffect(() => {
    if (isGone) backToForm();
  }, [isGone, backToForm]);

  if (state.step === "welcome" && !isGone && !isThrough)
    return (
      <WelcomeRun
        name={state.user.firstName}
        // Whoever wants nothing in particular is led to what their permissions wait for [FACTOR-11].
        wayOn={state.user.needsSecondFactor === true ? (wanted ?? SET_UP) : wayBack}
      />
    );
  return (
    <AuthFrame
      title="Welcome Back"
      text={texts.login}
      footer={
        <>
          New here?{" "}
          <Link to="/register" search={{ redirect: asked ?? undefined }} className={TEXT_LINK}>
            {ACCOUNT_SCREENS.createAccount}
          </Link>
        </>
      }
    >
      <div
        ref={form}
        className={
          isThrough ? "invisible" : cn("grid gap-5", isUnknown && "in-data-session:invisible")
        }
      >
        <Notice reason={asked === null || isLacking ? null : reasonOf(asked)} />
        {isLacking && (
          <Alert kind="info" role="alert">
            {LOGIN.rolesLacking}
          </Alert>
        )}
        {state.step === "second" && (
          <SecondStep
            key={state.pending.ticket}
            pending={state.pending}
            isBusy={state.isBusy}
            problem={state.problem}
            onCode={(code) =>
              void takeSecondStep(state.pending, () =>
                client.factors.takeSecondStep.mutate({ ticket: state.pending.ticket, code }),
              )
            }
            onOver={() => backToForm(ownProblem(SECOND_STEP.runOut))}
            onLeave={() => backToForm()}
          >
            {state.pending.ways.includes("passkey") && (
              <PasskeyButton
                request={() => client.passkeys.requestLogin.mutate()}
                isBusy={state.isBusy}
                onSigned={(response) =>
                  void takeSecondStep(state.pending, () =>
                    client.passkeys.takeSecondStep.mutate({
                      ticket: state.pending.ticket,
                      response,
                    }),
                  )
                }
              />
            )}
          </SecondStep>
        )}
        {state.step !== "second" && (
          <>
            <LoginForm
              // Whoever is here after somebody has logged in and out again may be another.
              email={state.step === "welcome" ? "" : (email ?? "")}
              isBusy={state.step === "busy"}
              problem={state.step === "form" ? state.problem : null}
              onSubmit={(credentials) => void login(credentials)}
            />
            <PasskeyLogin
              isForm={user === null && state.step === "form"}
              isBusy={state.step === "busy"}
              onSigned={(response) => void loginWithPasskey(response)}
            />
            {hasDiscord && (
              <DiscordLogin
                isBusy={state.step === "busy"}
                onProven={(discordId) => void loginWithDiscord(discordId)}
              />
            )}
          </>
        )}
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
          onClose={() => backToForm()}
          onClosed={() => form.current?.querySelector<HTMLElement>("[type=submit]")?.focus()}
        />
      )}
    </AuthFrame>
  );
};

type UnverifiedDialogProps = {
  email: string;
  onClose: () => void;
  /** Puts the focus back to where the person goes on. */
  onClosed: () => void;
};

/** Tells who logs in too early what is missing, and sends the mail again [SESS-15]. */
const UnverifiedDialog = ({ email, onClose, onClosed }: UnverifiedDialogProps) => {
  const { hasMail } = useSite();
  return (
    <Dialog open onOpenChange={onClose}>
      <DialogContent
        className="max-w-lg"
        onCloseAutoFocus={(event) => {
          event.preventDefault();
          onClosed();
        }}
      >
        <div className="grid gap-5 overflow-y-auto p-6 sm:p-8">
          <Emblem icon={MailWarning} kind="wait" />
          <DialogTitle className="headline pr-8 text-4xl">{LOGIN.unverifiedTitle}</DialogTitle>
          <DialogDescription className="leading-relaxed text-pretty text-muted">
            {hasMail ? LOGIN.unverifiedText : WITHOUT_MAIL.unverified}
          </DialogDescription>
          {hasMail && (
            <ResendForm
              email={email}
              failure={VERIFICATION.resendFailed}
              onSent={() => {
                toast("success", VERIFICATION.resent);
                onClose();
              }}
            />
          )}
          <p className="text-[0.95rem] text-muted">
            {VERIFY_SCREEN.wrongAddress}{" "}
            <Link to="/verify" state={{ email }} className={TEXT_LINK}>
              {VERIFY_SCREEN.change}
            </Link>
          </p>
        </div>
      </DialogContent>
    </Dialog>
  );
};
