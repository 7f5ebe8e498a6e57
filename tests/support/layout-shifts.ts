import type { Page } from "@playwright/test";

/** Part of a page that moved without anybody having asked for it: how much of the screen, and what. */
type LayoutShift = { value: number; moved: string[] };

/** What the browser says of a shift; TypeScript's library does not know it yet. */
type ShiftEntry = PerformanceEntry & {
  value: number;
  sources: { node: Node | null; previousRect: DOMRectReadOnly; currentRect: DOMRectReadOnly }[];
};

type Recorded = { layoutShifts: LayoutShift[]; takeLayoutShifts: () => void };

/** From the next address on, each document of the page records what moves in it. */
export const recordShifts = (page: Page): Promise<unknown> =>
  page.addInitScript(() => {
    const layoutShifts: LayoutShift[] = [];
    const keep = (entries: PerformanceEntryList) => {
      for (const { value, sources } of entries as ShiftEntry[]) {
        const moved = sources.map(({ node, previousRect, currentRect }) => {
          const element = node instanceof Element ? node : node?.parentElement;
          const name = `${node?.nodeName} ${element?.getAttribute("class")} "${node?.textContent}"`;
          const [from, to] = [previousRect, currentRect].map(({ x, y, width, height }) =>
            [x, y, width, height].join(" "),
          );
          return `${name}: ${from} → ${to}`;
        });
        layoutShifts.push({ value, moved });
      }
    };
    const observer = new PerformanceObserver((list) => keep(list.getEntries()));
    observer.observe({ type: "layout-shift", buffered: true });
    const takeLayoutShifts = () => keep(observer.takeRecords());
    Object.assign(window, { layoutShifts, takeLayoutShifts } satisfies Recorded);
  });

/** Two frames: what is known to the page is laid out and drawn then. */
const untilDrawn = (page: Page) =>
  page.evaluate(async () => {
    for (let frame = 0; frame < 2; frame += 1)
      await new Promise((resolve) => requestAnimationFrame(resolve));
  });

/** What has moved in the page's document up to now; the browser tells of a shift some time after it. */
export const shiftsOf = async (page: Page): Promise<LayoutShift[]> => {
  await untilDrawn(page);
  return page.evaluate(() => {
    const recorded = window as unknown as Recorded;
    recorded.takeLayoutShifts();
    return recorded.layoutShifts;
  });
};

/** By how much of the screen all of it has moved together: 0 for not at all. */
const sumOf = (shifts: readonly LayoutShift[]): number =>
  shifts.reduce((sum, { value }) => sum + value, 0);

/** What has moved, where it is more than `max` of the screen altogether; nothing else. */
export const shiftsOver = async (page: Page, max: number): Promise<LayoutShift[]> => {
  const shifts = await shiftsOf(page);
  return sumOf(shifts) > max ? shifts : [];
};

/**
 * Waits until the page's fonts are there and drawn: a text that is drawn in another font moves what stands
 * below it. The browser asks for a font when it lays out a text in it, not before.
 */
export const untilFontsAreDrawn = async (page: Page): Promise<void> => {
  await untilDrawn(page);
  await page.evaluate(() => document.fonts.ready.then(() => null));
  await untilDrawn(page);
};
