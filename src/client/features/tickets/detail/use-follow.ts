import {
  type RefObject,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useRef,
  useState,
} from "react";
import { prefersReducedMotion } from "#client/lib/scroll.ts";

/** Whoever is so close to the end wants to see what comes. */
const NEAR_PX = 180;

/** How far below the screen the end of an element is; its `scroll-margin-bottom` is kept free. */
const restBelow = (element: HTMLElement): number => {
  const marginPx = Number.parseFloat(getComputedStyle(element).scrollMarginBottom) || 0;
  return element.getBoundingClientRect().bottom + marginPx - window.innerHeight;
};

/**
 * Keeps the end of a growing thread in view on opening, and for as long as one stays near it; keeps
 * what one reads where it is when earlier messages come in above.
 * @param firstId the oldest message that is shown.
 * @param lastId the newest one.
 */
export const useFollow = (
  thread: RefObject<HTMLElement | null>,
  firstId: number | undefined,
  lastId: number | undefined,
) => {
  const [hasNew, setHasNew] = useState(false);
  const follows = useRef(true);
  /** Without a word said yet, the ticket itself is what there is to read. */
  const hasEnd = useRef(lastId !== undefined);
  const isSettled = useRef(false);
  const heightPx = useRef(0);
  const shown = useRef({ firstId, lastId });

  const toEnd = useEffectEvent((behavior: ScrollBehavior) => {
    const restPx = thread.current === null || !hasEnd.current ? 0 : restBelow(thread.current);
    if (restPx > 0) window.scrollBy({ top: restPx, behavior });
  });
  const look = useEffectEvent(() => {
    if (thread.current === null || !isSettled.current) return;
    follows.current = restBelow(thread.current) <= NEAR_PX;
    if (follows.current) setHasNew(false);
  });

  useLayoutEffect(() => {
    const before = shown.current;
    shown.current = { firstId, lastId };
    hasEnd.current ||= lastId !== undefined;
    if (thread.current === null) return;
    const addedPx = thread.current.offsetHeight - heightPx.current;
    heightPx.current = thread.current.offsetHeight;
    if (firstId !== undefined && before.firstId !== undefined && firstId < before.firstId) {
      window.scrollBy({ top: addedPx, behavior: "instant" });
      look();
    } else if (lastId !== before.lastId && !follows.current) setHasNew(true);
  }, [thread, firstId, lastId]);

  useEffect(() => {
    const element = thread.current;
    if (element === null) return undefined;
    const observer = new ResizeObserver(() => {
      heightPx.current = element.offsetHeight;
      if (follows.current) toEnd("instant");
    });
    observer.observe(element);
    // The router scrolls a new screen to its top: the thread has the last word.
    const frame = requestAnimationFrame(() => {
      toEnd("instant");
      isSettled.current = true;
    });
    const onScroll = () => look();
    window.addEventListener("scroll", onScroll, { passive: true });
    return () => {
      observer.disconnect();
      cancelAnimationFrame(frame);
      window.removeEventListener("scroll", onScroll);
    };
  }, [thread]);

  return {
    /** True where something came in below what one reads. */
    hasNew,
    /** From now on the end is followed again, as after one has sent something. */
    follow: () => {
      follows.current = true;
      hasEnd.current = true;
      setHasNew(false);
    },
    jumpToEnd: () => {
      follows.current = true;
      setHasNew(false);
      if (thread.current === null) return;
      const top = Math.max(0, restBelow(thread.current));
      window.scrollBy({ top, behavior: prefersReducedMotion() ? "instant" : "smooth" });
    },
  };
};
