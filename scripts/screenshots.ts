/** `bun run screenshots`: the README's pictures, taken of the demo's site as it is now. */
import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import type { Locator, Page } from "@playwright/test";
import { site } from "#tests/support/site.ts";
import { ROOT } from "./client/places.ts";
import { launchBrowser, type Screen, SCREENS } from "./browser.ts";
import { ensureBrowser } from "./install-browser.ts";
import { runScript } from "./run-script.ts";

const FOLDER = join(ROOT, "docs/screenshots");
const QUALITY = 82;
/** Height of the navigation bar, and room below it. */
const BELOW_BAR_PX = 110;

type Picture = {
  name: string;
  screen: Screen;
  path: string;
  /** The picture waits for it. */
  shows: (page: Page) => Locator;
  /** Brought to the top. */
  top?: (page: Page) => Locator;
};

const title = (page: Page) => page.getByRole("heading", { level: 1 });
const status = {
  path: "/#ServerStatusDisplay",
  shows: (page: Page) => page.getByRole("img", { name: /players of the last 24 hours/i }),
  top: (page: Page) => page.getByRole("heading", { name: "Server Status" }),
};
const PICTURES: readonly Picture[] = [
  { name: "home-desktop", screen: "desktop", path: "/", shows: title },
  { name: "home-phone", screen: "phone", path: "/", shows: title },
  { name: "status-desktop", screen: "desktop", ...status },
  { name: "status-phone", screen: "phone", ...status },
  { name: "rules-desktop", screen: "desktop", path: "/zlg-rules?tab=ASE", shows: title },
];

const capture = async (page: Page) => {
  const session = await page.context().newCDPSession(page);
  const { data } = await session.send("Page.captureScreenshot", {
    format: "webp",
    quality: QUALITY,
  });
  return Buffer.from(data, "base64");
};

await runScript("build-client.ts");
await ensureBrowser();
const { url } = await site();
const browser = await launchBrowser();
await mkdir(FOLDER, { recursive: true });
for (const { name, screen, path, shows, top } of PICTURES) {
  const context = await browser.newContext({
    ...SCREENS[screen],
    baseURL: url,
    reducedMotion: "reduce",
  });
  const page = await context.newPage();
  await page.goto(path);
  await shows(page).first().waitFor();
  await top?.(page).evaluate((element, offset) => {
    window.scrollTo(0, element.getBoundingClientRect().top + window.scrollY - offset);
  }, BELOW_BAR_PX);
  await page.evaluate(() => document.fonts.ready);
  const bytes = await capture(page);
  await Bun.write(join(FOLDER, `${name}.webp`), bytes);
  console.log(`docs/screenshots/${name}.webp   ${(bytes.length / 1000).toFixed(0)} kB`);
  await context.close();
}
await browser.close();
process.exit(0);
