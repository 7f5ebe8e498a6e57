import { describe, expect } from "bun:test";
import type { Locator, Page } from "@playwright/test";
import { encodePng } from "#sandbox/identity/avatar.ts";
import { mediaSizeOf } from "#shared/rules/community.ts";
import { SITE_EDITOR, SITE_OVERVIEW, SITE_PREVIEW, SITE_PUBLISH } from "#shared/site-messages.ts";
import {
  MARKDOWN_PICTURES,
  PICTURE_CROP,
  PICTURE_FIELD,
  PICTURE_REFUSALS,
  PICTURE_UPLOAD,
} from "#shared/upload-messages.ts";
import { seeToast } from "#tests/support/admin-users.ts";
import { keepScreenshot, lookAt, openPage, see } from "#tests/support/browser.ts";
import { long, onScreens } from "#tests/support/long.ts";
import { login, sampleMember } from "#tests/support/members.ts";
import { siteWith } from "#tests/support/site.ts";
import { until } from "#tests/support/until.ts";

/** A hill before a sky, so that one sees which part of it is shown. */
const PICTURE = {
  name: "green-hill.png",
  mimeType: "image/png",
  buffer: Buffer.from(
    encodePng(900, (x, y) => {
      if ((x - 640) ** 2 + (y - 220) ** 2 < 90 ** 2) return [250, 220, 120, 255];
      const ground = 560 + 120 * Math.sin(x / 140);
      return y > ground ? [40, 110 + (y >> 4), 60, 255] : [70, 130 + (y >> 3), 200, 255];
    }),
  ),
};

const openSection = async (screen: "desktop" | "phone", section: string) => {
  const token = await login(sampleMember("admin"));
  const { url, sandbox } = await siteWith((example) => example);
  const opened = await openPage(url, screen, { outside: sandbox.url, token });
  await opened.page.goto(`/member/admin/site/${section}`);
  return { ...opened, url, outside: sandbox.url };
};

const preview = (page: Page) => page.frameLocator(`iframe[title="${SITE_PREVIEW.title}"]`);
const isSaved = (page: Page) =>
  see(page.getByRole("main").getByText(SITE_EDITOR.save.saved, { exact: true })).toBeVisible();

/** The first field for a picture with this key. */
const fieldOf = (page: Page, key: string) => page.locator(`[data-picture="${key}"]`).first();
const shownIn = (field: Locator) => field.getByRole("img");
const sizeIn = async (field: Locator) =>
  mediaSizeOf(((await shownIn(field).getAttribute("src")) ?? "").replace(".small.", "."));

const choose = async (page: Page, field: Locator, file = PICTURE) => {
  const chooser = page.waitForEvent("filechooser");
  await field.getByRole("button", { name: /^Choose/ }).click();
  await (await chooser).setFiles(file);
};

const middleOf = async (target: Locator) => {
  const box = await target.boundingBox();
  if (box === null) throw new Error("It is not there.");
  return { x: box.x + box.width / 2, y: box.y + box.height / 2, width: box.width };
};

/** What a program or a file manager gives to the page. */
const give = (
  target: Locator,
  kind: "paste" | "drop",
  { name, mimeType, buffer }: typeof PICTURE,
) =>
  target.evaluate(
    (element, { kind, name, mimeType, base64 }) => {
      const bytes = Uint8Array.from(atob(base64), (letter) => letter.codePointAt(0) ?? 0);
      const transfer = new DataTransfer();
      transfer.items.add(new File([bytes], name, { type: mimeType }));
      const options = { bubbles: true, cancelable: true };
      element.dispatchEvent(
        kind === "paste"
          ? new ClipboardEvent("paste", { ...options, clipboardData: transfer })
          : new DragEvent("drop", { ...options, dataTransfer: transfer }),
      );
    },
    { kind, name, mimeType, base64: buffer.toString("base64") },
  );

long(
  "a logo is chosen, cropped by keyboard and seen beside the form; it gives way to an emblem",
  async () => {
    const { page } = await openSection("desktop", "brand");
    const field = fieldOf(page, "picture");
    await choose(page, field);
    const dialog = page.getByRole("dialog", { name: PICTURE_CROP.title });
    const frame = dialog.getByRole("slider", { name: PICTURE_CROP.frame });
    await see(frame).toHaveAttribute("aria-valuetext", PICTURE_CROP.size(900, 900));
    await frame.focus();
    for (let press = 0; press < 10; press += 1) await page.keyboard.press("-");
    await page.keyboard.press("Shift+ArrowUp");
    await page.keyboard.press("ArrowRight");
    await page.keyboard.press("ArrowUp");
    const made = await frame.getAttribute("aria-valuetext");
    expect(made).not.toBe(PICTURE_CROP.size(900, 900));
    await see(dialog.getByText(made ?? "")).toBeVisible();
    await lookAt(page, "site-crop", "desktop");
    await dialog.getByRole("button", { name: PICTURE_CROP.use }).click();
    await see(shownIn(field)).toBeVisible();
    const { width = 0, height = 0 } = (await sizeIn(field)) ?? {};
    expect(PICTURE_CROP.size(width, height)).toBe(made as never);
    await isSaved(page);
    const src = await shownIn(field).getAttribute("src");
    await see(preview(page).locator(`img[src="${src}"]`).first()).toBeVisible();
    await see(page.getByLabel("Emblem").first()).toHaveValue("");
    await field.scrollIntoViewIfNeeded();
    await lookAt(page, "site-picture", "desktop");

    await field.getByRole("button", { name: PICTURE_FIELD.remove }).click();
    await see(page.getByLabel("Emblem").first()).toHaveValue("letter");
    await see(shownIn(field)).toHaveCount(0);
    await isSaved(page);
  },
);

