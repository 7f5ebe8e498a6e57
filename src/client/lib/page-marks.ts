import type { RouterHistory } from "@tanstack/react-router";
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

const keyOfEntry = () => (window.history.state as { __TSR_key?: string } | null)?.__TSR_key;

/**
 * Chromium at times goes back without a `popstate`, where Back follows at once after a page was
 * added: the address changes, and the screen would stay. Its Navigation API knows of it all the same.
 */
export const reportMissedPopstate = (history: RouterHistory) => {
  // Where a screen asks before it is left, Back was told of, and the router stays where it is.
  let toldOf: string | undefined;
  window.addEventListener("popstate", () => {
    toldOf = keyOfEntry();
  });
  window.navigation?.addEventListener("navigatesuccess", () => {
    // After whatever the router is about to write into the browser's history.
    setTimeout(() => {
      const key = keyOfEntry();
      if (key === history.location.state.__TSR_key) {
        // It has arrived. Another way back to the same entry is told of anew, or missed.
        toldOf = undefined;
        return;
      }
      if (key === undefined || key === toldOf) return;
      dispatchEvent(new PopStateEvent("popstate", { state: window.history.state as unknown }));
    });
  });
};

const find = (name: string) =>
  document.querySelector<HTMLInputElement>(`input[name="${CSS.escape(name)}"]`);

/** Not by the field's own setter: React would take the value for one that it has set itself. */
const setValue = (field: HTMLInputElement, value: string) =>
  Reflect.set(HTMLInputElement.prototype, "value", value, field);

/**
 * What was done in a form that the server rendered, before the application draws the same one.
 * @param shell the rendered screen.
 * @returns does the same in the application's form: to be called once that is there.
 */
export const takeTypedEarly = (shell: Element): (() => void) => {
  const fields = [...shell.querySelectorAll("input")].map(({ name, value }) => ({ name, value }));
  const focused = document.activeElement instanceof HTMLInputElement && document.activeElement.name;
  const wasSent = shell.querySelector("form[data-sent]") !== null;
  return () => {
    for (const { name, value } of fields) {
      const field = value === "" ? null : find(name);
      if (field === null) continue;
      setValue(field, value);
      field.dispatchEvent(new Event("input", { bubbles: true }));
    }
    if (typeof focused === "string") find(focused)?.focus();
    if (wasSent) document.querySelector("form")?.requestSubmit();
  };
};
