import type { BrowserContext, Page } from "@playwright/test";

/** A browser of one person at one site. */
export type Window = {
  origin: string;
  context: BrowserContext;
  /** The tab that it opened first. */
  page: Page;
  openTab: () => Promise<Page>;
  /** What its pages said that they should not have. */
  noises: string[];
};

/** One that is used by one test after the other. */
export type Kept = Window & {
  kind: string;
  /** Whether a test changed something that cannot be taken back. */
  isChanged: () => boolean;
};

/** What changes a window for good: scripts at the start, other clocks, listeners and the like. */
const CHANGES = {
  context: [
    "addInitScript",
    "addListener",
    "exposeBinding",
    "exposeFunction",
    "grantPermissions",
    "newCDPSession",
    "on",
    "once",
    "setOffline",
  ],
  page: [
    "addInitScript",
    "addLocatorHandler",
    "addListener",
    "emulateMedia",
    "exposeBinding",
    "exposeFunction",
    "on",
    "once",
    "setExtraHTTPHeaders",
    "setViewportSize",
  ],
  clock: ["fastForward", "install", "pauseAt", "runFor", "setFixedTime", "setSystemTime"],
} as const;

const watch = (target: object, names: readonly string[], onCall: () => void): void => {
  for (const name of names) {
    const method: unknown = Reflect.get(target, name);
    if (typeof method !== "function") throw new Error(`Playwright has no ${name}.`);
    Reflect.set(target, name, (...args: unknown[]): unknown => {
      onCall();
      return Reflect.apply(method, target, args);
    });
  }
};

const keep = (kind: string, window: Window): Kept => {
  const { context, page } = window;
  let isChanged = false;
  const onCall = () => {
    isChanged = true;
  };
  watch(context, CHANGES.context, onCall);
  watch(context.clock, CHANGES.clock, onCall);
  watch(page, CHANGES.page, onCall);
  return { ...window, kind, isChanged: () => isChanged };
};

/** A page of the site without scripts, at which storage can be reached while nobody uses it. */
const QUIET = "/robots.txt";

const goQuiet = ({ page, origin }: Window) => page.goto(new URL(QUIET, origin).href);

/**
 * What a test's routes still do for a page is of no interest any more: they would fail, and the test with
 * them, where the page is gone before they end.
 */
const endRoutes = async (context: BrowserContext): Promise<void> => {
  for (const routed of [context, ...context.pages()])
    await routed.unrouteAll({ behavior: "ignoreErrors" }).catch((error: unknown) => {
      // A popup may close by itself meanwhile, and its routes with it.
      if (!String(error).includes("has been closed")) throw error;
    });
};

/** Closes a window, whatever its pages are being answered just now. */
export const closeWindow = async ({ context }: Pick<Window, "context">): Promise<void> => {
  await endRoutes(context);
  await context.close();
};

/** Leaves nothing of a test in the window. */
const empty = async (used: Window): Promise<void> => {
  const { context, page } = used;
  await endRoutes(context);
  const others = context.pages().filter((tab) => tab !== page);
  await Promise.all(others.map((tab) => tab.close()));
  await goQuiet(used);
  await context.clearCookies();
  await page.evaluate(async () => {
    window.name = "";
    localStorage.clear();
    sessionStorage.clear();
    for (const { name = "" } of await indexedDB.databases()) indexedDB.deleteDatabase(name);
  });
};

const free: Kept[] = [];

/**
 * A window that no test uses, or a new one, at a page without scripts. A new window costs more than
 * the page that is opened in it: a process, an empty cache, scripts that are compiled anew.
 * @param kind windows of one kind are alike.
 */
export const borrowWindow = async (kind: string, open: () => Promise<Window>): Promise<Kept> => {
  const at = free.findLastIndex((window) => window.kind === kind);
  const [known] = at < 0 ? [] : free.splice(at, 1);
  if (known !== undefined) return known;
  const opened = keep(kind, await open());
  await goQuiet(opened);
  return opened;
};

/** Keeps a window for the next test, or closes it where it cannot be made as it was. */
export const returnWindow = async (window: Kept): Promise<void> => {
  const isEmpty =
    !window.isChanged() &&
    !window.page.isClosed() &&
    (await empty(window).then(
      () => true,
      () => false,
    ));
  if (isEmpty) free.push(window);
  else await closeWindow(window);
};
