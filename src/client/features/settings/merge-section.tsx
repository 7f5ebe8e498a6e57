import { type FormEvent, type ReactNode, useState } from "react";
import { PasskeyButton } from "#client/components/passkey-button.tsx";
import { Alert } from "#client/components/ui/alert.tsx";
import { Button } from "#client/components/ui/button.tsx";
import {
  Dialog,
  DialogContent,
  DialogDescription,
  DialogTitle,
} from "#client/components/ui/dialog.tsx";
import { Checkbox, Field, Input, Label, PasswordInput } from "#client/components/ui/field.tsx";
import { messageOf, secondStepOf } from "#client/lib/api-error.ts";
import { exactTime } from "#client/lib/time.ts";
import { toast } from "#client/lib/toast.ts";
import { trpc } from "#client/lib/trpc.ts";
import { LENGTHS, type Platform, PLATFORM_NAMES } from "#shared/constants/accounts.ts";
import { MERGING } from "#shared/rights-messages.ts";
import { pointsText } from "#shared/rules/format.ts";
import type { MergePreview } from "#shared/schemas/administration.ts";
import type { SignedByPasskey } from "#shared/schemas/passkeys.ts";
import { SettingsSection } from "./section.tsx";

/** A merge as its person has seen it, with what proves the other account. */
type Previewed = { otherToken: string; code: string | undefined; preview: MergePreview };

type Step =
  | { name: "login" }
  | { name: "code"; ticket: string }
  | { name: "mailedCode"; otherToken: string; mailedTo: string }
  | ({ name: "preview" } & Previewed);

const Form = ({
  children,
  action,
  isBusy,
  isDangerous = false,
  onSubmit,
}: {
  children: ReactNode;
  action: string;
  isBusy: boolean;
  isDangerous?: boolean;
  onSubmit: () => void;
}) => (
  <form
    noValidate
    className="grid gap-5"
    onSubmit={(event: FormEvent) => {
      event.preventDefault();
      if (!isBusy) onSubmit();
    }}
  >
    {children}
    <div className="flex justify-end">
      <Button
        type="submit"
        className="w-full sm:w-auto"
        variant={isDangerous ? "danger" : "primary"}
        isBusy={isBusy}
      >
        {action}
      </Button>
    </div>
  </form>
);

/** Proves the other account, as a login would, and says what a merge would do. */
const useMerge = (onDone: () => void) => {
  const utils = trpc.useUtils();
  const [step, setStep] = useState<Step>({ name: "login" });
  const [problem, setProblem] = useState<string | null>(null);
  const [isBusy, setIsBusy] = useState(false);
  const login = trpc.accounts.login.useMutation();
  const passkeyLogin = trpc.passkeys.login.useMutation();
  const takeSecondStep = trpc.factors.takeSecondStep.useMutation();
  const requestMergeCode = trpc.rights.requestMergeCode.useMutation();
  const previewMerge = trpc.rights.previewMerge.useMutation();
  const merge = trpc.rights.merge.useMutation();
  const run = async (work: () => Promise<void>) => {
    setIsBusy(true);
    setProblem(null);
    try {
      await work();
    } catch (failure) {
      const pending = secondStepOf(failure);
      if (pending === null) setProblem(messageOf(failure) ?? MERGING.failed);
      else setStep({ name: "code", ticket: pending.ticket });
    } finally {
      setIsBusy(false);
    }
  };
  const show = async (otherToken: string, code?: string) => {
    const preview = await previewMerge.mutateAsync({ otherToken, code });
    setStep({ name: "preview", otherToken, code, preview });
  };
  const goOn = async ({ token: otherToken }: { token: string }) => {
    const { mailedTo } = await requestMergeCode.mutateAsync({ otherToken });
    if (mailedTo === null) await show(otherToken);
    else setStep({ name: "mailedCode", otherToken, mailedTo });
  };
  return {
    step,
    problem,
    isBusy,
    logIn: (email: string, password: string) =>
      void run(async () => goOn(await login.mutateAsync({ email: email.trim(), password }))),
    requestPasskey: () => utils.client.passkeys.requestLogin.mutate(),
    logInWithPasskey: (response: SignedByPasskey) =>
      void run(async () => goOn(await passkeyLogin.mutateAsync({ response }))),
    giveCode: (ticket: string, code: string) =>
      void run(async () => goOn(await takeSecondStep.mutateAsync({ ticket, code }))),
    giveMailedCode: (otherToken: string, code: string) => void run(() => show(otherToken, code)),
    merge: ({ otherToken, code, preview }: Previewed, keepOthers: readonly Platform[]) =>
      void run(async () => {
        const sentence = await merge.mutateAsync({
          otherToken,
          code,
          mark: preview.mark,
          keepOthers: [...keepOthers],
        });
        toast("success", sentence, "settings");
        onDone();
        await utils.invalidate();
      }),
  };
};

const LoginForm = ({ merge }: { merge: ReturnType<typeof useMerge> }) => {
  const [email, setEmail] = useState("");
  const [password, setPassword] = useState("");
  return (
    <Form action={MERGING.goOn} isBusy={merge.isBusy} onSubmit={() => merge.logIn(email, password)}>
      <Field label={MERGING.otherEmail}>
        {(control) => (
          <Input
            {...control}
            type="email"
            autoComplete="off"
            maxLength={LENGTHS.email}
            value={email}
            onChange={({ target }) => setEmail(target.value)}
          />
        )}
      </Field>
      <Field label={MERGING.otherPassword}>
        {(control) => (
          <PasswordInput
            {...control}
            autoComplete="off"
            maxLength={LENGTHS.password}
            value={password}
            onChange={({ target }) => setPassword(target.value)}
          />
        )}
      </Field>
    </Form>
  );
};

