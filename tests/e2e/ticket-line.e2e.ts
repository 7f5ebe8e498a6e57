import { test } from "bun:test";
import type { Locator, Page } from "@playwright/test";
import {
  expectNoAxeFindings,
  expectNoSidewaysScroll,
  keepScreenshot,
  see,
} from "#tests/support/browser.ts";
import { untilFontsAreDrawn } from "#tests/support/layout-shifts.ts";
import { long } from "#tests/support/long.ts";
import { join, openMemberPage } from "#tests/support/members.ts";
import { openTicket, say, ticketAt } from "#tests/support/rest-calls.ts";

const LINES = 12;

/** A ticket with more in its thread than a screen shows. */
const longThread = async () => {
  const member = await join();
  const id = await openTicket(member);
  for (let count = 1; count <= LINES; count += 1) await say(member, id, `Line ${count} of many`);
  return { member, id };
};

const said = (page: Page, words: string) =>
  page.getByRole("log", { name: "Messages" }).getByText(words, { exact: true });
const composer = (page: Page) => page.getByLabel("Message", { exact: true });
const bottomBar = (page: Page) => page.locator(".bottom-bar");
const topOf = (target: Locator) =>
  target.evaluate((element) => Math.round(element.getBoundingClientRect().top));

const press = async (page: Page, button: string) => {
  await page.getByRole("button", { name: button, exact: true }).click();
};

test("[TICK-19, TICK-20] on a phone the thread comes first, what there is to know folds, and the bar below makes way for writing", async () => {
  const { member, id } = await longThread();
  const { page } = await openMemberPage(member, "phone");
  await page.goto(ticketAt(id));
  const newest = said(page, `Line ${LINES} of many`);
  await see(newest).toBeInViewport();
  await see(composer(page)).toBeInViewport();
  const line = page.locator("[data-ticket-bar]");
  await see(line).toContainText(`#${id}`);
  await see(line.getByRole("heading", { level: 1 })).toBeInViewport();
  await see(line.getByText("Open", { exact: true })).toBeInViewport();
  await see.poll(async () => (await line.boundingBox())?.height).toBeLessThanOrEqual(52);
  await expectNoAxeFindings(page);
  await expectNoSidewaysScroll(page);
  await keepScreenshot(page, "ticket-thread-phone");

  const people = page.getByRole("list", { name: "Assigned people" });
  await untilFontsAreDrawn(page);
  const readAt = await topOf(newest);
  await see(people).toBeHidden();
  await press(page, "Show details");
  await see(page.getByRole("term").first()).toBeInViewport();
  await see(page.getByRole("button", { name: "Close ticket" })).toBeInViewport();
  await keepScreenshot(page, "ticket-details-phone");
  await press(page, "Hide details");
  await see(people).toBeHidden();
  await see.poll(() => topOf(newest)).toBe(readAt);

  const [box, send] = [composer(page), page.getByRole("button", { name: "Send message" })];
  const places = async () => [await topOf(box), await topOf(send), await topOf(newest)];
  const before = await places();
  await see(bottomBar(page)).toBeVisible();
  await box.focus();
  await see(bottomBar(page)).toBeHidden();
  await see.poll(places).toEqual(before);
  await keepScreenshot(page, "ticket-writing-phone");
  await box.fill("Written with a thumb");
  await send.click();
  await see(said(page, "Written with a thumb")).toBeInViewport();
  await see(bottomBar(page)).toBeHidden();
  await newest.click();
  await see(bottomBar(page)).toBeVisible();
  await see.poll(async () => (await places()).slice(0, 2)).toEqual(before.slice(0, 2));

  await page.goto("/member/tickets/new-ticket");
  const description = page.getByLabel("Description");
  await untilFontsAreDrawn(page);
  await description.scrollIntoViewIfNeeded();
  const field = await topOf(description);
  await description.focus();
  await see(bottomBar(page)).toBeHidden();
  await see.poll(() => topOf(description)).toBe(field);
  await description.blur();
  await see(bottomBar(page)).toBeVisible();
});

long(
  "[TICK-19, TICK-20] on a desktop it stays in sight with what can be done, and a keyboard hides no bar",
  async () => {
    const { member, id } = await longThread();
    const { page } = await openMemberPage(member, "desktop");
    await page.goto(ticketAt(id));
    await see(said(page, `Line ${LINES} of many`)).toBeInViewport();
    await see.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(200);
    const line = page.locator("[data-ticket-bar]");
    const seenInLine = async () => {
      await see(line.getByRole("heading", { level: 1 })).toBeInViewport();
      await see(line.getByText("Open", { exact: true })).toBeInViewport();
      await see(line.getByRole("link", { name: "Edit", exact: true })).toBeInViewport();
      await see(line.getByRole("button", { name: "Close ticket" })).toBeInViewport();
    };
    await seenInLine();
    // What lies half behind the line is too small to be met there, as everywhere at the edge of what scrolls.
    await page.evaluate(() => scrollBy(0, -24));
    await expectNoAxeFindings(page);
    await page.evaluate(() => scrollBy(0, 24));
    await keepScreenshot(page, "ticket-thread-desktop");
    await untilFontsAreDrawn(page);
    const readAt = await topOf(said(page, `Line ${LINES} of many`));
    await press(page, "Hide details");
    await see(said(page, `Line ${LINES} of many`)).toBeInViewport();
    await see
      .poll(async () => Math.abs((await topOf(said(page, `Line ${LINES} of many`))) - readAt))
      .toBeLessThan(2);
    await press(page, "Show details");
    await see(page.getByRole("term").first()).toBeInViewport();
    await seenInLine();
    await keepScreenshot(page, "ticket-details-desktop");

    await page.setViewportSize({ width: 500, height: 900 });
    await composer(page).focus();
    await page.keyboard.press("Tab");
    await page.keyboard.press("Shift+Tab");
    await see(composer(page)).toBeFocused();
    await see(bottomBar(page)).toBeVisible();
  },
);
