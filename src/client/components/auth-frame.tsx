import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { LynxMark } from "#client/components/brand/lynx-mark.tsx";
import { useSite } from "#client/lib/site.ts";
import { AuthScene } from "./auth-scene.tsx";
import { Page } from "./page.tsx";

type AuthFrameProps = {
  title: ReactNode;
  /** A sentence or two below the title. */
  text?: ReactNode;
  /** Where else a person can go from here; null or false for nowhere. */
  footer?: ReactNode;
  children: ReactNode;
};

const Logo = () => {
  const { brand } = useSite();
  return (
    <Link
      to="/"
      aria-label={`${brand.name}, home`}
      className="group absolute top-4 left-5 z-10 flex max-w-[calc(100%-2.5rem)] items-center gap-2.5 md:top-6 md:left-8"
    >
      <LynxMark className="size-11 shrink-0 text-bone transition-transform duration-300 group-hover:scale-105" />
      <span className="truncate font-display text-3xl leading-none font-black tracking-wide uppercase [text-shadow:0_1px_10px_#050908]">
        {brand.name}
      </span>
    </Link>
  );
};

/**
 * The frame of the screens at the door, which have no navigation bar: the lynx beside the form, or
 * above it on a phone. The logo leads home.
 */
export const AuthFrame = ({ title, text, footer, children }: AuthFrameProps) => {
  const { brand } = useSite();
  return (
    <Page className="auth relative isolate flex flex-col bg-night-950 lg:bg-[radial-gradient(60rem_44rem_at_52%_50%,#15251d,transparent)] lg:grid lg:grid-cols-[minmax(0,1.1fr)_minmax(30rem,1fr)]">
      <Logo />
      <div className="relative h-56 sm:h-72 lg:sticky lg:top-0 lg:h-dvh">
        <AuthScene className="absolute inset-0 lg:[clip-path:polygon(0_0,calc(100%-7rem)_0,100%_50%,calc(100%-7rem)_100%,0_100%)]" />
        <svg
          viewBox="0 0 7 100"
          preserveAspectRatio="none"
          aria-hidden="true"
          className="absolute inset-y-0 right-0 hidden h-full w-28 lg:block"
        >
          <path
            d="M0 0 7 50 0 100"
            vectorEffect="non-scaling-stroke"
            strokeWidth="2"
            className="fill-none stroke-amber/40"
          />
        </svg>
        <div className="absolute inset-x-0 bottom-0 h-24 bg-linear-to-t from-night-950 lg:hidden" />
        <p className="headline absolute bottom-10 left-8 hidden max-w-[min(28rem,calc(100%-11rem))] text-3xl lg:block xl:text-4xl">
          {brand.tagline}
        </p>
      </div>
      <div className="relative -mt-8 flex flex-1 flex-col px-5 pb-12 lg:mt-0 lg:justify-center lg:px-12 lg:py-16">
        <div className="mx-auto w-full max-w-md">
          <h1 className="headline text-5xl wrap-anywhere sm:text-6xl xl:text-7xl">{title}</h1>
          {text !== undefined && (
            <div className="mt-4 text-lg leading-relaxed text-pretty text-muted">{text}</div>
          )}
          <div className="mt-8">{children}</div>
          {footer != null && footer !== false && (
            <div className="mt-8 border-t border-night-700 pt-6 text-muted">{footer}</div>
          )}
        </div>
      </div>
    </Page>
  );
};
