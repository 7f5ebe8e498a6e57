import { expect } from "bun:test";
import type { Page } from "@playwright/test";
import { MESSAGES } from "#shared/messages.ts";
import { keepScreenshot, openPage, see, tooWide } from "#tests/support/browser.ts";
import { long } from "#tests/support/long.ts";
import { login, sampleMember } from "#tests/support/members.ts";
import { newsOf } from "#tests/support/news.ts";
import { siteWith } from "#tests/support/site.ts";

const LONG = "Kraftfahrzeughaftpflichtversicherungsbedingungenaenderungsverordnungsentwurfsfassung";

/** A word without a place to break, another one each time. */
const longWords = () => {
  let count = 0;
  return (length: number): string => {
    count += 1;
    return `${count}${LONG}`.slice(0, length);
  };
};

/** How long a visible text of a section may be, by its name; what is not named stays as it is. */
const LENGTHS: Readonly<Record<string, Readonly<Record<string, number>>>> = {
  brand: { tagline: 81, description: 81 },
  links: { name: 60 },
  games: {
    name: 30,
    title: 60,
    text: 81,
    weekdays: 30,
    weekend: 30,
    value: 80,
    category: 30,
  },
  tiers: { title: 60, text: 81 },
  home: { eyebrow: 60, title: 60, text: 81, note: 81, headline: 81 },
  menu: { motto: 81 },
  texts: { login: 81, member: 81, back: 81, quiet: 81, reopened: 81 },
  rules: { name: 30, title: 60, intro: 81, offense: 60, sanction: 60, text: 81 },
  privacy: { intro: 81 },
  servers: { name: 60 },
};

/** The document with one long word in every text that people see. */
const inLongWords = (file: string): string => {
  const word = longWords();
  return file
    .split(/^(?=\[)/m)
    .map((part) => {
      const [, section = ""] = /^\[+([a-z_]+)/.exec(part) ?? [];
      const lengths = LENGTHS[section] ?? {};
      const plain = part.replaceAll(/^(?!\s*#)(.*)$/gm, (line) =>
        line.replaceAll(/(\b([a-z_]+) = )"[^"]*"/g, (whole, begin: string, key: string) =>
          lengths[key] === undefined ? whole : `${begin}"${word(lengths[key])}"`,
        ),
      );
      // Of a text of several lines its headings, and what it stresses.
      return section === "rules" || section === "privacy"
        ? plain
            .replaceAll(/^(#{2,3} )[^{\n]*/gm, (_, begin: string) => `${begin}${word(60)} `)
            .replaceAll(/\*\*[^*\n]+\*\*/g, () => `**${word(81)}**`)
        : plain;
    })
    .join("");
};

/** Saves an entry of the calendar as an Admin. */
const addEntry = async (url: string, token: string, entry: object) => {
  const response = await fetch(`${url}/api/trpc/calendar.save`, {
    method: "POST",
    headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
    body: JSON.stringify(entry),
  });
  expect([response.status, response.ok ? "" : await response.text()]).toEqual([200, ""]);
};

const WIDTHS = [360, 1280];

/** Texts that reach over the edge of the screen, where something cuts them off there. */
const cutOff = (page: Page) =>
  page.evaluate(() => {
    const { clientWidth } = document.documentElement;
    const scrolls = (element: Element | null): boolean =>
      element !== null &&
      (getComputedStyle(element).overflowX === "auto" || scrolls(element.parentElement));
    const range = document.createRange();
    const found: string[] = [];
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (texts.nextNode()) {
      const { currentNode: text } = texts;
      const around = text.parentElement;
      if (around === null || (text.textContent ?? "").trim() === "") continue;
      range.selectNodeContents(text);
      const { right, width } = range.getBoundingClientRect();
      const isShort = around.closest(".truncate, .sr-only, .max-sm\\:sr-only") !== null;
      if (width > 1 && right > clientWidth + 1 && !isShort && !scrolls(around))
        found.push(`${around.tagName} ${around.className}: ${text.textContent}`);
    }
    return found;
  });

long("one long word in every text makes no page wider than the screen", async () => {
  const token = await login(sampleMember("admin"));
  const { url, sandbox } = await siteWith(inLongWords);
  const { slug } = await newsOf(url, token).save({
    title: LONG.slice(0, 80),
    summary: LONG,
    text: LONG,
  });
  await addEntry(url, token, {
    id: null,
    revision: 0,
    kind: "rates",
    title: LONG.slice(0, 80),
    text: LONG,
    servers: ["ark-se-the-island"],
    begins: new Date().toISOString(),
    minutes: 600,
    repeat: "never",
    repeatUntil: null,
    rates: [{ name: LONG.slice(0, 60), value: LONG.slice(0, 30) }],
  });
  const { page, expectNoise } = await openPage(url, "desktop", { outside: sandbox.url });
  expectNoise(/404/);
  const misfits: unknown[] = [];
  for (const path of [
    "/",
    "/rules?tab=ASE",
    "/privacy-policy",
    "/news",
    `/news/${slug}`,
    "/calendar",
    "/login",
    "/register",
    "/forgot-password",
    "/servers/ark-se-the-island",
    "/nowhere",
  ]) {
    await page.goto(path);
    await see(page.getByRole("heading", { level: 1 })).toBeVisible();
    for (const width of WIDTHS) {
      await page.setViewportSize({ width, height: 800 });
      const found = [...(await tooWide(page)), ...(await cutOff(page))];
      if (found.length > 0) misfits.push([path, width, found]);
      await keepScreenshot(page, `long-words-${path.replaceAll(/\W+/g, "-")}-${width}`, true);
    }
  }
  expect(misfits).toEqual([]);
  expect(await page.getByRole("heading", { level: 1 }).textContent()).toBe(MESSAGES.notFound);
});