type CodeFormProps = {
  label: string;
  hint: string;
  isBusy: boolean;
  onCode: (code: string) => void;
};

const CodeForm = ({ label, hint, isBusy, onCode }: CodeFormProps) => {
  const [code, setCode] = useState("");
  return (
    <Form action={MERGING.goOn} isBusy={isBusy} onSubmit={() => onCode(code)}>
      <Field label={label} hint={hint}>
        {(control) => (
          <Input
            {...control}
            autoComplete="one-time-code"
            maxLength={LENGTHS.id}
            value={code}
            onChange={({ target }) => setCode(target.value)}
          />
        )}
      </Field>
    </Form>
  );
};

const Preview = ({ merge, seen }: { merge: ReturnType<typeof useMerge>; seen: Previewed }) => {
  const { preview } = seen;
  const [keepOthers, setKeepOthers] = useState<readonly Platform[]>([]);
  const { points, orders, tickets, notifications, links, conflicts, tiers, obstacles } = preview;
  const moves = [
    MERGING.points(pointsText(points)),
    MERGING.counted(tickets, orders, notifications),
    ...links.map(({ platform, name }) => `${PLATFORM_NAMES[platform]}: ${name}`),
    ...tiers.map(({ title, endsAt }) => MERGING.tier(title, exactTime(new Date(endsAt)))),
  ];
  return (
    <Form
      isDangerous
      action={MERGING.action}
      isBusy={merge.isBusy}
      onSubmit={() => {
        if (obstacles.length === 0) merge.merge(seen, keepOthers);
      }}
    >
      <div>
        <p className="font-semibold">{MERGING.moves(preview.email)}</p>
        <ul className="mt-1 list-disc space-y-0.5 pl-5 text-muted">
          {moves.map((line) => (
            <li key={line}>{line}</li>
          ))}
        </ul>
      </div>
      {conflicts.map(({ platform, mine, other }) => {
        const id = `keep-${platform}`;
        return (
          <div key={platform} className="flex items-start gap-3">
            <Checkbox
              id={id}
              aria-describedby={`${id}-text`}
              checked={keepOthers.includes(platform)}
              onCheckedChange={(checked) =>
                setKeepOthers((before) =>
                  checked === true
                    ? [...before, platform]
                    : before.filter((one) => one !== platform),
                )
              }
            />
            <div className="min-w-0">
              <Label htmlFor={id}>{MERGING.keepOther(PLATFORM_NAMES[platform], other)}</Label>
              <p id={`${id}-text`} className="text-sm text-muted">
                {MERGING.both(platform, mine, other)}
              </p>
            </div>
          </div>
        );
      })}
      {obstacles.map((sentence) => (
        <Alert key={sentence}>{sentence}</Alert>
      ))}
      <p className="text-muted">{MERGING.final}</p>
    </Form>
  );
};

const MergeDialog = ({ onClose }: { onClose: () => void }) => {
  const merge = useMerge(onClose);
  const { step } = merge;
  return (
    <Dialog open onOpenChange={(open) => !open && !merge.isBusy && onClose()}>
      <DialogContent>
        <div className="grid gap-5 overflow-y-auto p-6 sm:p-8">
          <div>
            <DialogTitle className="headline pr-10 text-4xl">{MERGING.title}</DialogTitle>
            <DialogDescription className="mt-2 text-pretty text-muted">
              {step.name === "preview" ? MERGING.previewText : MERGING.proofText}
            </DialogDescription>
          </div>
          {step.name === "login" && (
            <>
              <LoginForm merge={merge} />
              <PasskeyButton
                request={merge.requestPasskey}
                isBusy={merge.isBusy}
                onSigned={merge.logInWithPasskey}
              />
            </>
          )}
          {step.name === "code" && (
            <CodeForm
              label={MERGING.code}
              hint={MERGING.codeHint}
              isBusy={merge.isBusy}
              onCode={(code) => merge.giveCode(step.ticket, code)}
            />
          )}
          {step.name === "mailedCode" && (
            <CodeForm
              key="mailed"
              label={MERGING.mailedCode}
              hint={MERGING.mailedCodeHint(step.mailedTo)}
              isBusy={merge.isBusy}
              onCode={(code) => merge.giveMailedCode(step.otherToken, code)}
            />
          )}
          {step.name === "preview" && <Preview merge={merge} seen={step} />}
          {merge.problem !== null && <Alert>{merge.problem}</Alert>}
        </div>
      </DialogContent>
    </Dialog>
  );
};

/** For whoever has two accounts here [DATA-07]. */
export const MergeSection = () => {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <SettingsSection title={MERGING.sectionTitle} text={MERGING.sectionText}>
      <Button variant="outline" className="w-full sm:w-auto" onClick={() => setIsOpen(true)}>
        {MERGING.open}
      </Button>
      {isOpen && <MergeDialog onClose={() => setIsOpen(false)} />}
    </SettingsSection>
  );
};
