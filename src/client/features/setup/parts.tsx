import { Check, Copy } from "lucide-react";
import { type ReactNode, useState } from "react";
import { Button } from "#client/components/ui/button.tsx";
import { copyText } from "#client/lib/clipboard.ts";
import { toast } from "#client/lib/toast.ts";
import { MESSAGES } from "#shared/messages.ts";
import type { TrialOutcome } from "#shared/schemas/setup.ts";
import { SETUP_WIZARD, TRIALS } from "#shared/setup-wizard-messages.ts";

type PartProps = { title: string; children: ReactNode };

/** A part of a step, under a small heading. */
export const Part = ({ title, children }: PartProps) => (
  <div className="grid grid-cols-1 gap-2">
    <h3 className="font-sans text-base font-semibold text-ink">{title}</h3>
    {children}
  </div>
);

type CopyLineProps = {
  /** What it is, for the button: "Redirect address". */
  name: string;
  /** One line or several, to be copied as they are. */
  text: string;
};

/** A text to be pasted elsewhere, with its button. */
export const CopyLine = ({ name, text }: CopyLineProps) => {
  const [isCopied, setIsCopied] = useState(false);
  const copy = async () => {
    if (await copyText(text)) {
      setIsCopied(true);
      toast("success", MESSAGES.copied, "admin");
    } else toast("error", SETUP_WIZARD.copyRefused, "admin");
  };
  const Icon = isCopied ? Check : Copy;
  return (
    <div className="flex items-start gap-2 rounded-lg border border-ground-600 bg-ground-950/60 py-2 pr-2 pl-3.5">
      <code className="min-w-0 flex-1 self-center font-mono text-sm leading-relaxed break-all whitespace-pre-wrap text-ink select-all">
        {text}
      </code>
      <Button
        variant="ghost"
        size="sm"
        className="h-11 w-11 shrink-0 px-0"
        title={SETUP_WIZARD.copy(name)}
        onClick={() => void copy()}
      >
        <Icon aria-hidden />
        <span className="sr-only">{SETUP_WIZARD.copy(name)}</span>
      </Button>
    </div>
  );
};

type TrialResultProps = {
  outcome: TrialOutcome;
  /** What is said where all is well. */
  taken: string;
};

/** What a trial has shown. */
export const TrialResult = ({ outcome: { failure, answer }, taken }: TrialResultProps) => (
  <div className="rounded-lg border border-ground-700 bg-ground-950/40 p-3.5 text-sm">
    <p className="flex items-start gap-2 font-semibold text-pretty text-ink">
      <span
        aria-hidden
        className={`hexagon mt-1 h-[11px] w-[10px] shrink-0 ${failure === null ? "bg-moss" : "bg-ember"}`}
      />
      {failure === null ? taken : TRIALS.failures[failure]}
    </p>
    {answer !== null && (
      <p className="mt-1 wrap-anywhere text-muted">
        {TRIALS.answered} {answer}
      </p>
    )}
  </div>
);