long(
  "a game's picture is dropped, cropped with the mouse and shown in place of the built-in one",
  async () => {
    const { page } = await openSection("desktop", "games");
    await page.getByRole("button", { name: "ARK: Survival Evolved ark-se" }).click();
    const field = fieldOf(page, "picture");
    await give(field, "drop", PICTURE);
    const dialog = page.getByRole("dialog", { name: PICTURE_CROP.title });
    const frame = dialog.getByRole("slider");
    // As wide as the picture, and as high as the cards are.
    await see(frame).toHaveAttribute("aria-valuetext", PICTURE_CROP.size(900, 506));
    const corner = await middleOf(frame.locator('[data-corner="bottom-right"]'));
    await page.mouse.move(corner.x, corner.y);
    await page.mouse.down();
    await page.mouse.move(corner.x - 200, corner.y - 200, { steps: 4 });
    await page.mouse.up();
    const small = await middleOf(frame);
    await page.mouse.move(small.x, small.y);
    await page.mouse.down();
    await page.mouse.move(small.x + 60, small.y - 40, { steps: 4 });
    await page.mouse.up();
    const moved = await middleOf(frame);
    expect(Math.round(moved.x - small.x)).toBe(60);
    expect(Math.round(moved.y - small.y)).toBe(-40);
    expect(moved.width).toBe(small.width);
    await see(dialog.getByText(PICTURE_CROP.small(1600, 900))).toBeVisible();
    await dialog.getByRole("button", { name: PICTURE_CROP.use }).click();
    await see(shownIn(field)).toBeVisible();
    const { width = 0, height = 1 } = (await sizeIn(field)) ?? {};
    expect(width).toBeLessThan(900);
    expect(Math.abs(width / height - 16 / 9)).toBeLessThan(0.01);
    await isSaved(page);
    const src = await shownIn(field).getAttribute("src");
    const shown = preview(page).locator(`article img[src="${src?.replace(".small.", ".")}"]`);
    await see(shown).toBeVisible();
    await see(shown).toHaveJSProperty("complete", true);
    await lookAt(page, "site-game-picture", "desktop");
  },
);

long("what is no picture is refused in a sentence, which goes away", async () => {
  const { page, expectNoise } = await openSection("desktop", "brand");
  expectNoise(/400/);
  const field = fieldOf(page, "socialImage");
  const svg = '<svg xmlns="http://www.w3.org/2000/svg"><path d="M0 0h9"/></svg>';
  const files = [
    ["den.svg", "image/svg+xml", svg, PICTURE_REFUSALS.drawing],
    ["den.png", "image/png", "no picture", PICTURE_REFUSALS.unreadable],
    ["den.jpg", "image/jpeg", "x".repeat(8 * 1024 * 1024 + 1), PICTURE_REFUSALS.tooLarge],
  ] as const;
  for (const [name, mimeType, text, sentence] of files) {
    await choose(page, field, { name, mimeType, buffer: Buffer.from(text) });
    await see(field.getByRole("alert")).toHaveText(sentence);
  }
  await lookAt(page, "site-picture-refused", "desktop");
  await field.getByRole("button", { name: PICTURE_UPLOAD.dismiss }).click();
  await see(field.getByRole("alert")).toHaveCount(0);
  await see(shownIn(field)).toHaveCount(0);
});

long("an upload that fails is tried again, and one that is slow is taken back", async () => {
  const { page, expectNoise } = await openSection("desktop", "brand");
  expectNoise(/request failed|ERR_FAILED/);
  const field = fieldOf(page, "picture");
  const dialog = page.getByRole("dialog", { name: PICTURE_CROP.title });
  await page.route("**/api/site/pictures", (route) => route.abort());
  await choose(page, field);
  await dialog.getByRole("button", { name: PICTURE_CROP.use }).click();
  await see(field.getByRole("alert")).toBeVisible();
  await page.unroute("**/api/site/pictures");
  await page.route("**/api/site/pictures", () => {});
  await field.getByRole("button", { name: PICTURE_UPLOAD.tryAgain }).click();
  await see(field.getByRole("progressbar")).toBeVisible();
  await field.getByRole("button", { name: PICTURE_UPLOAD.cancel }).click();
  await see(field.getByRole("progressbar")).toHaveCount(0);
  await see(shownIn(field)).toHaveCount(0);
});

