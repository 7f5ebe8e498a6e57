import { mkdir } from "node:fs/promises";
import { join, resolve } from "node:path";
import { AxeBuilder } from "@axe-core/playwright";
import {
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  type ConsoleMessage,
  expect,
  type Page,
} from "@playwright/test";
import { PREVIEW_FRAME } from "#client/lib/preview.ts";
import { launchBrowser, type Screen, SCREENS } from "#scripts/browser.ts";
import { afterThisTest } from "./cleanup.ts";
import { borrowWindow, closeWindow, returnWindow, type Window } from "./kept-windows.ts";
import { whenTestsEnd } from "./tests-end.ts";

const KEEPS_SCREENSHOTS = process.env["KEEP_SCREENSHOTS"] === "1";
const SCREENSHOT_DIR = resolve(import.meta.dir, "../../.tmp/screenshots");
/** How long a browser test waits for what it expects to see: long, since a machine may be busy. */
const PATIENCE_MS = 120_000;

// Web-first assertions, with the browser tests' patience.
export const see = expect.configure({ timeout: PATIENCE_MS });

export type OpenedPage = {
  page: Page;
  context: BrowserContext;
  /** Opens another tab of the same browser. */
  openTab: () => Promise<Page>;
  /** Noise that this browser test causes on purpose, such as the console's line about a 404. */
  expectNoise: (pattern: RegExp) => void;
};

let browser: Promise<Browser> | null = null;

/**
 * The world outside is not there. Playwright could refuse it for each request, but then every request
 * would stop on its way, and the browser would keep nothing in its cache.
 */
const NO_OUTSIDE = "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE localhost, EXCLUDE 127.0.0.1";

/**
 * Pages of tests live for seconds. What V8's two optimising compilers make of their scripts costs more
 * than it saves in that time, and a process for each tab of a context more than the tab.
 */
const SHORT_LIVED = [
  "--js-flags=--no-opt,--no-maglev",
  "--process-per-site",
  "--renderer-process-limit=1",
];

const launchShared = async (): Promise<Browser> => {
  const launched = await launchBrowser(NO_OUTSIDE, ...SHORT_LIVED);
  whenTestsEnd(() => launched.close());
  return launched;
};

/** One browser for all browser tests of the process. */
const sharedBrowser = () => (browser ??= launchShared());

/** Shows an empty page in place of other sites' addresses, to which a browser test follows a link. */
export const showOutside = (target: Page | BrowserContext, addresses: string): Promise<unknown> =>
  target.route(addresses, (route) =>
    route.fulfill({ contentType: "text/html", body: "<!doctype html><title>Outside</title>" }),
  );

/** Playwright's own word about `serviceWorkers: "block"`. */
const WORKER_BLOCKED = "Service Worker registration blocked by Playwright";

/** Navigations end requests that are still open, the live feed's among them. */
const ENDED_BY_NAVIGATION = /ERR_ABORTED/;

const describe = (message: ConsoleMessage) => {
  const { url, lineNumber } = message.location();
  return `console.${message.type()}: ${message.text()} (${url}:${lineNumber})`;
};

const listen = (page: Page, onNoise: (noise: string) => void) => {
  page.on("console", (message) => {
    if (message.text() === WORKER_BLOCKED) return;
    if (["error", "warning", "assert"].includes(message.type())) onNoise(describe(message));
  });
  page.on("pageerror", (error) => onNoise(`uncaught ${error.stack ?? error.message}`));
  page.on("requestfailed", (request) => {
    const reason = request.failure()?.errorText ?? "";
    if (!ENDED_BY_NAVIGATION.test(reason)) onNoise(`request failed: ${request.url()} ${reason}`);
  });
};

/** A page of the application counts as opened when it answers; any other when it has loaded. */
const OPENED = "html[data-ready], html:not(:has(#app))";

