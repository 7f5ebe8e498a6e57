/** `bun run screenshots`: the README's pictures, taken of the demo's site as it is now. */

import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import type { Locator, Page } from "@playwright/test";
import type { Ticket } from "#shared/schemas/tickets.ts";
import { login, sampleMember } from "#tests/support/members.ts";
import { ask, messagesOn, ticketAt } from "#tests/support/rest-calls.ts";
import { site } from "#tests/support/site.ts";
import { endTests } from "#tests/support/tests-end.ts";
import { launchBrowser, type Screen, SCREENS } from "./browser.ts";
import { ROOT } from "./client/places.ts";
import { ensureBrowser } from "./install-browser.ts";
import { runScript } from "./run-script.ts";

const FOLDER = join(ROOT, "docs/screenshots");
const QUALITY = 82;
/** Height of the navigation bar, and room below it. */
const BELOW_BAR_PX = 110;

type Picture = {
  name: string;
  screen: Screen;
  /** The sample account that is signed in; nobody where it is left out. */
  as?: "member" | "admin";
  path: string | (() => Promise<string>);
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
/** The ticket of the sample member on which most was said. */
const liveliest = async () => {
  const member = sampleMember("member");
  const said = async ({ id }: Ticket) => ({ id, count: (await messagesOn(member, id)).length });
  const tickets = await Promise.all((await ask<Ticket[]>(member, "GET", "tickets/open")).map(said));
  const [first] = tickets.toSorted((a, b) => b.count - a.count);
  if (first === undefined) throw new Error("The sample member has no open ticket.");
  return ticketAt(first.id);
};
const packages = (page: Page) => page.getByRole("button", { name: /Add to Cart/ });
const thread = { as: "member", path: liveliest, shows: title } as const;
const accounts = {
  as: "member",
  path: "/member/accountsettings?tab=Accounts",
  shows: title,
} as const;
const PICTURES: readonly Picture[] = [
  { name: "home-desktop", screen: "desktop", path: "/", shows: title },
  { name: "home-phone", screen: "phone", path: "/", shows: title },
  { name: "status-desktop", screen: "desktop", ...status },
  { name: "status-phone", screen: "phone", ...status },
  { name: "rules-desktop", screen: "desktop", path: "/rules?tab=ASE", shows: title },
  { name: "ticket-desktop", screen: "desktop", ...thread },
  { name: "ticket-phone", screen: "phone", ...thread },
  { name: "accounts-desktop", screen: "desktop", ...accounts },
  {
    name: "points-phone",
    screen: "phone",
    as: "member",
    path: "/member/points",
    shows: title,
    top: title,
  },
  {
    name: "users-desktop",
    screen: "desktop",
    as: "admin",
    path: "/member/admin/users",
    shows: title,
    top: title,
  },
  { name: "shop-desktop", screen: "desktop", as: "member", path: "/shop", shows: packages },
  {
    name: "purchases-phone",
    screen: "phone",
    as: "member",
    path: "/member/purchases",
    shows: title,
    top: title,
  },
  {
    name: "orders-desktop",
    screen: "desktop",
    as: "admin",
    path: "/member/admin/orders",
    shows: title,
    top: title,
  },
];

/** Nothing that is seen is on its way any more: neither rows nor pictures. */
const settle = async (page: Page) => {
  await page.waitForSelector("html[data-ready]", { state: "attached" });
  await page.waitForFunction(() => {
    const waiting = [...document.querySelectorAll("[aria-busy=true], header .animate-pulse")];
    const pictures = [...document.images].filter(({ complete }) => !complete);
    return [...waiting, ...pictures].every((element) => {
      const { top, bottom } = element.getBoundingClientRect();
      return bottom < 0 || top > window.innerHeight;
    });
  });
  await page.evaluate(() => document.fonts.ready);
};

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
for (const { name, screen, as, path, shows, top } of PICTURES) {
  const token = as === undefined ? null : await login(sampleMember(as));
  const context = await browser.newContext({
    ...SCREENS[screen],
    baseURL: url,
    reducedMotion: "reduce",
    ...(token !== null && {
      storageState: {
        cookies: [],
        origins: [{ origin: url, localStorage: [{ name: "authToken", value: token }] }],
      },
    }),
  });
  const page = await context.newPage();
  await page.goto(typeof path === "string" ? path : await path());
  await shows(page).first().waitFor();
  await top?.(page).evaluate((element, offset) => {
    window.scrollTo(0, element.getBoundingClientRect().top + window.scrollY - offset);
  }, BELOW_BAR_PX);
  await settle(page);
  const bytes = await capture(page);
  await Bun.write(join(FOLDER, `${name}.webp`), bytes);
  console.log(`docs/screenshots/${name}.webp   ${(bytes.length / 1000).toFixed(0)} kB`);
  await context.close();
}
await browser.close();
await endTests();
process.exit(0);
