import { type ErrorComponentProps, Link, useRouter } from "@tanstack/react-router";
import { useEffect, useState } from "react";
import { isNetworkError } from "#client/lib/api-error.ts";
import { isMissingChunk, leaveForNewBuild } from "#client/lib/chunks.ts";
import { useOwnLang, useSite } from "#client/lib/site.ts";
import { MESSAGES, NOT_FOUND } from "#shared/messages.ts";
import { LostDen } from "./brand/brand-mark.tsx";
import { Page, PageReady, ServersLink } from "./page.tsx";
import { Bar } from "./shell/bar.tsx";
import { Footer } from "./shell/site-layout.tsx";
import { Button } from "./ui/button.tsx";

/** Says that nothing is here, within the frame of the site. */
export const NothingHere = () => {
  const { texts } = useSite();
  const own = useOwnLang();
  return (
    <Page className="grid place-items-center">
      <div className="shell flex flex-col items-center py-16 text-center">
        <LostDen className="w-full max-w-xl" />
        <p className="eyebrow mt-8">404</p>
        <h1 className="headline mt-2 text-5xl md:text-7xl">{MESSAGES.notFound}</h1>
        <p className="mt-4 max-w-md text-lg text-muted">{NOT_FOUND.text}</p>
        <div className="mt-8 flex flex-wrap justify-center gap-3">
          <Button asChild size="words">
            <Link to="/" {...own}>
              {texts.back}
            </Link>
          </Button>
          <Button asChild variant="outline">
            <ServersLink first="ServerStatusDisplay" />
          </Button>
        </div>
      </div>
    </Page>
  );
};

/** What stands under any path that has no screen. */
export const NotFoundScreen = () => (
  <>
    <PageReady />
    <Bar />
    <NothingHere />
    <Footer />
  </>
);

/** Stands where a screen failed. A script that only an older build had reloads the page once instead. */
export const PageError = ({ error, reset }: ErrorComponentProps) => {
  const router = useRouter();
  const { texts } = useSite();
  const own = useOwnLang();
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
          <Button asChild variant="outline" size="words">
            <Link to="/" {...own}>
              {texts.back}
            </Link>
          </Button>
        </div>
      </div>
    </Page>
  );
};
