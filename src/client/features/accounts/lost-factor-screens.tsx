import { Link } from "@tanstack/react-router";
import { ShieldCheck, ShieldOff } from "lucide-react";
import type { ReactNode } from "react";
import { type EmblemIcon, StepPanel } from "#client/components/step-panel.tsx";
import { Alert } from "#client/components/ui/alert.tsx";
import { Button } from "#client/components/ui/button.tsx";
import { mayRecover, sendProblem } from "#client/lib/api-error.ts";
import { takeFocus } from "#client/lib/form.ts";
import { useHistoryState } from "#client/lib/history-state.ts";
import { exactTime } from "#client/lib/time.ts";
import { trpc } from "#client/lib/trpc.ts";
import { ACCOUNT_SCREENS } from "#shared/account-messages.ts";
import { LOST_FACTOR } from "#shared/factor-messages.ts";
import { MESSAGES } from "#shared/messages.ts";
import { TITLES } from "#shared/title-messages.ts";

type AskedProps = {
  icon: EmblemIcon;
  title: string;
  text: string;
  action: string;
  /** Of the mail; null is one that the address lacks. */
  code: string | null;
  missing: string;
  call: { isPending: boolean; isSuccess: boolean; error: unknown };
  onPress: (code: string) => void;
  /** What is said once it is done. */
  done: ReactNode;
};

/** Asks before a mail's link does something: programs that look through mails open links too. */
const Asked = ({ icon, title, text, action, code, missing, call, onPress, done }: AskedProps) => {
  const hasFailed = call.error !== null;
  const failure = hasFailed ? sendProblem(call.error, MESSAGES.unexpected).sentence : null;
  const problem = code === null && !call.isSuccess ? missing : failure;
  const mayHelp = code !== null && (!hasFailed || mayRecover(call.error));
  if (call.isSuccess)
    return (
      <StepPanel icon={icon} kind="good" title={title}>
        <output
          ref={takeFocus}
          tabIndex={-1}
          className="block text-lg text-pretty text-ink outline-none"
        >
          {done}
        </output>
        <Button asChild size="lg">
          <Link to="/login" replace>
            {ACCOUNT_SCREENS.goToLogin}
          </Link>
        </Button>
      </StepPanel>
    );
  return (
    <StepPanel icon={icon} kind={problem === null ? "wait" : "bad"} title={title}>
      {problem === null ? (
        <p className="text-lg text-pretty text-muted">{text}</p>
      ) : (
        <Alert kind="error" className="text-left">
          {problem}
        </Alert>
      )}
      <div className="flex flex-wrap justify-center gap-3">
        {mayHelp && (
          <Button size="lg" isBusy={call.isPending} onClick={() => code !== null && onPress(code)}>
            {problem === null ? action : "Try again"}
          </Button>
        )}
        {problem !== null && (
          <Button asChild size="lg" variant={mayHelp ? "outline" : "primary"}>
            <Link to="/login" replace>
              {ACCOUNT_SCREENS.backToLogin}
            </Link>
          </Button>
        )}
      </div>
    </StepPanel>
  );
};

/** Where the link of a mail leads that begins the removal of a lost second factor. */
export const LostFactor = () => {
  const [code, forget] = useHistoryState("secret");
  const begin = trpc.factors.beginReset.useMutation({ onSuccess: forget });
  return (
    <Asked
      icon={ShieldOff}
      title={TITLES.lostFactor}
      text={LOST_FACTOR.beginText}
      action={LOST_FACTOR.begin}
      code={code}
      missing={LOST_FACTOR.codeInvalid}
      call={begin}
      onPress={(given) => begin.mutate({ code: given })}
      done={begin.isSuccess && LOST_FACTOR.begun(exactTime(new Date(begin.data.endsAt)))}
    />
  );
};

/** Where the link of a mail leads that stops it. */
export const KeepFactor = () => {
  const [code, forget] = useHistoryState("secret");
  const stop = trpc.factors.stopReset.useMutation({ onSuccess: forget });
  return (
    <Asked
      icon={ShieldCheck}
      title={TITLES.keepFactor}
      text={LOST_FACTOR.keepText}
      action={LOST_FACTOR.keep}
      code={code}
      missing={LOST_FACTOR.stopInvalid}
      call={stop}
      onPress={(given) => stop.mutate({ code: given })}
      done={
        <>
          {stop.data} {LOST_FACTOR.newPassword}{" "}
          <Link to="/forgot-password" className="font-semibold text-accent hover:underline">
            {ACCOUNT_SCREENS.setPassword}
          </Link>
        </>
      }
    />
  );
};
