import { startTransition, useEffect, useState } from "react";
import { isPageShown } from "./page-marks.ts";

/** False where the browser itself leads back to a place on the page, which must be there. */
const isNewVisit = () =>
  typeof performance === "undefined" ||
  performance
    .getEntriesByType("navigation")
    .every((entry) => !("type" in entry) || entry.type === "navigate");

/**
 * While the page opens, what a phone shows of it at first is drawn at once and the rest right after that: what can
 * be seen need not wait. Later all is drawn at once, so that a way back finds its place again.
 * @param hasRest whether it is known yet what there is to draw, and that it is more.
 * @returns whether the rest is to be drawn.
 */
export const useInTurn = (hasRest: boolean): boolean => {
  const [isRestDrawn, setRestDrawn] = useState(() => isPageShown() || !isNewVisit());
  useEffect(() => {
    if (hasRest) startTransition(() => setRestDrawn(true));
  }, [hasRest]);
  return isRestDrawn;
};
