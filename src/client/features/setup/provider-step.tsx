import { Check, Copy, ExternalLink, Plug } from "lucide-react";
import { type ReactNode, useId, useState } from "react";
import { Alert } from "#client/components/ui/alert.tsx";
import { Button } from "#client/components/ui/button.tsx";
import { Field, Input } from "#client/components/ui/field.tsx";
import { sendProblem } from "#client/lib/api-error.ts";
import { copyText } from "#client/lib/clipboard.ts";
import { useSession } from "#client/lib/session/use-session.ts";
import { useSite } from "#client/lib/site.ts";
import { toast } from "#client/lib/toast.ts";
import { trpc } from "#client/lib/trpc.ts";
import { callbackPath, LENGTHS } from "#shared/constants/accounts.ts";
import { TEBEX_WEBHOOK_PATH, type TriedProvider } from "#shared/constants/setup.ts";
import { MESSAGES } from "#shared/messages.ts";
import type { TrialOutcome } from "#shared/schemas/site.ts";
import {
  ADDRESS_NAMES,
  PROVIDER_PAGES,
  PROVIDER_STEPS,
  SETUP_WIZARD,
  TRIALS,
  VARIABLES,
} from "#shared/setup-wizard-messages.ts";

type PartProps = { title: string; children: ReactNode };

/** A part of a step, under a small heading. */
const Part = ({ title, children }: PartProps) => (
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
const CopyLine = ({ name, text }: CopyLineProps) => {
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
const TrialResult = ({ outcome: { failure, answer }, taken }: TrialResultProps) => (
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

/** What has to be entered at a provider: exactly what this site says and answers there. */
const addressesOf = (
  provider: TriedProvider,
  publicUrl: string,
): { name: string; text: string }[] => {
  switch (provider) {
    case "discord":
    case "epic":
      return [{ name: ADDRESS_NAMES.redirect, text: `${publicUrl}${callbackPath(provider)}` }];
    case "microsoft":
      return [{ name: ADDRESS_NAMES.redirect, text: `${publicUrl}${callbackPath("minecraft")}` }];
    case "steam":
      return [{ name: ADDRESS_NAMES.domain, text: new URL(publicUrl).hostname }];
    default:
      return [{ name: ADDRESS_NAMES.webhook, text: `${publicUrl}${TEBEX_WEBHOOK_PATH}` }];
  }
};

const Instructions = ({ of }: { of: TriedProvider | "mail" }) => (
  <ol className="grid list-decimal gap-1.5 pl-5 leading-relaxed text-muted marker:font-semibold marker:text-accent">
    {PROVIDER_STEPS[of].map((text) => (
      <li key={text} className="pl-1 text-pretty">
        {text}
      </li>
    ))}
  </ol>
);

const Variables = ({ of }: { of: TriedProvider | "mail" }) => (
  <Part title={SETUP_WIZARD.variables}>
    <CopyLine name={SETUP_WIZARD.variables} text={VARIABLES[of].join("\n")} />
    <p className="text-sm text-pretty text-muted">{SETUP_WIZARD.variablesHint}</p>
  </Part>
);

type TestButtonProps = { isBusy: boolean; label: string };

const TestButton = ({ isBusy, label }: TestButtonProps) => (
  <Button type="submit" isBusy={isBusy}>
    <Plug aria-hidden />
    {label}
  </Button>
);

type ProviderStepProps = { provider: TriedProvider; isConfigured: boolean };

/** What to create at a provider, what to enter there and here, and whether it works. */
export const ProviderStep = ({ provider, isConfigured }: ProviderStepProps) => {
  const { publicUrl } = useSite();
  const attempt = trpc.setup.tryProvider.useMutation();
  const { label, url } = PROVIDER_PAGES[provider];
  const { data, error, isPending } = attempt;
  const taken =
    provider === "tebex" && data?.failure === null
      ? `${TRIALS.taken.tebex} ${TRIALS.packages(data.answer ?? "0")}`
      : TRIALS.taken[provider];
  return (
    <>
      <Part title={SETUP_WIZARD.create}>
        <Instructions of={provider} />
        <a
          href={url}
          target="_blank"
          rel="noreferrer"
          className="inline-flex min-h-6 items-center gap-1.5 justify-self-start font-semibold text-accent underline-offset-4 hover:underline"
        >
          {label}
          <ExternalLink className="size-4" aria-hidden />
        </a>
      </Part>
      <Part title={SETUP_WIZARD.addresses}>
        {addressesOf(provider, publicUrl).map((address) => (
          <CopyLine key={address.name} {...address} />
        ))}
      </Part>
      <Variables of={provider} />
      <form
        className="grid grid-cols-1 gap-3"
        onSubmit={(event) => {
          event.preventDefault();
          attempt.mutate({ provider });
        }}
      >
        {isConfigured ? (
          <div>
            <TestButton
              isBusy={isPending}
              label={data === undefined ? SETUP_WIZARD.test : SETUP_WIZARD.testAgain}
            />
          </div>
        ) : (
          <Alert kind="info">{SETUP_WIZARD.restart}</Alert>
        )}
        <output className="block empty:hidden">
          {data !== undefined && !isPending && (
            <TrialResult
              outcome={data.failure === null ? { failure: null, answer: null } : data}
              taken={taken}
            />
          )}
          {error !== null && !isPending && (
            <Alert kind="error">{sendProblem(error, SETUP_WIZARD.testFailed).sentence}</Alert>
          )}
        </output>
      </form>
    </>
  );
};

/** The mail server: what is set, and a mail that shows whether it takes any. */
export const MailStep = ({ isConfigured }: { isConfigured: boolean }) => {
  const user = useSession();
  const attempt = trpc.setup.sendTrialMail.useMutation();
  const [email, setEmail] = useState(user?.email ?? "");
  const { data, error, isPending } = attempt;
  const id = useId();
  return (
    <>
      <Part title={SETUP_WIZARD.create}>
        <Instructions of="mail" />
      </Part>
      <Variables of="mail" />
      <form
        noValidate
        aria-labelledby={id}
        className="grid grid-cols-1 gap-3"
        onSubmit={(event) => {
          event.preventDefault();
          attempt.mutate({ email });
        }}
      >
        <h3 id={id} className="font-sans text-base font-semibold text-ink">
          {TRIALS.send}
        </h3>
        {isConfigured ? (
          <div className="flex flex-wrap items-end gap-3">
            <Field label={TRIALS.sendTo} className="min-w-0 flex-1 basis-64">
              {(control) => (
                <Input
                  {...control}
                  type="email"
                  autoComplete="email"
                  maxLength={LENGTHS.email}
                  value={email}
                  onChange={({ target }) => setEmail(target.value)}
                />
              )}
            </Field>
            <TestButton isBusy={isPending} label={TRIALS.send} />
          </div>
        ) : (
          <Alert kind="info">{SETUP_WIZARD.restart}</Alert>
        )}
        <output className="block empty:hidden">
          {data !== undefined && !isPending && (
            <TrialResult outcome={data} taken={TRIALS.taken.mail} />
          )}
          {error !== null && !isPending && (
            <Alert kind="error">{sendProblem(error, SETUP_WIZARD.testFailed).sentence}</Alert>
          )}
        </output>
      </form>
    </>
  );
};
