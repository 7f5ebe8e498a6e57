import { useEffect, useState } from "react";
import { codeOf, isGarbled, isNetworkError, mayRecover, messageOf } from "#client/lib/api-error.ts";
import { trpc } from "#client/lib/trpc.ts";
import { VERIFICATION } from "#shared/messages.ts";

type Client = ReturnType<typeof trpc.useUtils>["client"];
type Verification =
  | { step: "checking" }
  | { step: "done" }
  | { step: "failed"; problem: string; isUsed: boolean; mayRecover: boolean };

const problemOf = (error: unknown): string => {
  if (isGarbled(error) || codeOf(error) === "internal") return VERIFICATION.failed;
  return isNetworkError(error) ? VERIFICATION.errored : (messageOf(error) ?? VERIFICATION.failed);
};

const verify = async (client: Client, code: string): Promise<Verification> => {
  try {
    await client.accounts.verifyEmail.mutate({ code });
    return { step: "done" };
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
  return outcome;
};

/** Spends the code of a verification mail; null is one that the address lacks. */
export const useVerification = (code: string | null): Verification & { again: () => void } => {
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
