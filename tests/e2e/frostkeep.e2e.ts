import { expect, test } from "bun:test";
import { rmSync } from "node:fs";
import { mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Page } from "@playwright/test";
import { startWorld } from "#scripts/demo/world.ts";
import { freePort } from "#scripts/free-port.ts";
import { SCREEN_PATHS } from "#shared/constants/addresses.ts";
import { SITE_SECTIONS } from "#shared/constants/site.ts";
import {
  expectNoAxeFindings,
  from,
  keepScreenshot,
  newAddress,
  openPage,
  see,
} from "#tests/support/browser.ts";
import { afterThisTest } from "#tests/support/cleanup.ts";
import { foreignLookIn } from "#tests/support/foreign-look.ts";
import { foreignIn, FROSTKEEP } from "#tests/support/foreign-words.ts";
import { long, onScreens } from "#tests/support/long.ts";
import { type Member, sampleMember } from "#tests/support/members.ts";
import { startTestSite } from "#tests/support/site.ts";

/** The demo with the other community: its people, tickets and servers are imitated for it. */
const startFrostkeep = async () => {
  const dataDir = await mkdtemp(join(tmpdir(), "frostkeep-"));
  const PORT = String(await freePort());
  const url = `http://localhost:${PORT}`;
  const options = { dataDir, databaseUrl: null, communityFile: FROSTKEEP, seededFor: url };
  const { sandbox, environment } = await startWorld(options);
  const env = { LOG_LEVEL: "warn", ...environment, PORT, PUBLIC_URL: url };
  const site = await startTestSite({ ...env, TRUSTED_PROXIES: "127.0.0.0/8,::1/128" });
  afterThisTest(async () => {
    await site.kill();
    await sandbox.stop();
    rmSync(dataDir, { recursive: true, force: true });
  });
  return { url, sandbox };
};

const tokenOf = async (url: string, { email, password }: Member): Promise<string> => {
  const answer = await fetch(`${url}/api/Auth/login`, {
    method: "POST",
    headers: { "content-type": "application/json", ...from(newAddress()) },
    body: JSON.stringify({ email, password }),
  });
  return ((await answer.json()) as { token: string }).token;
};

const ask = async <Answer>(url: string, token: string, path: string): Promise<Answer> => {
  const headers = { authorization: `Bearer ${token}`, ...from(newAddress()) };
  return (await (await fetch(`${url}/api/${path}`, { headers })).json()) as Answer;
};

/** Everything that a person could read, hear or see on a page, and its pictures and colours. */
const sensed = (page: Page): Promise<string> =>
  page.evaluate(() => {
    const spoken = ["alt", "aria-label", "title", "placeholder", "href", "src", "value"];
    // What the program offers to choose among is its own. It comes back before the application looks.
    const returns = Array.from(document.querySelectorAll("option:not(:checked)"), (option) => {
      const place = document.createComment("");
      option.replaceWith(place);
      return () => place.replaceWith(option);
    });
    const attributes = [...document.querySelectorAll("body *")].flatMap((element) =>
      spoken.flatMap((name) => element.getAttribute(name) ?? []),
    );
    const fields = [...document.querySelectorAll("input, textarea, select")].map(
      (field) => (field as HTMLInputElement).value,
    );
    const text = [document.title, document.body.innerText, ...attributes, ...fields].join("\n");
    for (const bringBack of returns) bringBack();
    return text;
  });

/** How a locale is written, as a form says; what the sandbox calls its plugin's key. */
const OF_THE_PROGRAM = /: (?:en-US|Sandbox)$/;

/** The software keeps its name in commands and in names of files, which Health shows. */
const SOFTWARE = /\blynxden\b(?!\.example)/g;

/** The pictures that are the example's picture of itself. */
const OWN_PICTURES = /\/art\/(?:hero|lynx|den)|lynx/i;

const lookThrough = async (page: Page, address: string, name: string): Promise<string[]> => {
  await page.goto(address);
  await page.locator("#main").first().waitFor();
  await page.waitForFunction(() => document.querySelector('main [aria-busy="true"]') === null);
  const text = await sensed(page);
  await keepScreenshot(page, `frostkeep-${name}`, true);
  const pictures = await page.evaluate(() => Array.from(document.images, ({ src }) => src));
  const colours = await page.evaluate(() => {
    const { colorScheme, backgroundColor } = getComputedStyle(document.documentElement);
    return `${colorScheme} ${backgroundColor} ${getComputedStyle(document.body).color}`;
  });
  return [
    ...foreignIn(address, text.replaceAll(SOFTWARE, "")).filter((one) => !OF_THE_PROGRAM.test(one)),
    ...pictures.filter((src) => OWN_PICTURES.test(src)).map((src) => `${address}: ${src}`),
    ...foreignLookIn(address, colours),
  ];
};

const ofAdmins = (path: string) => /\/admin|\/create/.test(path);

