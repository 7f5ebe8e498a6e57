import { Link } from "@tanstack/react-router";
import { MailPlus } from "lucide-react";
import { useEffect, useEffectEvent, useState } from "react";
import { z } from "zod/mini";
import { AuthFrame, FormProblem, Outcome, TEXT_LINK } from "#client/components/auth-frame.tsx";
import { StepPanel } from "#client/components/panels.tsx";
import { Alert } from "#client/components/ui/alert.tsx";
import { Button } from "#client/components/ui/button.tsx";
import { Field, Input } from "#client/components/ui/field.tsx";
import { isTimeout, type SendProblem, sendProblem, statusOf } from "#client/lib/api-error.ts";
import { textThat, useForm } from "#client/lib/form.ts";
import { useHistoryState } from "#client/lib/history-state.ts";
import { useSite } from "#client/lib/site.ts";
import { trpc } from "#client/lib/trpc.ts";
import {
  ACCOUNT_SCREENS,
  FORGOTTEN_PASSWORD,
  LOGIN_FIELDS,
  PASSWORD_RESET,
  VERIFICATION,
  VERIFY_SCREEN,
  WITHOUT_MAIL,
} from "#shared/account-messages.ts";
import { emailProblem } from "#shared/rules/account-fields.ts";

/** Stands where a mail would be asked for, on a site that sends none: what helps instead. */
export const WithoutMail = ({ children }: { children: string }) => {
  const { contactEmail } = useSite().brand;
  return (
    <Alert kind="info">
      {children} {WITHOUT_MAIL.ask}{" "}
      <a href={`mailto:${contactEmail}`} className={TEXT_LINK}>
        {contactEmail}
      </a>
      .
    </Alert>
  );
};

declare module "@tanstack/react-router" {
  interface HistoryState {
    /** The address of an account, which one screen hands on to the next beside the URL. */
    email?: string | undefined;
  }
}

/**
 * The address that the screen before has handed on; null for none. The screen alone keeps it: whoever
 * reloads it, or goes back in this tab's history, learns no address.
 */
export const useHandedEmail = (): string | null => {
  const [email, forget] = useHistoryState("email");
  const onShown = useEffectEvent(() => {
    if (email !== null) forget();
  });
  useEffect(() => onShown(), []);
  return email;
};

const CHANNEL = "lynxdenVerified";
const message = z.object({ email: z.nullable(z.string()) });

/** Tells the tabs that are open now, and keeps nothing, that an address was proven in this one. */
export const tellVerified = (email: string | null): void => {
  const channel = new BroadcastChannel(CHANNEL);
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel is of one origin
  channel.postMessage({ email } satisfies z.infer<typeof message>);
  channel.close();
};

/** Hears which address was proven in another tab. @returns a function that ends it. */
export const onVerified = (listener: (email: string | null) => void): (() => void) => {
  const channel = new BroadcastChannel(CHANNEL);
  channel.addEventListener("message", ({ data }: MessageEvent<unknown>) => {
    const heard = message.safeParse(data);
    if (heard.success) listener(heard.data.email);
  });
  return () => channel.close();
};

type EmailFormProps = {
  /** The address that stands in the field at first. */
  email?: string;
  autoComplete: "username" | "email";
  /** What is said where the field is left empty. */
  missing: string;
  /** What became of the last attempt; null while all is well. */
  problem: SendProblem | null;
  isBusy: boolean;
  /** What the button says. */
  label: string;
  onSubmit: (email: string) => void;
};

/** Asks for an address, to which a mail is sent. */
const EmailForm = ({
  email: given = "",
  autoComplete,
  missing,
  problem,
  isBusy,
  label,
  onSubmit,
}: EmailFormProps) => {
  const form = useForm({
    schema: z.object({
      email: textThat((text) => (text.trim() === "" ? missing : emailProblem(text))),
    }),
    initial: { email: given },
  });

  return (
    <form
      method="post"
      noValidate
      onSubmit={form.submit(({ email }) => onSubmit(email))}
      className="grid gap-5"
    >
      <Field label="Email" error={form.error("email")}>
        {(control) => (
          <Input
            {...control}
            {...form.field("email")}
            type="email"
            autoComplete={autoComplete}
            required
          />
        )}
      </Field>
      <FormProblem problem={problem} />
      <Button type="submit" size="lg" isBusy={isBusy} className="w-full">
        {label}
      </Button>
    </form>
  );
};

