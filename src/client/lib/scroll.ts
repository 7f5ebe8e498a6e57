import { type RefObject, useEffect, useState } from "react";
import { HASH_SCROLL_MS, HASH_SCROLL_OFFSET_PX } from "#shared/constants/time.ts";

/** True from the moment on in which the element first came near the screen. */
export const useInView = (ref: RefObject<Element | null>, margin = "200px"): boolean => {
  const [hasBeenSeen, setSeen] = useState(false);
  useEffect(() => {
    if (ref.current === null || hasBeenSeen) return undefined;
    const observer = new IntersectionObserver(
      (entries) => entries.some((entry) => entry.isIntersecting) && setSeen(true),
      { rootMargin: margin },
    );
    observer.observe(ref.current);
    return () => observer.disconnect();
  }, [ref, margin, hasBeenSeen]);
  return hasBeenSeen;
};

/** True when the person asked their system for less motion. */
export const prefersReducedMotion = () =>
  window.matchMedia("(prefers-reduced-motion: reduce)").matches;

const easeInOut = (t: number) => (t < 0.5 ? 4 * t ** 3 : 1 - (-2 * t + 2) ** 3 / 2);

let running = 0;

const scrollToY = (targetY: () => number) => {
  cancelAnimationFrame(running);
  const isAtOnce = prefersReducedMotion();
  const from = window.scrollY;
  const startedAt = performance.now();
  const step = (now: number) => {
    const t = Math.min(1, (now - startedAt) / HASH_SCROLL_MS);
    const share = isAtOnce ? 1 : easeInOut(t);
    // Asked anew in every frame: what loads meanwhile moves the target.
    window.scrollTo({ top: from + (targetY() - from) * share, behavior: "instant" });
    if (t < 1) running = requestAnimationFrame(step);
  };
  if (isAtOnce) step(startedAt);
  else running = requestAnimationFrame(step);
};

// A person who scrolls by hand is not pulled along.
const letGo = () => cancelAnimationFrame(running);

/** Lets wheel, pointer and keys interrupt a running hash scroll. */
export const listenForManualScroll = () => {
  for (const event of ["wheel", "pointerdown", "keydown"])
    window.addEventListener(event, letGo, { passive: true });
};

const idOf = (hash: string) => {
  const raw = hash.replace(/^#/, "");
  try {
    return decodeURIComponent(raw);
  } catch {
    // A person may type anything behind the `#`.
    return raw;
  }
};

/**
 * Scrolls to the element of a hash link: 1000 ms, 200 px offset; at once under reduced motion.
 * @param hash with or without `#`; `home` and an empty hash are the top of the page.
 * @returns false where there is no such element.
 */
export const scrollToHash = (hash: string): boolean => {
  const id = idOf(hash);
  if (id === "" || id === "home") {
    scrollToY(() => 0);
    return true;
  }
  // oxlint-disable-next-line unicorn/prefer-query-selector -- an id from an address is no selector
  const element = document.getElementById(id);
  if (element === null) return false;
  scrollToY(() =>
    Math.max(
      0,
      Math.min(
        element.getBoundingClientRect().top + window.scrollY - HASH_SCROLL_OFFSET_PX,
        document.documentElement.scrollHeight - window.innerHeight,
      ),
    ),
  );
  return true;
};