const openWhole = (page: Page): Page => {
  const goto = page.goto.bind(page);
  page.goto = async (...args) => {
    const response = await goto(...args);
    await page.waitForSelector(OPENED, { state: "attached" });
    return response;
  };
  return page;
};

let people = 0;

/** An address of the network that is kept for measuring, in a /24 of its own. */
export const newAddress = (): string => {
  people += 1;
  return `198.${18 + (people >> 8)}.${people & 255}.7`;
};

export type OpenPageOptions = BrowserContextOptions & {
  /** The origin of another site that is asked: the sandbox's, or one that `showOutside` stands for. */
  outside?: string;
  /** The token of whoever is signed in already. */
  token?: string;
};

/**
 * For browser tests of what lists call days: it is the middle of a day where the visitor is, so that no
 * midnight comes between what happens and what is shown.
 */
export const atMidday = (): { timezoneId: string } => {
  const behindMidday = 12 - new Date().getUTCHours();
  // These zones are named by what is to be added to their time.
  return { timezoneId: `Etc/GMT${behindMidday > 0 ? "-" : "+"}${Math.abs(behindMidday)}` };
};

/** For browser tests of how screens move: all others see them stand still, which is quicker. */
export const MOVING = { reducedMotion: "no-preference" } as const;

/** What makes the site believe that somebody asks from an address. */
export const from = (address: string) => ({ "x-forwarded-for": address });

const signedInAt = (origin: string, token: string) => ({
  cookies: [],
  origins: [{ origin, localStorage: [{ name: "authToken", value: token }] }],
});

/**
 * In the page: what lies under see-through bars and behind dialogs is drawn sharp. To blur it without a
 * graphics card takes half of the time in which pictures of a page are put together.
 */
const keepBackdropsSharp = () => {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync("* { --tw-backdrop-blur: opacity(1) !important }");
  document.adoptedStyleSheets.push(sheet);
};

const openWindow = async (
  baseURL: string,
  screen: Screen,
  options: BrowserContextOptions = {},
): Promise<Window> => {
  const { origin } = new URL(baseURL);
  const context = await (
    await sharedBrowser()
  ).newContext({
    ...SCREENS[screen],
    // Nobody looks: four times the dots of a phone would be drawn for nothing.
    ...(!KEEPS_SCREENSHOTS && { deviceScaleFactor: 1 }),
    baseURL,
    locale: "en-US",
    reducedMotion: "reduce",
    // What a service worker asks for no browser test could answer in the server's place.
    serviceWorkers: "block",
    extraHTTPHeaders: from(newAddress()),
    ...options,
  });
  context.setDefaultTimeout(PATIENCE_MS);
  if (!KEEPS_SCREENSHOTS) await context.addInitScript(keepBackdropsSharp);
  const noises: string[] = [];
  context.on("page", (page) => listen(page, (noise) => noises.push(noise)));
  context.on("request", (request) => {
    const asked = new URL(request.url());
    if (asked.protocol.startsWith("http") && asked.origin !== origin)
      if (!request.isNavigationRequest()) noises.push(`asked ${asked.origin}: ${asked.href}`);
  });
  const openTab = async () => {
    const page = await context.newPage();
    return options.javaScriptEnabled === false ? page : openWhole(page);
  };
  return { origin, context, page: await openTab(), openTab, noises };
};

/**
 * A person with a browser and an address of their own, at the given screen. When the test ends the browser is
 * closed or emptied, and anything that was not silent fails the test: console errors and warnings,
 * uncaught errors, failed requests, refusals of the content policy, requests to other sites.
 */
