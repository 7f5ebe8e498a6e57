import { type ErrorComponentProps, Link, useRouter } from "@tanstack/react-router";
import { useEffect, useState } from "react";
import { Page } from "#client/components/page.tsx";
import { Button } from "#client/components/ui/button.tsx";
import { isNetworkError } from "#client/lib/api-error.ts";
import { isMissingChunk, leaveForNewBuild } from "#client/lib/chunks.ts";
import { MESSAGES } from "#shared/messages.ts";

/** Stands where a screen failed. A script that only an older build had reloads the page once instead. */
export const PageError = ({ error, reset }: ErrorComponentProps) => {
  const router = useRouter();
  const isMissing = isMissingChunk(error);
  const [isAsking, setIsAsking] = useState(isMissing);
  useEffect(() => {
    const ask = async () => {
      if (!(await leaveForNewBuild())) setIsAsking(false);
    };
    if (isMissing) void ask();
  }, [isMissing]);
  if (isAsking) return null;
  // Asks the guard and the loaders again: what failed may have been one of them.
  const tryAgain = () => {
    reset();
    void router.invalidate();
  };
  return (
    <Page className="grid place-items-center">
      <div role="alert" className="shell flex flex-col items-center gap-5 py-24 text-center">
        <h1 className="headline text-5xl">{MESSAGES.didNotWork}</h1>
        <p className="max-w-md text-lg text-muted">
          {isMissing || isNetworkError(error) ? MESSAGES.networkError : MESSAGES.unexpected}
        </p>
        <div className="flex flex-wrap justify-center gap-3">
          <Button onClick={tryAgain}>Try again</Button>
          <Button asChild variant="outline">
            <Link to="/">{MESSAGES.backToDen}</Link>
          </Button>
        </div>
      </div>
    </Page>
  );
};
