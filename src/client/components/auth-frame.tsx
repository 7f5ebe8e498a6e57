import { Link } from "@tanstack/react-router";
import { type ReactNode, useEffect, useRef } from "react";
import type { SendProblem } from "#client/lib/api-error.ts";
import { cn } from "#client/lib/cn.ts";
import { useOwnLang, useSite } from "#client/lib/site.ts";
import { BrandMark, MarkInLight } from "./brand/brand-mark.tsx";
import { Page } from "./page.tsx";
import { StillSwitch } from "./still-switch.tsx";
import { Alert } from "./ui/alert.tsx";
import { Button } from "./ui/button.tsx";

/** A link within a sentence, or alone below a form. */
export const TEXT_LINK =
  "font-semibold text-accent underline-offset-4 hover:text-accent-strong hover:underline";

/** Stands where a form was that has been sent, and takes over the focus that its button had. */
export const Outcome = ({ children }: { children: ReactNode }) => {
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => place.current?.focus(), []);
  return (
    <div ref={place} tabIndex={-1} className="grid gap-5 outline-none">
      {children}
    </div>
  );
};

type FormProblemProps = {
  /** What became of the last attempt; null while all is well. */
  problem: SendProblem | null;
  /** Stands before the sentence. */
  title?: string;
  /** What else the person can do. */
  children?: ReactNode;
};

/** Why a form was not taken. Where nothing was answered, its button sends the form once more. */
export const FormProblem = ({ problem, title, children }: FormProblemProps) =>
  problem !== null && (
    <div className="grid justify-items-start gap-3">
      <Alert kind="error" className="w-full">
        {title !== undefined && <p className="font-bold text-ember">{title}</p>}
        <p>{problem.sentence}</p>
      </Alert>
      {children}
      {problem.isUnanswered && (
        <Button type="submit" variant="outline">
          Try again
        </Button>
      )}
    </div>
  );

/** Where the shut eyes lie, in the box of the open ones. */
const LIDS = "M67.500 73q14 2.500 26-12M52.500 73q-14 2.500-26-12";

/**
 * The den layers are drawn in a box of 700x900, of which the files show twice as much. While a
 * password is typed out of sight, the lynx shuts its eyes.
 */
const STYLE = `
.as-box{position:absolute;left:74%;bottom:-40%;height:140%;aspect-ratio:700/900;translate:-48% 0}
@media (min-width:64rem){.as-box{left:50%;bottom:-9%;height:min(96%,62rem)}}
.as-box>*{position:absolute;inset:0;width:100%;height:100%;max-width:none}
.as-wide{scale:2}
.as-eyes{transform-origin:33% 27.1%;animation:hs-blink 8.4s linear infinite}
.as-look,.as-lids{transition:opacity .18s,transform .18s;transform-origin:33% 27.1%}
.as-lids{opacity:0}
.auth:has(input[type=password]:focus) .as-look{transform:scaleY(.05);opacity:0}
.auth:has(input[type=password]:focus) .as-lids{opacity:1}
.as-aurora{animation:hs-drift-a 34s ease-in-out infinite alternate}
@media (prefers-reduced-motion:reduce){.as-eyes,.as-aurora{animation:none}}
`;

type AuthSceneProps = { className?: string };

/**
 * The lynx before its moon, watching who comes to the door. Shuts its eyes while a password is
 * written out of sight inside the same `.auth`. Decoration; fills the box it is given.
 */
const AuthScene = ({ className }: AuthSceneProps) => (
  <div
    className={cn(
      "overflow-hidden bg-[linear-gradient(180deg,#050908,#07110f_26%,#0a1b18_50%,#12332b_74%,#1c4a3d)]",
      className,
    )}
    aria-hidden="true"
  >
    <style>{STYLE}</style>
    <img src="/art/hero/stars.svg" alt="" className="absolute inset-0 size-full object-cover" />
    <div className="as-aurora absolute top-0 -left-1/4 h-3/5 w-[150%] bg-[url(/art/hero/aurora-a.webp)] bg-size-[100%_100%]" />
    <div className="as-box">
      <img src="/art/hero/moon.svg" alt="" className="as-wide" />
    </div>
    <img
      src="/art/hero/land.svg"
      alt=""
      className="absolute top-[54%] left-0 aspect-[16/5] min-h-[46%] w-full max-w-none object-cover object-bottom"
    />
    <div className="as-box">
      <img src="/art/hero/den.svg" alt="" className="as-wide" />
      <div className="as-look">
        <img src="/art/hero/eyes.svg" alt="" className="as-eyes size-full max-w-none" />
      </div>
      <svg viewBox="0 0 700 900" className="as-lids">
        <path
          d={LIDS}
          transform="translate(167.100 171.500) scale(1.064)"
          strokeWidth="2.500"
          strokeLinecap="round"
          className="fill-none stroke-accent-deep"
        />
      </svg>
    </div>
    <img
      src="/art/hero/front.svg"
      alt=""
      className="absolute top-[68%] left-0 aspect-[16/5] min-h-[34%] w-full max-w-none object-cover object-left-bottom"
    />
  </div>
);

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
      <BrandMark className="size-11 shrink-0 text-ink transition-transform duration-300 group-hover:scale-105" />
      <span
        className={cn(
          "relative truncate font-display text-3xl leading-none font-black tracking-wide display-case",
          brand.scene === "den" && "[text-shadow:0_1px_10px_#050908]",
        )}
      >
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
  const Scene = brand.scene === "den" ? AuthScene : MarkInLight;
  return (
    <Page className="auth relative isolate flex flex-col bg-ground-950 lg:bg-[radial-gradient(60rem_44rem_at_52%_50%,var(--color-glow-dim),transparent)] lg:grid lg:grid-cols-[minmax(0,1.1fr)_minmax(30rem,1fr)]">
      <Logo />
      <div className="relative h-56 sm:h-72 lg:sticky lg:top-0 lg:h-dvh">
        <Scene className="absolute inset-0 lg:[clip-path:polygon(0_0,calc(100%-7rem)_0,100%_50%,calc(100%-7rem)_100%,0_100%)]" />
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
            className="fill-none stroke-accent/40"
          />
        </svg>
        <div className="absolute inset-x-0 bottom-0 h-24 bg-linear-to-t from-ground-950 lg:hidden" />
        <p
          {...useOwnLang()}
          className="headline absolute bottom-10 left-8 hidden max-w-[min(28rem,calc(100%-11rem))] text-3xl lg:block xl:text-4xl"
        >
          {brand.tagline}
        </p>
      </div>
      {/* Its beginning stays where it is while the rest of the page arrives: in the middle it would move. */}
      <div className="relative -mt-8 flex flex-1 flex-col px-5 pb-12 lg:mt-0 lg:px-12 lg:pt-[max(4rem,calc(50svh-22rem))] lg:pb-16">
        <div className="mx-auto w-full max-w-md">
          <h1 className="headline text-5xl wrap-anywhere sm:text-6xl xl:text-7xl">{title}</h1>
          {text !== undefined && (
            <div className="mt-4 text-lg leading-relaxed text-pretty text-muted">{text}</div>
          )}
          <div className="mt-8">{children}</div>
          {footer != null && footer !== false && (
            <div className="mt-8 border-t border-ground-700 pt-6 text-muted">{footer}</div>
          )}
          <div className="mt-4 text-sm">
            <StillSwitch />
          </div>
        </div>
      </div>
    </Page>
  );
};
