import { Link } from "@tanstack/react-router";
import { MailCheck, UserCheck } from "lucide-react";
import { type ReactNode, useEffect, useEffectEvent, useState } from "react";
import { z } from "zod/mini";
import { FormProblem, TEXT_LINK } from "#client/components/auth-frame.tsx";
import { Page } from "#client/components/page.tsx";
import { Emblem } from "#client/components/panels.tsx";
import { Alert } from "#client/components/ui/alert.tsx";
import { Button } from "#client/components/ui/button.tsx";
import { Field, Input, PasswordInput } from "#client/components/ui/field.tsx";
import { sendProblem } from "#client/lib/api-error.ts";
import { takeFocus, textThat, useForm } from "#client/lib/form.ts";
import { useSite } from "#client/lib/site.ts";
import { trpc } from "#client/lib/trpc.ts";
import { LOGIN, VERIFICATION, VERIFY_SCREEN, WITHOUT_MAIL } from "#shared/account-messages.ts";
import { UNVERIFIED_KEPT_MS } from "#shared/constants/accounts.ts";
import { DAY_MS } from "#shared/constants/time.ts";
import { emailProblem, newEmailProblem } from "#shared/rules/account-fields.ts";
import { onVerified, useHandedEmail, useResend } from "./mail-requests.tsx";
import { VerifiedPanel } from "./verify-email-screen.tsx";

const KEPT_DAYS = UNVERIFIED_KEPT_MS / DAY_MS;

const Step = ({ number, title, children }: { number: number; title: string; children: string }) => (
  <li className="flex gap-4">
    <span
      aria-hidden
      className="hexagon grid h-11 w-[2.4rem] shrink-0 place-items-center bg-ground-700 font-display text-xl font-extrabold text-accent"
    >
      {number}
    </span>
    <div>
      <p className="font-semibold text-ink">{title}</p>
      <p className="text-muted">{children}</p>
    </div>
  </li>
);

const Question = ({ title, children }: { title: string; children: ReactNode }) => (
  <div>
    <h2 className="font-sans text-base font-semibold text-ink">{title}</h2>
    <div className="mt-1 leading-relaxed text-pretty text-muted">{children}</div>
  </div>
);

/** Where the account is waited for: at the mailbox, or at an Admin where the site sends no mail. */
const Intro = ({ email }: { email: string | null }) => {
  const { hasMail } = useSite();
  const address = <strong className="font-semibold wrap-anywhere text-ink">{email}</strong>;
  return (
    <>
      <Emblem icon={hasMail ? MailCheck : UserCheck} kind="wait" />
      <p className="eyebrow mt-6">{VERIFY_SCREEN.lastStep}</p>
      <h1 className="headline mt-2 text-5xl md:text-7xl">
        {hasMail ? VERIFY_SCREEN.confirmEmail : WITHOUT_MAIL.waitTitle}
      </h1>
      <p className="mt-4 text-lg leading-relaxed text-pretty text-muted">
        {hasMail &&
          (email === null ? (
            VERIFY_SCREEN.sent
          ) : (
            <>
              {VERIFY_SCREEN.sentToBefore} {address}
              {VERIFY_SCREEN.sentToAfter}
            </>
          ))}
        {!hasMail && (
          <>
            {email === null ? (
              WITHOUT_MAIL.waitBeforeUnknown
            ) : (
              <>
                {WITHOUT_MAIL.waitBefore} {address}.
              </>
            )}{" "}
            {WITHOUT_MAIL.waitText}
          </>
        )}
      </p>
    </>
  );
};

const Steps = () => {
  const { brand, hasMail } = useSite();
  return (
    <ol className="mt-8 grid gap-5 leading-relaxed">
      <Step number={1} title={hasMail ? VERIFY_SCREEN.openEmail(brand.name) : WITHOUT_MAIL.told}>
        {hasMail ? VERIFY_SCREEN.openEmailHint : WITHOUT_MAIL.toldHint}
      </Step>
      <Step number={2} title={hasMail ? VERIFY_SCREEN.followLink : WITHOUT_MAIL.confirmed}>
        {hasMail ? VERIFY_SCREEN.followLinkHint : WITHOUT_MAIL.confirmedHint}
      </Step>
      <Step number={3} title="Log in">
        {VERIFY_SCREEN.loginHint}
      </Step>
    </ol>
  );
};

/** What helps while the mail is not there: another one, sent at once where its address is known. */
const Buttons = ({ email }: { email: string | null }) => {
  const { hasMail } = useSite();
  const { send, isBusy, sent, problem } = useResend(VERIFICATION.resendFailed);
  return (
    <div className="mt-9 grid gap-5">
      <div className="flex flex-col gap-3 sm:flex-row">
        {!hasMail ? null : email === null ? (
          <Button asChild size="lg">
            <Link to="/resend-verification">{VERIFY_SCREEN.sendAgain}</Link>
          </Button>
        ) : (
          <Button size="lg" isBusy={isBusy} onClick={() => send(email)}>
            {VERIFY_SCREEN.sendAgain}
          </Button>
        )}
        <Button asChild size="lg" variant="outline">
          <Link to="/login" state={{ email: email ?? undefined }}>
            Log In
          </Link>
        </Button>
      </div>
      {problem !== null && <Alert kind="error">{problem.sentence}</Alert>}
      {sent !== undefined && <Alert kind="success">{sent}</Alert>}
    </div>
  );
};