export const openPage = async (
  baseURL: string,
  screen: Screen = "desktop",
  { outside, token, ...options }: OpenPageOptions = {},
): Promise<OpenedPage> => {
  const { origin } = new URL(baseURL);
  const isPlain = Object.keys(options).length === 0;
  const kept = isPlain
    ? await borrowWindow(`${screen} at ${origin}`, () => openWindow(baseURL, screen))
    : null;
  const storageState = token === undefined ? undefined : signedInAt(origin, token);
  const window =
    kept ??
    (await openWindow(baseURL, screen, { ...(storageState && { storageState }), ...options }));
  const { context, page, openTab, noises } = window;
  if (kept !== null) {
    await context.setExtraHTTPHeaders(from(newAddress()));
    if (token !== undefined)
      await page.evaluate((authToken) => localStorage.setItem("authToken", authToken), token);
  }
  const expected: RegExp[] =
    outside === undefined ? [] : [new RegExp(`^asked ${RegExp.escape(outside)}: `)];
  afterThisTest(async () => {
    await (kept === null ? closeWindow(window) : returnWindow(kept));
    const received = noises
      .splice(0)
      .filter((noise) => !expected.some((pattern) => pattern.test(noise)));
    if (received.length > 0) throw new Error(`The page was not silent:\n${received.join("\n")}`);
  });
  return { context, page, openTab, expectNoise: (pattern) => void expected.push(pattern) };
};

/**
 * Lets no answer of the API reach the pages from now on. For tests that move the clock: answers carry
 * the server's time, by which a page notices that its own clock is wrong.
 */
export const holdAnswers = async (context: BrowserContext): Promise<void> => {
  await context.route("**/api/**", () => {});
};

/**
 * In the page: notes that "Try again" was clicked, and answers calls until then. It does so without a
 * task in between: a call of before the click is over when the click comes, so that none joins it.
 */
const answerUntilTriedAgain = (called: string) => {
  let isTried = false;
  addEventListener(
    "click",
    ({ target }) => {
      isTried ||=
        target instanceof Element &&
        target.closest("button")?.textContent.includes("Try again") === true;
    },
    { capture: true },
  );
  const ask = window.fetch;
  const fail = (input: RequestInfo | URL, init?: RequestInit): Promise<Response> => {
    const { pathname } = new URL(input instanceof Request ? input.url : input, location.href);
    if (isTried || !pathname.startsWith("/api/trpc/") || !pathname.includes(called))
      return ask(input, init);
    const refused = new Response("{}", { status: 503 });
    refused.json = async () => ({});
    refused.text = async () => "{}";
    return Promise.resolve(refused);
  };
  window.fetch = Object.assign(fail, ask);
};

/**
 * Makes a call fail with 503 until "Try again" is clicked, on the page as it is and on those that it
 * opens. The page may repeat the call by itself before that, for example when the live feed connects:
 * that fails too, so only the click helps.
 * @param called a procedure, such as `links.list`; "" stands for all.
 */
export const failUntilTriedAgain = async (page: Page, called: string): Promise<void> => {
  await page.addInitScript(answerUntilTriedAgain, called);
  await page.evaluate(answerUntilTriedAgain, called);
};

/**
 * What lies on the clipboard. Pages of the site may not read it: a page of another site does, for
 * which the visitor has the permissions.
 */
export const clipboardText = async (context: BrowserContext): Promise<string> => {
  const elsewhere = await context.newPage();
  await showOutside(elsewhere, "http://localhost:9/");
  await elsewhere.goto("http://localhost:9/");
  const text = await elsewhere.evaluate(() => navigator.clipboard.readText());
  await elsewhere.close();
  return text;
};

/** Half the length of the one that axe brings along by itself, and as fast: each page has to read it. */
const AXE_FILE = Bun.resolveSync(
  "axe-core/axe.min.js",
  import.meta.resolve("@axe-core/playwright"),
);
let axe: Promise<string> | null = null;
const axeSource = () => (axe ??= Bun.file(AXE_FILE).text());

const WCAG = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];

/** What moves is let finish first: half-faded text has no contrast yet, nor has a list of before. */
const settle = async (page: Page) => {
  await see(page.locator("ul[aria-busy=true]")).toHaveCount(0);
  await page.evaluate(async () => {
    const finite = document
      .getAnimations()
      .filter((animation) => animation.effect?.getComputedTiming().endTime !== Infinity);
    await Promise.allSettled(finite.map((animation) => animation.finished));
  });
};

