import { useElementScrollRestoration, useRouter } from "@tanstack/react-router";
import { useEffect, useRef } from "react";

/** What has not come by then is not waited for: a page that moves later would surprise whoever reads. */
const PATIENCE_MS = 10_000;

/** By these a person shows that they go elsewhere. */
const INPUTS = ["wheel", "touchmove", "pointerdown", "keydown"];

/** Scrolls as soon as the page is long enough, unless the person does something before. @returns ends the wait. */
const scrollOnceLongEnough = (top: number): (() => void) => {
  const page = document.documentElement;
  const ended = new AbortController();
  const observer = new ResizeObserver(() => {
    if (page.scrollHeight - window.innerHeight < top) return;
    ended.abort();
    window.scrollTo({ top, behavior: "instant" });
  });
  const end = () => ended.abort();
  ended.signal.addEventListener("abort", () => observer.disconnect());
  const timer = setTimeout(end, PATIENCE_MS);
  for (const input of INPUTS)
    window.addEventListener(input, end, { passive: true, signal: ended.signal });
  observer.observe(document.body);
  return () => {
    clearTimeout(timer);
    end();
  };
};

/**
 * Leads back to where a person was who reloads a screen far down: the browser tries so while the screen is
 * still short, since its rows come later.
 */
export const useKeptPlace = (): void => {
  const entry = useElementScrollRestoration({ getElement: () => window });
  // The end of a page that is shown larger may lie a part of a pixel further down than its height says.
  const top = useRef(Math.floor(entry?.scrollY ?? 0));
  const router = useRouter();
  useEffect(() => {
    if (top.current === 0) return undefined;
    const end = scrollOnceLongEnough(top.current);
    const unsubscribe = router.subscribe("onBeforeNavigate", ({ pathChanged }) => {
      if (pathChanged) end();
    });
    return () => {
      unsubscribe();
      end();
    };
  }, [router]);
};