test("servers that nobody can ask are told where their game is, and an open page goes on when that is gone", async () => {
  const { url, sandbox } = await startFrostkeep();
  const token = await tokenOf(url, sampleMember("admin"));
  const { page } = await openPage(url, "desktop", { outside: sandbox.url });
  await page.goto("/");
  const panel = page.locator("#ServerListDisplay").getByRole("tabpanel");
  await page.getByRole("tab", { name: "Palworld" }).click();
  await see(panel.getByText("1 server", { exact: true })).toBeVisible();
  await see(panel.getByRole("link", { name: "Live status" })).toHaveCount(0);
  await panel.getByRole("button", { name: "Server Info" }).click();
  const dialog = page.getByRole("dialog", { name: "Palworld" });
  await see(dialog.getByText("schneegrund.frostkeep.example:8211")).toBeVisible();
  await see(dialog.getByRole("button", { name: "Copy address of Schneegrund" })).toBeVisible();
  await expectNoAxeFindings(page);
  await keepScreenshot(page, "frostkeep-palworld");
  await dialog.getByRole("button", { name: "Close", exact: true }).click();

  const headers = { authorization: `Bearer ${token}`, "content-type": "application/json" };
  const change = async (name: string, input: unknown) => {
    const body = JSON.stringify(input);
    const address = `${url}/api/trpc/site.${name}`;
    const answer = await fetch(address, { method: "POST", headers, body });
    expect(answer.status).toBe(200);
  };
  const read = async (section: string) => {
    const input = encodeURIComponent(JSON.stringify({ section }));
    const answer = await fetch(`${url}/api/trpc/site.section?input=${input}`, { headers });
    const { result } = (await answer.json()) as {
      result: { data: { published: { key: string; game?: string }[]; version: number } };
    };
    return result.data;
  };
  const sections = ["games", "servers"] as const;
  for (const section of sections) {
    const { published, version } = await read(section);
    const content = published.filter(({ key, game = key }) => game !== "palworld");
    await change("saveDraft", { section, content, basedOn: version, revision: 0 });
  }
  const { version } = await read("games");
  await change("publish", { sections, note: "", version });
  await see(page.getByRole("tab", { name: "Palworld" })).toHaveCount(0);
  await see(
    page.getByRole("tablist", { name: "Games" }).getByRole("tab", { name: "Minecraft" }),
  ).toHaveAttribute("aria-selected", "true");
  await see(panel.getByRole("heading", { name: "Minecraft" })).toBeVisible();
});

long(
  "no screen of another community's site, for whomever, shows a word, picture or colour of the example",
  async () => {
    const { url, sandbox } = await startFrostkeep();
    const outside = sandbox.url;
    const admin = await tokenOf(url, sampleMember("admin"));
    const member = await tokenOf(url, sampleMember("member"));
    const tickets = await ask<{ id: number }[]>(url, member, "tickets/open");
    const { id } = await ask<{ id: string }>(url, member, "Auth/me");
    const values: Readonly<Record<string, string>> = {
      $ticketId: String(tickets[0]?.id ?? 1),
      $serverKey: "nordkueste",
      $section: "brand",
      $pageKey: "impressum",
    };
    const filled = (path: string) => path.replaceAll(/\$\w+/g, (name) => values[name] ?? "");
    // Windows of a sign-in, and posts, of which there are none.
    const left =
      /\.html$|\/confirm-browser|\/login-success|\/news\/\$|\/news\/\$id|^\/shop|^\/discord/;
    const paths = SCREEN_PATHS.filter((path) => !left.test(path));
    const walks = [
      { who: "guest", paths: paths.filter((path) => !path.startsWith("/member")) },
      {
        who: "member",
        token: member,
        paths: paths.filter((path) => path.startsWith("/member") && !ofAdmins(path)),
      },
      {
        who: "admin",
        token: admin,
        paths: [
          ...paths.filter(ofAdmins).map((path) => path.replace("$id", id)),
          ...SITE_SECTIONS.map((section) => `/member/admin/site/${section}`),
        ],
      },
    ] as const;
    const found: string[] = [];
    for (const screen of onScreens("desktop", "phone"))
      for (const { who, ...walk } of walks) {
        // On a phone the same texts stand in other places: the pictures are for people.
        if (screen === "phone" && process.env["KEEP_SCREENSHOTS"] !== "1") continue;
        const token = "token" in walk ? { token: walk.token } : {};
        const { page, expectNoise } = await openPage(url, screen, { outside, ...token });
        // Without a network the addresses of links outside are nowhere.
        expectNoise(/ERR_NAME_NOT_RESOLVED/);
        for (const path of walk.paths) {
          const name = `${who}-${path.replaceAll(/\W+/g, "-")}-${screen}`;
          found.push(...(await lookThrough(page, filled(path), name)));
        }
      }
    expect(found).toEqual([]);
  },
);
