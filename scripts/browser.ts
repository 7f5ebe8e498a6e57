import { existsSync } from "node:fs";
import { type Browser, type BrowserContextOptions, chromium } from "@playwright/test";

/** The one without windows first: it takes a quarter less time for the same browser tests. */
const NAMES = [
  "chromium-headless-shell",
  "google-chrome-stable",
  "google-chrome",
  "chromium",
  "chromium-browser",
  "microsoft-edge",
];
const PLACES = [
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
  "/Applications/Chromium.app/Contents/MacOS/Chromium",
  "/opt/google/chrome/chrome",
];

/**
 * How Chromium is started for tests and figures: headless, also as root, and without calling home
 * (where the network is closed, its background requests are refused many at a time).
 */
const FLAGS = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];

/** The browser to drive: `CHROME_PATH`, else an installed one, else Playwright's own, else null. */
export const findBrowser = (): string | null => {
  const { CHROME_PATH } = process.env;
  if (CHROME_PATH !== undefined && CHROME_PATH !== "") return CHROME_PATH;
  const installed = NAMES.map((name) => Bun.which(name)).find((path) => path !== null);
  return (
    installed ?? [...PLACES, chromium.executablePath()].find((path) => existsSync(path)) ?? null
  );
};

/** @throws when there is no browser. */
export const launchBrowser = async (...moreFlags: string[]): Promise<Browser> => {
  const executablePath = findBrowser();
  if (executablePath === null) throw new Error("No Chrome or Chromium here: set CHROME_PATH.");
  return await chromium.launch({ executablePath, args: [...FLAGS, ...moreFlags] });
};

/** The sizes at which the site is looked at. */
export const SCREENS = {
  desktop: { viewport: { width: 1440, height: 900 } },
  phone: {
    viewport: { width: 390, height: 844 },
    deviceScaleFactor: 2,
    isMobile: true,
    hasTouch: true,
  },
  /** The narrowest screen on which everything must work. */
  narrow: {
    viewport: { width: 360, height: 740 },
    deviceScaleFactor: 2,
    isMobile: true,
    hasTouch: true,
  },
} satisfies Record<string, BrowserContextOptions>;
export type Screen = keyof typeof SCREENS;
