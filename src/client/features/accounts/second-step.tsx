import { KeyRound, Smartphone } from "lucide-react";
import { type FormEvent, type ReactNode, useEffect, useEffectEvent, useRef, useState } from "react";
import { FormProblem, TEXT_LINK } from "#client/components/auth-frame.tsx";
import { Alert } from "#client/components/ui/alert.tsx";
import { Button } from "#client/components/ui/button.tsx";
import { Field, Input } from "#client/components/ui/field.tsx";
import { type SendProblem, sendProblem } from "#client/lib/api-error.ts";
import { cn } from "#client/lib/cn.ts";
import { takeFocus } from "#client/lib/form.ts";
import {
  offersPasskeysInFields,
  PasskeyFailure,
  signFromField,
} from "#client/lib/passkeys/ceremony.ts";
import { useSite } from "#client/lib/site.ts";
import { useAfter } from "#client/lib/time.ts";
import { trpc } from "#client/lib/trpc.ts";
import { PENDING_LOGIN_MS, TOTP_DIGITS } from "#shared/constants/factors.ts";
import { LOST_FACTOR, SECOND_STEP } from "#shared/factor-messages.ts";
import { TITLES } from "#shared/messages.ts";
import type { PendingLogin } from "#shared/schemas/factors.ts";
import type { SignedByPasskey } from "#shared/schemas/passkeys.ts";

/** Nobody chooses in a tab that is not seen, and what it asked for would run out again and again. */
const untilSeen = (signal: AbortSignal) =>
  new Promise<void>((resolve) => {
    if (document.visibilityState === "visible") {
      resolve();
      return;
    }
    const done = () => {
      if (document.visibilityState !== "visible" && !signal.aborted) return;
      document.removeEventListener("visibilitychange", done);
      resolve();
    };
    document.addEventListener("visibilitychange", done);
    signal.addEventListener("abort", done);
  });

/**
 * Has the browser offer passkeys among what it fills the field of the address with.
 * @param isOn false while that field is not shown, or the page asks for a passkey in another way.
 * @param onSigned what becomes of the one that was chosen.
 */
export const useFieldPasskeys = (
  isOn: boolean,
  onSigned: (response: SignedByPasskey) => void,
): void => {
  const { client } = trpc.useUtils();
  const taken = useEffectEvent(onSigned);
  const offer = useEffectEvent(async (signal: AbortSignal) => {
    if (!(await offersPasskeysInFields())) return;
    for (;;) {
      await untilSeen(signal);
      if (signal.aborted) return;
      try {
        const response = await signFromField(await client.passkeys.requestLogin.mutate(), signal);
        if (!signal.aborted) taken(response);
        return;
      } catch (error) {
        // Whoever does not choose one here has the button, which says what is wrong.
        if (!(error instanceof PasskeyFailure) || error.reason !== "late") return;
      }
    }
  });
  useEffect(() => {
    if (!isOn) return undefined;
    const leaving = new AbortController();
    void offer(leaving.signal);
    return () => leaving.abort();
  }, [isOn]);
};

type LinkButtonProps = { onClick: () => void; children: ReactNode };

const LinkButton = ({ onClick, children }: LinkButtonProps) => (
  <button type="button" className={`min-h-6 text-left text-sm ${TEXT_LINK}`} onClick={onClick}>
    {children}
  </button>
);

type LostProps = { pending: PendingLogin; onBack: () => void };

/** The way back for whoever has neither app nor recovery codes. */
const Lost = ({ pending: { ticket, ways }, onBack }: LostProps) => {
  const { hasMail, brand } = useSite();
  const ask = trpc.factors.requestReset.useMutation();
  return (
    <div className="grid gap-5">
      <h2 ref={takeFocus} tabIndex={-1} className="headline text-3xl outline-none">
        {TITLES.lostFactor}
      </h2>
      {ways.includes("recovery") && <p className="leading-relaxed">{LOST_FACTOR.first}</p>}
      {hasMail ? (
        <p className="leading-relaxed text-muted">{LOST_FACTOR.week}</p>
      ) : (
        <p className="leading-relaxed text-muted">
          {LOST_FACTOR.askedWithoutMail}{" "}
          <a href={`mailto:${brand.contactEmail}`} className={TEXT_LINK}>
            {brand.contactEmail}
          </a>
          .
        </p>
      )}
      {ask.isSuccess && <Alert kind="success">{ask.data}</Alert>}
      {ask.isError && (
        <Alert kind="error">{sendProblem(ask.error, LOST_FACTOR.mailFailed).sentence}</Alert>
      )}
      {hasMail && !ask.isSuccess && (
        <Button size="lg" isBusy={ask.isPending} onClick={() => ask.mutate({ ticket })}>
          {LOST_FACTOR.mailLink}
        </Button>
      )}
      <LinkButton onClick={onBack}>{LOST_FACTOR.back}</LinkButton>
    </div>
  );
};