long(
  "a picture that is pasted into a page's text stands there, with its size and what it shows",
  async () => {
    const { page, expectNoise } = await openSection("desktop", "pages");
    // Until it is published, the page is there in the preview alone.
    expectNoise(/404/);
    await page.getByRole("button", { name: "Add a page" }).click();
    await page.getByRole("textbox", { name: "Title" }).fill("Our den");
    await page.getByRole("textbox", { name: "Description" }).fill("Where we live.");
    const text = page.getByRole("textbox", { name: "Text" });
    await text.fill("It is here:\n\n\n\nCome in.");
    await text.evaluate((element: HTMLTextAreaElement) => element.setSelectionRange(13, 13));
    await give(text, "paste", { ...PICTURE, name: "image.png" });
    await see(text).toHaveValue(
      /^It is here:\n\n!\[what it shows\]\(\/media\/.*-900x900\.webp\)\n\nCome in\.$/,
    );
    // What it shows is to be said next.
    await page.keyboard.type("A hill");
    await see(text).toHaveValue(/!\[A hill\]/);
    await isSaved(page);
    const shown = preview(page).getByRole("img", { name: "A hill" });
    await page.getByLabel(SITE_PREVIEW.page, { exact: true }).selectOption("/our-den");
    await see(shown).toHaveJSProperty("complete", true);
    await see(shown).toHaveAttribute("width", "900");
    await lookAt(page, "site-markdown-picture", "desktop");
    await give(text, "drop", PICTURE);
    await see(text).toHaveValue(/!\[green hill\]/);

    await text.fill("Gone: ![x](/media/00000000000000000000000000000000-9x9.webp)");
    await see(page.getByText(/which this site does not have/).first()).toBeVisible();
    const toolbar = page.getByRole("toolbar");
    const chooser = page.waitForEvent("filechooser");
    await text.fill("");
    await toolbar.getByRole("button", { name: MARKDOWN_PICTURES.button }).click();
    await (await chooser).setFiles(PICTURE);
    await see(text).toHaveValue(/^!\[green hill\]\(\/media\/[^)]*\)$/);
  },
);

describe("on a phone", () => {
  long(
    "a picture that was put into the rules is seen by everybody, and nothing moves when it comes",
    async () => {
      const { page, url, outside } = await openSection("phone", "rules");
      await page.locator('[data-control="open"]').first().click();
      const text = page.getByRole("textbox", { name: "Rules", exact: true });
      await text.fill("## The den\n\n1. Wipe your paws. ");
      await give(text, "paste", PICTURE);
      await see(text).toHaveValue(/!\[green hill\]/);
      await isSaved(page);
      await page.getByRole("link", { name: SITE_OVERVIEW.publish }).click();
      await page.getByRole("button", { name: SITE_PUBLISH.action }).click();
      await seeToast(page, SITE_PUBLISH.published);

      // The page is rendered anew.
      await until(async () => (await (await fetch(`${url}/rules`)).text()).includes("green hill"));
      for (const screen of onScreens("phone", "desktop")) {
        const guest = await openPage(url, screen, { outside });
        await guest.page.goto("/rules");
        const shown = guest.page.getByRole("img", { name: "green hill" });
        await shown.scrollIntoViewIfNeeded();
        await see(shown).toHaveJSProperty("naturalWidth", 900);
        await see(shown).toHaveAttribute("loading", "lazy");
        await see(shown).toHaveAttribute("height", "900");
        await lookAt(guest.page, "rules-picture", screen);
      }
    },
  );

  long("a picture is cropped by touch, and nothing is wider than the screen", async () => {
    const { page } = await openSection("phone", "games");
    await page.getByRole("button", { name: "ARK: Survival Evolved ark-se" }).click();
    const field = fieldOf(page, "picture");
    await choose(page, field);
    const dialog = page.getByRole("dialog", { name: PICTURE_CROP.title });
    await see(dialog.getByRole("slider")).toBeVisible();
    await dialog.getByRole("button", { name: PICTURE_CROP.smaller }).tap();
    await see(dialog.getByRole("slider")).toHaveAttribute(
      "aria-valuetext",
      PICTURE_CROP.size(849, 478),
    );
    await lookAt(page, "site-crop", "phone");
    await dialog.getByRole("button", { name: PICTURE_CROP.use }).tap();
    await see(shownIn(field)).toBeVisible();
    await isSaved(page);
    await field.evaluate((element) => element.scrollIntoView({ block: "center" }));
    await keepScreenshot(page, "site-picture-phone");
    // Where nothing lies half below the bar.
    await page.evaluate(() => window.scrollTo(0, 0));
    await lookAt(page, "site-picture-form", "phone");
  });
});