type ResendFormProps = {
  /** The address that stands in the field at first. */
  email?: string;
  /** What a failure is called here. */
  failure: string;
  /** @param sentence the server's answer. */
  onSent: (sentence: string) => void;
};

/**
 * Sends a new verification mail [ACC-12].
 * @param failure what a failure is called here.
 * @param onSent is called with the server's answer.
 */
export const useResend = (failure: string, onSent?: (sentence: string) => void) => {
  const resend = trpc.accounts.resendVerification.useMutation({ onSuccess: onSent });
  // What the person can do something about is told as it is: wait, or put the address right.
  const status = statusOf(resend.error);
  const isTold = status === 429 || status === 400 || isTimeout(resend.error);
  const problem = sendProblem(resend.error, failure);
  return {
    send: (email: string) => resend.mutate({ email }),
    isBusy: resend.isPending,
    /** The server's answer; undefined until there is one. */
    sent: resend.data,
    /** What became of the last attempt; null while all is well. */
    problem: resend.isError ? { ...problem, ...(!isTold && { sentence: failure }) } : null,
  };
};

/** Asks for the address of a new verification mail; used on its own page and by the login. */
export const ResendForm = ({ email, failure, onSent }: ResendFormProps) => {
  const { send, isBusy, problem } = useResend(failure, onSent);
  return (
    <EmailForm
      email={email}
      autoComplete="email"
      missing={LOGIN_FIELDS.enterEmail}
      problem={problem}
      isBusy={isBusy}
      label={VERIFY_SCREEN.resend}
      onSubmit={send}
    />
  );
};

/** Sends the verification mail again to whoever did not get it [ACC-12]. */
export const ResendScreen = () => {
  const { hasMail } = useSite();
  const [sent, setSent] = useState<string | null>(null);
  return (
    <StepPanel icon={MailPlus} kind="wait" title="Resend Verification">
      {hasMail && <p className="text-lg text-pretty text-muted">{VERIFY_SCREEN.resendText}</p>}
      <div className="w-full text-left">
        {!hasMail ? (
          <WithoutMail>{WITHOUT_MAIL.resend}</WithoutMail>
        ) : sent === null ? (
          <ResendForm failure={VERIFICATION.resendFailedLater} onSent={setSent} />
        ) : (
          <Outcome>
            <Alert kind="success">{sent}</Alert>
            <Button variant="outline" size="lg" onClick={() => setSent(null)}>
              {VERIFY_SCREEN.sendOnceMore}
            </Button>
          </Outcome>
        )}
      </div>
      <Link to="/login" className={TEXT_LINK}>
        {ACCOUNT_SCREENS.backToLogin}
      </Link>
    </StepPanel>
  );
};

/** Asks for a mail with a link to a new password. */
export const ForgotPasswordScreen = () => {
  const { hasMail } = useSite();
  const handed = useHandedEmail();
  const [email, setEmail] = useState(handed ?? "");
  const request = trpc.accounts.requestPasswordReset.useMutation();

  return (
    <AuthFrame
      title={PASSWORD_RESET.requestTitle}
      text={hasMail ? FORGOTTEN_PASSWORD.intro : undefined}
      footer={
        <>
          {FORGOTTEN_PASSWORD.rememberedHint}{" "}
          <Link to="/login" className={TEXT_LINK}>
            Log in
          </Link>
        </>
      }
    >
      {!hasMail ? (
        <WithoutMail>{WITHOUT_MAIL.forgotten}</WithoutMail>
      ) : request.isSuccess ? (
        <Outcome>
          <Alert kind="success">{request.data}</Alert>
          <p className="text-muted">{FORGOTTEN_PASSWORD.sentHint}</p>
          <Button variant="outline" size="lg" onClick={() => request.reset()}>
            {FORGOTTEN_PASSWORD.anotherAddress}
          </Button>
        </Outcome>
      ) : (
        <EmailForm
          email={email}
          autoComplete="username"
          missing={LOGIN_FIELDS.emailRequired}
          problem={
            request.isError ? sendProblem(request.error, PASSWORD_RESET.requestFailed) : null
          }
          isBusy={request.isPending}
          label={FORGOTTEN_PASSWORD.sendLink}
          onSubmit={(given) => {
            setEmail(given);
            request.mutate({ email: given });
          }}
        />
      )}
    </AuthFrame>
  );
};