type CodeFormProps = {
  isRecovery: boolean;
  isBusy: boolean;
  problem: SendProblem | null;
  onCode: (code: string) => void;
};

/** The code; that of an app is sent once its last digit stands there. */
const CodeForm = ({ isRecovery, isBusy, problem, onCode }: CodeFormProps) => {
  const [code, setCode] = useState("");
  const input = useRef<HTMLInputElement>(null);
  const send = (event: FormEvent) => {
    event.preventDefault();
    if (code.trim() !== "") onCode(code);
  };
  // It was wrong, or used: the next one takes its place.
  const beginAnew = useEffectEvent(() => {
    input.current?.focus();
    input.current?.select();
  });
  useEffect(() => {
    if (problem !== null) beginAnew();
  }, [problem]);
  return (
    <form method="post" noValidate onSubmit={send} className="grid gap-5">
      <Field
        label={isRecovery ? SECOND_STEP.recoveryLabel : SECOND_STEP.appLabel}
        hint={isRecovery ? SECOND_STEP.recoveryText : SECOND_STEP.appText}
      >
        {(control) => (
          <Input
            {...control}
            ref={(element) => {
              input.current = element;
              takeFocus(element);
            }}
            name="code"
            value={code}
            onChange={({ target: { value } }) => {
              setCode(value);
              const digits = value.replace(/\D/g, "");
              if (!isRecovery && !isBusy && digits.length === TOTP_DIGITS) onCode(digits);
            }}
            inputMode={isRecovery ? "text" : "numeric"}
            autoComplete={isRecovery ? "off" : "one-time-code"}
            autoCapitalize="none"
            autoCorrect="off"
            spellCheck={false}
            maxLength={40}
            className={cn("font-mono", isRecovery ? "text-base" : "text-xl tracking-[0.2em]")}
          />
        )}
      </Field>
      <FormProblem problem={problem} />
      <Button type="submit" size="lg" isBusy={isBusy} className="w-full">
        {SECOND_STEP.next}
      </Button>
    </form>
  );
};

type SecondStepProps = {
  pending: PendingLogin;
  isBusy: boolean;
  problem: SendProblem | null;
  onCode: (code: string) => void;
  /** Called once the login has run out. */
  onOver: () => void;
  /** Begins anew, with another account. */
  onLeave: () => void;
  /** What else proves it, such as the button of a passkey. */
  children?: ReactNode;
};

/** The second step of a login: the code of an app, or a recovery code in its place. */
export const SecondStep = (props: SecondStepProps) => {
  const { pending, isBusy, problem, onCode, onOver, onLeave, children } = props;
  const [isRecovery, setRecovery] = useState(false);
  const [isLost, setLost] = useState(false);
  useAfter(PENDING_LOGIN_MS, onOver);
  if (isLost) return <Lost pending={pending} onBack={() => setLost(false)} />;
  const Icon = isRecovery ? KeyRound : Smartphone;
  return (
    <div className="grid gap-6">
      <div className="flex items-center gap-4">
        <span
          aria-hidden
          className="hexagon grid h-14 w-12 shrink-0 place-items-center bg-accent/15 text-accent"
        >
          <Icon className="size-6" />
        </span>
        <h2 className="headline text-3xl">{SECOND_STEP.title}</h2>
      </div>
      <CodeForm
        key={String(isRecovery)}
        isRecovery={isRecovery}
        isBusy={isBusy}
        problem={problem}
        onCode={onCode}
      />
      {children}
      <div className="flex flex-wrap justify-between gap-x-6 gap-y-3">
        {pending.ways.includes("recovery") && (
          <LinkButton onClick={() => setRecovery(!isRecovery)}>
            {isRecovery ? SECOND_STEP.byApp : SECOND_STEP.byRecovery}
          </LinkButton>
        )}
        <LinkButton onClick={() => setLost(true)}>{SECOND_STEP.lost}</LinkButton>
        <LinkButton onClick={onLeave}>{SECOND_STEP.anotherAccount}</LinkButton>
      </div>
    </div>
  );
};
