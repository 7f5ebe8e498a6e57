import { ExternalLink, Plug } from "lucide-react";
import { useId, useState } from "react";
import { Alert } from "#client/components/ui/alert.tsx";
import { Button } from "#client/components/ui/button.tsx";
import { Field, Input } from "#client/components/ui/field.tsx";
import { sendProblem } from "#client/lib/api-error.ts";
import { useSession } from "#client/lib/session/use-session.ts";
import { useSite } from "#client/lib/site.ts";
import { trpc } from "#client/lib/trpc.ts";
import { callbackPath, LENGTHS } from "#shared/constants/accounts.ts";
import { TEBEX_WEBHOOK_PATH, type TriedProvider } from "#shared/constants/setup.ts";
import {
  ADDRESS_NAMES,
  PROVIDER_PAGES,
  PROVIDER_STEPS,
  SETUP_WIZARD,
  TRIALS,
  VARIABLES,
} from "#shared/setup-wizard-messages.ts";
import { CopyLine, Part, TrialResult } from "./parts.tsx";

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
