import { useEffect, useState } from "react";
import { isNetworkError, messageOf } from "#client/lib/api-error.ts";
import { trpc } from "#client/lib/trpc.ts";
import { VERIFICATION } from "#shared/messages.ts";

type Client = ReturnType<typeof trpc.useUtils>["client"];
type Verification = { step: "checking" } | { step: "done" } | { step: "failed"; problem: string };

const verify = async (client: Client, code: string): Promise<Verification> => {
  try {
    await client.accounts.verifyEmail.mutate({ code });
    return { step: "done" };
  } catch (error) {
    const problem = isNetworkError(error)
      ? VERIFICATION.errored
      : (messageOf(error) ?? VERIFICATION.failed);
    return { step: "failed", problem };
  }
};

/** What came of each code: it can be spent once, however often the screen is built up. */
const attempts = new Map<string, Promise<Verification>>();

const attemptOf = (client: Client, code: string) => {
  const attempt = attempts.get(code) ?? verify(client, code);
  attempts.set(code, attempt);
  return attempt;
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
    attempts.delete(code);
    setKnown({ step: "checking" });
    setKnown(await attemptOf(client, code));
  };
  const state: Verification =
    code === null ? { step: "failed", problem: VERIFICATION.codeMissing } : known;
  return { ...state, again: () => void tryAgain() };
};
