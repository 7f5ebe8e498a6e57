import { useEffect, useLayoutEffect } from "react";

/** What the frame of the page goes by, wherever on the page it is shown: a class of `<html>` (styles.css). */
export type PageMark =
  /** A navigation at the lower edge, on small screens. */
  | "has-bottom-bar"
  /** A post that lies at the lower edge. */
  | "has-pinned"
  /** The thread of a ticket. */
  | "has-thread"
  /** A table that takes more of a wide screen. */
  | "has-wide-page"
  /** A panel that slides in. */
  | "has-sheet"
  /** The question about changed policies, at the lower edge. */
  | "has-policy-prompt"
  /** A placeholder as high as the screen. */
  | "has-placeholder"
  /** Somebody types or chooses, anywhere. */
  | "is-typing"
  /** Somebody is in a form that the bar at the lower edge makes way for. */
  | "is-writing";

const counts = new Map<PageMark, number>();

const add = (mark: PageMark, by: 1 | -1) => {
  const count = (counts.get(mark) ?? 0) + by;
  counts.set(mark, count);
  document.documentElement.classList.toggle(mark, count > 0);
};

/**
 * Sets a mark of the page while this is on it. With `:has()` the style sheet could see for itself, but
 * every change of the page would have all of it styled anew.
 */
export const usePageMark = (mark: PageMark): void => {
  useLayoutEffect(() => {
    add(mark, 1);
    return () => add(mark, -1);
  }, [mark]);
};

/** The same where it goes by what is drawn: stands in it, and is nothing itself. */
export const MarksPage = ({ mark }: { mark: PageMark }): null => {
  usePageMark(mark);
  return null;
};

/** False while a page opens and in a page that the server renders: `PageReady` marks one that answers. */
export const isPageShown = (): boolean =>
  typeof document !== "undefined" && document.documentElement.dataset["ready"] !== undefined;

type FocusMark = Extract<PageMark, `is-${string}`>;

/** What has the focus then. */
const FOCUSED: Readonly<Record<FocusMark, string>> = {
  "is-typing": "input, select, textarea",
  "is-writing": ".hides-bottom-bar :is(input, select, textarea, button)",
};

/** Sets a mark of the page while something that it names has the focus. */
export const useFocusMark = (mark: FocusMark): void => {
  useEffect(() => {
    const selector = FOCUSED[mark];
    let isIn = false;
    const look = (target: Element | null) => {
      const next = target?.matches(selector) === true;
      if (next !== isIn) add(mark, next ? 1 : -1);
      isIn = next;
    };
    const onFocus = ({ target }: FocusEvent) => look(target instanceof Element ? target : null);
    const onBlur = ({ relatedTarget }: FocusEvent) => {
      // The next one says so itself.
      if (relatedTarget === null) look(null);
    };
    look(document.activeElement);
    document.addEventListener("focusin", onFocus);
    document.addEventListener("focusout", onBlur);
    return () => {
      document.removeEventListener("focusin", onFocus);
      document.removeEventListener("focusout", onBlur);
      look(null);
    };
  }, [mark]);
};
