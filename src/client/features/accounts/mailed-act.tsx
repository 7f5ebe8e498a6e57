import type { LucideIcon } from "lucide-react";
import type { ReactNode } from "react";
import { StepPanel } from "#client/components/step-panel.tsx";
import { Alert } from "#client/components/ui/alert.tsx";
import { Button } from "#client/components/ui/button.tsx";
import { mayRecover, sendProblem } from "#client/lib/api-error.ts";
import { takeFocus } from "#client/lib/form.ts";
import { MESSAGES } from "#shared/messages.ts";

export type MailedActProps = {
  /** Of the mail; null is one that the address lacks. */
  code: string | null;
  /** Called once the code can do nothing more. */
  onSpent: () => void;
};

/** What a call does with the code: for its `useMutation`. */
export const spending = (onSpent: () => void) => ({
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
export const MailedAct = ({
  code,
  act,
  title,
  texts,
  icons,
  onward,
  besides,
  instead,
}: PanelProps) => {
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
