import { Link, Outlet } from "@tanstack/react-router";
import { Suspense, useEffect, useState } from "react";
import { LynxMark } from "#client/components/brand/lynx-mark.tsx";
import { lazyPart } from "#client/lib/chunks.ts";
import { useSite } from "#client/lib/site.ts";
import { SHELL } from "#shared/messages.ts";
import { Bar } from "./bar.tsx";

const linkClass =
  "inline-flex min-h-11 items-center text-muted underline-offset-4 transition-colors hover:text-amber-strong hover:underline";

export const Footer = () => {
  const { brand } = useSite();
  return (
    <footer className="mt-auto border-t border-night-700 bg-night-950">
      <div className="shell flex flex-col gap-6 py-10 md:flex-row md:items-center md:justify-between">
        <div className="flex items-center gap-3">
          <LynxMark className="size-9 text-muted" />
          <div>
            <p className="font-display text-xl font-extrabold uppercase leading-none tracking-wide">
              {brand.name}
            </p>
            <p className="mt-1 text-sm text-faint">{SHELL.runByPlayers}</p>
          </div>
        </div>
        <nav aria-label="Footer" className="flex flex-wrap gap-x-7">
          <Link to="/zlg-rules" className={linkClass}>
            Rules
          </Link>
          <Link to="/privacy-policy" className={linkClass}>
            Privacy Policy
          </Link>
          <a href={`mailto:${brand.contactEmail}`} className={linkClass}>
            Contact
          </a>
        </nav>
      </div>
    </footer>
  );
};

const BackToTop = lazyPart(() => import("#client/components/back-to-top.tsx"));

/** Offers the way back once one is two screens down. */
const FarDown = () => {
  const [isFar, setFar] = useState(false);
  useEffect(() => {
    const look = () => setFar(window.scrollY > 2 * window.innerHeight);
    // An address may have led far down before this listens.
    look();
    window.addEventListener("scroll", look, { passive: true });
    return () => window.removeEventListener("scroll", look);
  }, []);
  return (
    isFar && (
      <Suspense>
        <BackToTop />
      </Suspense>
    )
  );
};

/** The frame of every screen that shows the navigation bar. */
export const SiteLayout = () => (
  <>
    <Bar />
    <Outlet />
    <Footer />
    <FarDown />
  </>
);
