import { Link } from "@tanstack/react-router";
import {
  LogOut,
  type LucideIcon,
  MailCheck,
  MailX,
  Monitor,
  MonitorCheck,
  MonitorX,
  ShieldAlert,
  ShieldCheck,
  Undo2,
} from "lucide-react";
import type { ReactNode } from "react";
import { StepPanel } from "#client/components/panels.tsx";
import { Alert } from "#client/components/ui/alert.tsx";
import { Button } from "#client/components/ui/button.tsx";
import { mayRecover, sendProblem } from "#client/lib/api-error.ts";
import { takeFocus } from "#client/lib/form.ts";
import { useHistoryState } from "#client/lib/history-state.ts";
import { useSession } from "#client/lib/session/use-session.ts";
import { trpc } from "#client/lib/trpc.ts";
import { ACCOUNT_SCREENS, LOGIN } from "#shared/account-messages.ts";
import { ADDRESS, ADDRESS_SCREEN } from "#shared/address-messages.ts";
import { END_SESSIONS } from "#shared/factor-messages.ts";
import { MESSAGES, TITLES } from "#shared/messages.ts";

type MailedActProps = {
  /** Of the mail; null is one that the address lacks. */
  code: string | null;
  /** Called once the code can do nothing more. */
  onSpent: () => void;
};

/** What a call does with the code: for its `useMutation`. */
const spending = (onSpent: () => void) => ({
  onSuccess: onSpent,
  onError: (error: unknown) => {
    if (!mayRecover(error)) onSpent();
  },
});

type Act = {
  isSuccess: boolean;
  isError: boolean;
  isPending: boolean;
  data: string | undefined;
  error: unknown;
  mutate: (input: { code: string }) => void;
};

type PanelProps = {
  code: string | null;
  act: Act;
  title: string;
  /** What is asked, what is on the button, and what is said of a link without a code. */
  texts: { ask: string; action: string; invalid: string };
  icons: { wait: LucideIcon; good: LucideIcon; bad: LucideIcon };
  /** The way on once it is done. */
  onward: ReactNode;
  /** The way on where it failed: beside another try, and where there is none. */
  besides: ReactNode;
  instead: ReactNode;
};

/**
 * Where the link of a mail leads that does something at once. It asks first: programs that look through
 * mails open links too, and would do it.
 */
const MailedAct = ({ code, act, title, texts, icons, onward, besides, instead }: PanelProps) => {
  if (act.isSuccess)
    return (
      <StepPanel icon={icons.good} kind="good" title={title}>
        <output
          ref={takeFocus}
          tabIndex={-1}
          className="block text-lg text-pretty text-ink outline-none"
        >
          {act.data}
        </output>
        {onward}
      </StepPanel>
    );
  const failure = act.isError ? sendProblem(act.error, MESSAGES.unexpected).sentence : null;
  const problem = code === null ? texts.invalid : failure;
  const mayHelp = code !== null && (!act.isError || mayRecover(act.error));
  return (
    <StepPanel
      icon={problem === null ? icons.wait : icons.bad}
      kind={problem === null ? "wait" : "bad"}
      title={title}
    >
      {problem === null && <p className="text-lg text-pretty text-muted">{texts.ask}</p>}
      {problem !== null && (
        <Alert kind="error" className="text-left">
          {problem}
        </Alert>
      )}
      <div className="flex flex-wrap justify-center gap-3">
        {mayHelp && (
          <Button
            size="lg"
            isBusy={act.isPending}
            onClick={() => code !== null && act.mutate({ code })}
          >
            {problem === null ? texts.action : "Try again"}
          </Button>
        )}
        {problem !== null && (mayHelp ? besides : instead)}
      </div>
    </StepPanel>
  );
};

/** To the settings for whoever is logged in here, else to the login. */
const Onward = ({ isQuiet = false }: { isQuiet?: boolean }) => {
  const user = useSession();
  const isIn = user != null;
  return (
    <Button asChild size="lg" variant={isQuiet ? "outline" : "primary"}>
      <Link to={isIn ? "/member/accountsettings" : "/login"} replace>
        {isIn ? ADDRESS_SCREEN.toSettings : ADDRESS_SCREEN.toLogin}
      </Link>
    </Button>
  );
};