const correction = z.object({
  email: textThat(emailProblem),
  newEmail: textThat(newEmailProblem),
  password: z.string().check(z.minLength(1, LOGIN.passwordMissing)),
});

type ChangeAddressProps = {
  /** The address that was registered; null where it is not known here. */
  email: string | null;
  /** @param sentence the server's answer. */
  onChanged: (email: string, sentence: string) => void;
};

/** Puts right an address that was mistyped: the password says who registered it [ACC-24]. */
const ChangeAddress = ({ email, onChanged }: ChangeAddressProps) => {
  const { hasMail } = useSite();
  const form = useForm({
    schema: correction,
    initial: { email: email ?? "", newEmail: email ?? "", password: "" },
    labels: { newEmail: VERIFY_SCREEN.newEmail },
  });
  const correct = trpc.accounts.correctEmail.useMutation({
    onSuccess: (sentence, { newEmail }) =>
      onChanged(newEmail, hasMail ? sentence : WITHOUT_MAIL.corrected),
    onError: (error) => {
      const problem = sendProblem(error, VERIFICATION.correctFailed);
      const isWrong = problem.code === "unauthorized";
      form.refuse(error, isWrong ? { ...problem, sentence: LOGIN.invalidOnScreen } : problem);
    },
  });
  const first = email === null ? "email" : "newEmail";
  const focusFirst = useEffectEvent(() => form.focus(first, { shouldSelect: true }));
  useEffect(() => focusFirst(), []);
  return (
    <form
      method="post"
      noValidate
      aria-label={VERIFY_SCREEN.change}
      onSubmit={form.submit((typed) => correct.mutate(typed))}
      className="mt-5 grid gap-5"
    >
      {email === null && (
        <Field label={VERIFY_SCREEN.oldEmail} error={form.error("email")}>
          {(control) => (
            <Input
              {...control}
              {...form.field("email")}
              type="email"
              autoComplete="username"
              required
            />
          )}
        </Field>
      )}
      <Field label={VERIFY_SCREEN.newEmail} error={form.error("newEmail")}>
        {(control) => (
          <Input
            {...control}
            {...form.field("newEmail")}
            type="email"
            autoComplete="email"
            required
          />
        )}
      </Field>
      <Field label={VERIFY_SCREEN.password} error={form.error("password")}>
        {(control) => (
          <PasswordInput
            {...control}
            {...form.field("password")}
            autoComplete="current-password"
            required
          />
        )}
      </Field>
      <FormProblem problem={form.problem} />
      <Button type="submit" size="lg" isBusy={correct.isPending}>
        {hasMail ? VERIFY_SCREEN.saveEmail : WITHOUT_MAIL.saveEmail}
      </Button>
    </form>
  );
};

/** What comes after a registration: the mail, its link, and what to do without them. */
export const VerifyScreen = () => {
  const { brand, hasMail } = useSite();
  const handed = useHandedEmail();
  const [corrected, setCorrected] = useState<{ email: string; sentence: string } | null>(null);
  const [isChanging, setIsChanging] = useState(false);
  const email = corrected?.email ?? handed;
  const [isVerified, setIsVerified] = useState(false);
  const hear = useEffectEvent((proven: string | null) => {
    // After a reload nobody knows whose address is waited for here: any will do, and none is filled in.
    if (email === null || proven === email) setIsVerified(true);
  });
  useEffect(() => onVerified((proven) => hear(proven)), []);

  if (isVerified) return <VerifiedPanel email={email} />;
  return (
    <Page className="grid place-items-center overflow-clip bg-[radial-gradient(50rem_30rem_at_50%_-10%,var(--color-glow),transparent)] px-5 py-14">
      <div className="panel w-full max-w-3xl p-6 sm:p-10">
        <Intro email={email} />
        <Steps />
        {corrected !== null && (
          <div ref={takeFocus} tabIndex={-1} className="mt-8 outline-none">
            <Alert kind="success">{corrected.sentence}</Alert>
          </div>
        )}
        <Buttons key={email} email={email} />
        <div className="mt-9 grid gap-6 border-t border-ground-700 pt-7 sm:grid-cols-2">
          {hasMail && <Question title="Nothing there?">{VERIFY_SCREEN.spamHint}</Question>}
          <Question title={VERIFY_SCREEN.wrongAddress}>
            {hasMail ? VERIFY_SCREEN.changeHint : WITHOUT_MAIL.wrongAddress}
            <Button
              variant="outline"
              className="mt-3 flex"
              aria-expanded={isChanging}
              onClick={() => setIsChanging(!isChanging)}
            >
              {VERIFY_SCREEN.change}
            </Button>
          </Question>
        </div>
        {isChanging && (
          <ChangeAddress
            email={email}
            onChanged={(next, sentence) => {
              setIsChanging(false);
              setCorrected({ email: next, sentence });
            }}
          />
        )}
        <p className="mt-7 text-sm text-pretty text-faint">
          {VERIFY_SCREEN.wrongAddressBefore(KEPT_DAYS)}{" "}
          <a href={`mailto:${brand.contactEmail}`} className={TEXT_LINK}>
            {brand.contactEmail}
          </a>
          .
        </p>
      </div>
    </Page>
  );
};
