import type { Page } from "@playwright/test";

/** In the page: what can be pressed and is smaller than WCAG's 24 by 24 px, by its words and its size. */
const measureTargets = () => {
  const LEAST_PX = 24;
  const PRESSED =
    "a[href], button, input:not([type=hidden]), select, textarea, summary, [role=tab], [role=checkbox], [role=switch]";
  const isLarge = (element: Element) => {
    const { width, height } = element.getBoundingClientRect();
    return width >= LEAST_PX && height >= LEAST_PX;
  };
  return [...document.querySelectorAll(PRESSED)]
    .filter((element) => {
      const { width, height } = element.getBoundingClientRect();
      // What lies over all of its row is pressed there.
      const { position, content } = getComputedStyle(element, "::after");
      const reachesOut = position === "absolute" && content !== "none";
      // For readers alone, like the skip link until it has the focus.
      const isHidden = width < 2 && height < 2;
      const isThere = element.checkVisibility({ visibilityProperty: true, opacityProperty: true });
      const isInactive = element.matches(":disabled, [aria-hidden=true] *, [inert] *");
      // Links in a sentence are as high as its lines.
      const isInline = element.matches("a") && getComputedStyle(element).display === "inline";
      if (isHidden || !isThere || isInactive || isInline || reachesOut) return false;
      const isLabelled =
        element instanceof HTMLInputElement || element instanceof HTMLButtonElement;
      const labels = isLabelled ? [...(element.labels ?? [])] : [];
      return ![element, ...labels].some(isLarge);
    })
    .map((element) => {
      const { width, height } = element.getBoundingClientRect();
      const words = element.getAttribute("aria-label") ?? element.textContent.trim();
      return `${element.tagName.toLowerCase()} "${words.slice(0, 40)}" ${width} by ${height}`;
    });
};

/** What can be pressed on a page and is smaller than 24 by 24 px, but for links in sentences. */
export const smallTargets = (page: Page): Promise<string[]> => page.evaluate(measureTargets);