const ConfirmAddressScreen = ({ code, onSpent }: MailedActProps) => {
  const utils = trpc.useUtils();
  const { onSuccess, onError } = spending(onSpent);
  const confirm = trpc.accounts.confirmAddress.useMutation({
    onError,
    onSuccess: async () => {
      onSuccess();
      await Promise.all([
        utils.accounts.invalidate(),
        utils.members.profile.invalidate(),
        utils.security.invalidate(),
      ]);
    },
  });
  return (
    <MailedAct
      code={code}
      act={confirm}
      title={confirm.isSuccess ? ADDRESS_SCREEN.confirmedTitle : TITLES.confirmAddress}
      texts={{
        ask: ADDRESS_SCREEN.confirmText,
        action: ADDRESS_SCREEN.confirmAction,
        invalid: ADDRESS.linkInvalid,
      }}
      icons={{ wait: MailCheck, good: MailCheck, bad: MailX }}
      onward={<Onward />}
      besides={<Onward isQuiet />}
      instead={<Onward />}
    />
  );
};

const ToLogin = ({ isQuiet = false }: { isQuiet?: boolean }) => (
  <Button asChild size="lg" variant={isQuiet ? "outline" : "primary"}>
    <Link to="/login" replace>
      {ADDRESS_SCREEN.toLogin}
    </Link>
  </Button>
);

const RevertAddressScreen = ({ code, onSpent }: MailedActProps) => {
  const revert = trpc.accounts.revertAddress.useMutation({ gcTime: 0, ...spending(onSpent) });
  const token = revert.data?.token ?? null;
  return (
    <MailedAct
      code={code}
      act={{ ...revert, data: revert.data?.message }}
      title={revert.isSuccess ? ADDRESS_SCREEN.revertedTitle : TITLES.revertAddress}
      texts={{
        ask: ADDRESS_SCREEN.revertText,
        action: ADDRESS_SCREEN.revertAction,
        invalid: ADDRESS.revertInvalid,
      }}
      icons={{ wait: Undo2, good: ShieldCheck, bad: ShieldAlert }}
      onward={
        token !== null && (
          <Button asChild size="lg">
            <Link to="/reset-password" search={{}} state={{ secret: token }} replace>
              {ADDRESS_SCREEN.setPassword}
            </Link>
          </Button>
        )
      }
      besides={<ToLogin isQuiet />}
      instead={<ToLogin />}
    />
  );
};

/** Where the link in the mail to a new address leads. */
export const ConfirmAddress = () => {
  const [code, forgetCode] = useHistoryState("secret");
  return <ConfirmAddressScreen key={code} code={code} onSpent={forgetCode} />;
};

/** Where the link in the mail to a former address leads. */
export const RevertAddress = () => {
  const [code, forgetCode] = useHistoryState("secret");
  return <RevertAddressScreen key={code} code={code} onSpent={forgetCode} />;
};

const LoginLink = ({ label, isQuiet = false }: { label: string; isQuiet?: boolean }) => (
  <Button asChild size="lg" variant={isQuiet ? "outline" : "primary"}>
    <Link to="/login" replace>
      {label}
    </Link>
  </Button>
);

/** Where the link of a mail leads that makes a browser known. */
export const ConfirmBrowserScreen = ({ code, onSpent }: MailedActProps) => (
  <MailedAct
    code={code}
    act={trpc.accounts.confirmBrowser.useMutation(spending(onSpent))}
    title={TITLES.confirmBrowser}
    texts={{
      ask: LOGIN.browserText,
      action: LOGIN.confirmBrowser,
      invalid: LOGIN.browserCodeInvalid,
    }}
    icons={{ wait: Monitor, good: MonitorCheck, bad: MonitorX }}
    onward={<LoginLink label={ACCOUNT_SCREENS.goToLogin} />}
    besides={<LoginLink label={ACCOUNT_SCREENS.backToLogin} isQuiet />}
    instead={<LoginLink label={ACCOUNT_SCREENS.backToLogin} />}
  />
);

const ToNewPassword = ({ isQuiet = false }: { isQuiet?: boolean }) => (
  <Button asChild size="lg" variant={isQuiet ? "outline" : "primary"}>
    <Link to="/forgot-password" replace>
      {END_SESSIONS.setPassword}
    </Link>
  </Button>
);

/** Where the link of a security mail leads: it logs the account out everywhere. */
export const EndSessionsScreen = ({ code, onSpent }: MailedActProps) => (
  <MailedAct
    code={code}
    act={trpc.security.endSessions.useMutation(spending(onSpent))}
    title={TITLES.endSessions}
    texts={{
      ask: END_SESSIONS.text,
      action: END_SESSIONS.action,
      invalid: END_SESSIONS.linkInvalid,
    }}
    icons={{ wait: LogOut, good: ShieldCheck, bad: ShieldAlert }}
    onward={<ToNewPassword />}
    besides={<ToNewPassword isQuiet />}
    instead={<ToNewPassword />}
  />
);