/** What a page knows stays as new as it was: what is old, it asks for once more. Timers go on. */
export const ageNothing = (page: Page): Promise<unknown> =>
  page.addInitScript((nowMs) => {
    Date.now = () => nowMs;
    performance.now = () => 0;
  }, Date.now());

/** No finding of axe against WCAG 2.2 AA on the page as it stands. */
export const expectNoAxeFindings = async (page: Page): Promise<void> => {
  await settle(page);
  const isThere = await page.evaluate(() => "axe" in window);
  // The usual way looks into frames of other sites, of which we have none, by way of a blank page
  // for each look: ten times the work. Nor is what passes of interest, or reading axe twice.
  const { violations } = await new AxeBuilder({
    page,
    axeSource: isThere ? "0" : await axeSource(),
  })
    // A page in a page has landmarks of its own; it is looked at where it stands alone.
    .exclude(`iframe[name="${PREVIEW_FRAME}"]`)
    .options({ runOnly: { type: "tag", values: WCAG }, resultTypes: ["violations"] })
    .setLegacyMode()
    .analyze();
  const findings = violations.flatMap(({ id, help, nodes }) =>
    nodes.map((node) => `${id}: ${help}: ${node.target.join(" ")}: ${node.failureSummary ?? ""}`),
  );
  expect(findings).toEqual([]);
};

/** A page stands in one frame: it has one bar, one main part and one foot. */
export const seeOneFrame = async (page: Page): Promise<void> => {
  for (const part of ["header.sticky", "main", "footer[data-site]", "#main"])
    await see(page.locator(part)).toHaveCount(1);
};

/** How wide the page is where that is more than the screen, and what reaches over its edge; else nothing. */
export const tooWide = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement;
    if (scrollWidth <= clientWidth) return [];
    const isOver = (element: Element) => element.getBoundingClientRect().right > clientWidth;
    const innermost = [...document.querySelectorAll("body *")].filter(
      (element) => isOver(element) && ![...element.children].some(isOver),
    );
    return [
      `${scrollWidth} px, where the screen has ${clientWidth}`,
      ...innermost.map((element) => `${element.tagName} ${element.getAttribute("class")}`),
    ];
  });

/** Nothing is wider than the screen. */
export const expectNoSidewaysScroll = async (page: Page): Promise<void> => {
  expect(await tooWide(page)).toEqual([]);
};

/** With KEEP_SCREENSHOTS=1, a picture of the page for people: `.tmp/screenshots/NAME.png`. */
export const keepScreenshot = async (page: Page, name: string, fullPage = false): Promise<void> => {
  if (!KEEPS_SCREENSHOTS) return;
  await mkdir(SCREENSHOT_DIR, { recursive: true });
  await settle(page);
  await page.screenshot({ path: join(SCREENSHOT_DIR, `${name}.png`), fullPage });
};

/** Shows the filters of a list, which fold behind a button where they have no room. */
export const openFilters = async (page: Page, screen: Screen): Promise<void> => {
  if (screen !== "desktop") await page.getByRole("button", { name: /^Filters/ }).click();
};

/** No findings of axe, nothing wider than the screen, and a picture for people who ask for it. */
export const lookAt = async (page: Page, name: string, screen: Screen): Promise<void> => {
  await expectNoSidewaysScroll(page);
  const overlays = page.locator('[role="dialog"], [role="alertdialog"]');
  const hasOverlay = await overlays.first().isVisible();
  // Before the picture: that of a whole page is taken on a larger screen, and the page may stand elsewhere then.
  if (screen !== "narrow") await expectNoAxeFindings(page);
  await keepScreenshot(page, `${name}-${screen}`, screen !== "desktop" && !hasOverlay);
};
