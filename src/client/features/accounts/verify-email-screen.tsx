import { Link, useNavigate } from "@tanstack/react-router";
import { MailCheck, MailSearch, MailX } from "lucide-react";
import { useEffect, useState } from "react";
import { StepPanel } from "#client/components/panels.tsx";
import { Alert } from "#client/components/ui/alert.tsx";
import { Button } from "#client/components/ui/button.tsx";
import { codeOf, isGarbled, isNetworkError, mayRecover, messageOf } from "#client/lib/api-error.ts";
import { useSite } from "#client/lib/site.ts";
import { useAfter } from "#client/lib/time.ts";
import { trpc } from "#client/lib/trpc.ts";
import {
  ACCOUNT_SCREENS,
  VERIFICATION,
  VERIFY_SCREEN,
  WITHOUT_MAIL,
} from "#shared/account-messages.ts";
import { VERIFIED_REDIRECT_MS } from "#shared/constants/time.ts";
import { tellVerified, WithoutMail } from "./mail-requests.tsx";

type VerifiedPanelProps = {
  /** The address that was proven, which the login fills in; null where it is not known. */
  email: string | null;
};

/** The address is proven: the way to the login. */
export const VerifiedPanel = ({ email }: VerifiedPanelProps) => (
  <StepPanel icon={MailCheck} kind="good" title="You're in">
    <output className="block text-lg text-pretty text-ink">{VERIFICATION.verified}</output>
    <Button asChild size="lg">
      <Link to="/login" replace state={{ email: email ?? undefined }}>
        {ACCOUNT_SCREENS.goToLogin}
      </Link>
    </Button>
  </StepPanel>
);

type Client = ReturnType<typeof trpc.useUtils>["client"];
type Verification =
  | { step: "checking" }
  | { step: "done"; email: string | null }
  | { step: "failed"; problem: string; isUsed: boolean; mayRecover: boolean };

const problemOf = (error: unknown): string => {
  if (isGarbled(error) || codeOf(error) === "internal") return VERIFICATION.failed;
  return isNetworkError(error) ? VERIFICATION.errored : (messageOf(error) ?? VERIFICATION.failed);
};

const verify = async (client: Client, code: string): Promise<Verification> => {
  try {
    const { email } = await client.accounts.verifyEmail.mutate({ code });
    tellVerified(email);
    return { step: "done", email };
  } catch (error) {
    return {
      step: "failed",
      problem: problemOf(error),
      isUsed: codeOf(error) === "code_used",
      mayRecover: mayRecover(error),
    };
  }
};

/** What came of each code, which can be spent once, however often the screen is built up; what may help is tried again. */
const attempts = new Map<string, Promise<Verification>>();

const attemptOf = async (client: Client, code: string): Promise<Verification> => {
  const attempt = attempts.get(code) ?? verify(client, code);
  attempts.set(code, attempt);
  const outcome = await attempt;
  if (outcome.step === "failed" && outcome.mayRecover) attempts.delete(code);
  // Whoever comes back to the screen later need not be the one who has proven the address.
  if (outcome.step === "done") attempts.set(code, Promise.resolve({ ...outcome, email: null }));
  return outcome;
};

/** Spends the code of a verification mail; null is one that the address lacks. */
const useVerification = (code: string | null): Verification & { again: () => void } => {
  const { client } = trpc.useUtils();
  const [known, setKnown] = useState<Verification>({ step: "checking" });

  useEffect(() => {
    if (code === null) return undefined;
    let isLeft = false;
    const learn = async () => {
      const outcome = await attemptOf(client, code);
      if (!isLeft) setKnown(outcome);
    };
    void learn();
    return () => {
      isLeft = true;
    };
  }, [client, code]);

  const tryAgain = async () => {
    if (code === null) return;
    setKnown({ step: "checking" });
    setKnown(await attemptOf(client, code));
  };
  const state: Verification =
    code === null
      ? { step: "failed", problem: VERIFICATION.codeMissing, isUsed: false, mayRecover: false }
      : known;
  return { ...state, again: () => void tryAgain() };
};

/** Where the link of a verification mail leads [SESS-22]. */
export const VerifyEmailScreen = ({ code }: { code: string | null }) => {
  const { hasMail } = useSite();
  const navigate = useNavigate();
  const verification = useVerification(code);
  const isDone = verification.step === "done";
  const state = { email: (isDone && verification.email) || undefined };
  useAfter(
    isDone ? VERIFIED_REDIRECT_MS : null,
    () => void navigate({ to: "/login", replace: true, state }),
  );

  if (verification.step === "checking")
    return (
      <StepPanel icon={MailSearch} kind="wait" title="Verify Email">
        <output className="block text-lg text-muted">{VERIFY_SCREEN.checking}</output>
      </StepPanel>
    );
  if (verification.step === "done") return <VerifiedPanel email={verification.email} />;
  const { problem, isUsed, mayRecover, again } = verification;
  return (
    <StepPanel icon={MailX} kind="bad" title="Verify Email">
      <Alert kind="error" className="text-left">
        {problem}
      </Alert>
      {!hasMail && !isUsed && (
        <div className="text-left">
          <WithoutMail>{WITHOUT_MAIL.resend}</WithoutMail>
        </div>
      )}
      <div className="flex flex-wrap justify-center gap-3">
        {mayRecover && (
          <Button size="lg" onClick={again}>
            Try again
          </Button>
        )}
        {isUsed && (
          <Button asChild size="lg">
            <Link to="/login">{ACCOUNT_SCREENS.goToLogin}</Link>
          </Button>
        )}
        {hasMail && (
          <Button asChild size="lg" variant="outline">
            <Link to="/resend-verification">{VERIFY_SCREEN.resend}</Link>
          </Button>
        )}
      </div>
    </StepPanel>
  );
};
