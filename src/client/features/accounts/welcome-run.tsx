import { useRouter } from "@tanstack/react-router";
import { useEffect, useEffectEvent, useRef } from "react";
import { Page } from "#client/components/page.tsx";
import { useAfter } from "#client/lib/timers.ts";
import { LOGIN_REDIRECT_MS } from "#shared/constants/timings.ts";
import { NightRun } from "./night-run.tsx";

const STYLE = `@keyframes wr-fill{from{transform:scaleX(0)}}
.wr-fill{transform-origin:0 50%;animation:wr-fill ${LOGIN_REDIRECT_MS}ms linear both}`;

/** The path alone: what is fetched ahead is the same for every query. */
const pathOf = (address: string) => new URL(address, window.location.origin).pathname;

type WelcomeRunProps = {
  name: string;
  /** A path on this site. */
  wayOn: string;
};

/** The lynx runs ahead for three seconds while the next screen is fetched. */
export const WelcomeRun = ({ name, wayOn }: WelcomeRunProps) => {
  const router = useRouter();
  const title = useRef<HTMLHeadingElement>(null);
  const begin = useEffectEvent(() => {
    title.current?.focus({ preventScroll: true });
    // A screen that cannot be fetched now says so itself when it is opened.
    router.preloadRoute({ to: pathOf(wayOn) }).catch(() => undefined);
  });
  useEffect(() => begin(), []);
  useAfter(LOGIN_REDIRECT_MS, () => router.history.replace(wayOn));
  return (
    <Page className="flex flex-col overflow-hidden">
      <style>{STYLE}</style>
      <NightRun className="h-[66dvh] shrink-0" />
      <div className="flex flex-1 flex-col items-center gap-5 px-6 pt-6 pb-10 text-center">
        <h1
          ref={title}
          tabIndex={-1}
          className="headline text-5xl wrap-anywhere outline-none md:text-7xl"
        >
          Welcome back, {name}
        </h1>
        <div aria-hidden className="h-1 w-48 overflow-hidden rounded-full bg-night-700">
          <div className="wr-fill h-full bg-amber" />
        </div>
      </div>
    </Page>
  );
};
