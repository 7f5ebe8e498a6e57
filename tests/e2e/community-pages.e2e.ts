import { describe, expect, test } from "bun:test";
import { NOT_FOUND } from "#shared/messages.ts";
import { DOCUMENTS } from "#shared/rule-messages.ts";
import { lookAt, openPage, see } from "#tests/support/browser.ts";
import { long, onScreens } from "#tests/support/long.ts";
import { siteWith } from "#tests/support/site.ts";

const SECTIONS = ["Get an account", "Rules", "Status", "Main road"];
const PAGES = `[[pages]]
key = "how-to-join"
title = "How to join"
description = "From here to your first night on a server."
text = '''
Welcome to **{name}**. It takes [four steps](#get-an-account).

## Get an account

1. [Register](/register) with a game account of yours.
2. Wait for our mail.
3. Come back.

## Rules

Read [the rules](/rules#discord-1-1) first.

### What counts {#counts}

- **Kindness**: before all else.
- **Patience**: after that.

## Status

${"A long night.\n\n".repeat(40)}

## Main road {#road}

Then [who runs this](/Imprint).
'''

[[pages]]
key = "imprint"
title = "Imprint"
description = "Who runs this site."
text = "{operator}, [{contact}](mailto:{contact})"

`;
const MENU = `[menu]
bar = [{ page = "how-to-join" }, { screen = "rules" }]
footer = [{ page = "imprint", title = "Who runs this" }, { screen = "privacy" }]

`;

const openSite = async (screen: "desktop" | "phone") => {
  const { url, sandbox } = await siteWith((example) => {
    const [menu, rules, sessions] = ["[menu]\n", "# The rules, one tab", "[sessions]\n"].map((at) =>
      example.indexOf(at),
    );
    expect([menu, rules, sessions]).not.toContain(-1);
    return `${example.slice(0, menu)}${MENU}${example.slice(rules, sessions)}${PAGES}${example.slice(sessions)}`;
  });
  return await openPage(url, screen, { outside: sandbox.url });
};

describe.each(onScreens("desktop", "phone"))("the community's own pages on a %s", (screen) => {
  long("menus lead to them, and from there their links lead on", async () => {
    const { page } = await openSite(screen);
    await page.goto("/rules");
    if (screen === "phone") await page.getByRole("button", { name: "Open menu" }).click();
    const menu = page.getByRole("navigation", { name: screen === "phone" ? "Menu" : "Main" });
    await menu.getByRole("link", { name: "How to join" }).click();
    await see(page).toHaveURL(/\/how-to-join$/);
    await see(page).toHaveTitle("How to join · Lynxden");
    await see(page.getByRole("heading", { level: 1, name: "How to join" })).toBeVisible();
    await see(page.getByRole("heading", { level: 2 })).toHaveText(SECTIONS);
    await lookAt(page, "community-page", screen);

    const contents = page.getByRole("navigation", { name: DOCUMENTS.sections("How to join") });
    await contents.getByRole("link", { name: "Main road" }).click();
    await see(page).toHaveURL(/#road$/);
    await see(page.getByRole("heading", { name: "Main road" })).toBeInViewport();
    await page.getByRole("main").getByRole("link", { name: "who runs this" }).click();
    await see(page.getByRole("heading", { level: 1, name: "Imprint" })).toBeVisible();
    await see(page.getByRole("link", { name: "den@lynxden.example" })).toBeVisible();
    await lookAt(page, "community-page-short", screen);
    await page.goBack();
    await see(page.getByRole("heading", { level: 1, name: "How to join" })).toBeVisible();
    const footer = page.getByRole("navigation", { name: "Footer" });
    await footer.getByRole("link", { name: "Who runs this" }).click();
    await see(page).toHaveTitle("Imprint · Lynxden");
  });

  test("stand under their own addresses, also at an anchor that is called as the page's data are", async () => {
    const { page } = await openSite(screen);
    await page.goto("/how-to-join#status");
    await see(page.getByRole("heading", { name: "Status" })).toBeInViewport();
    await see(page).toHaveTitle("How to join · Lynxden");
    await page.goto("/how-to-join#rules");
    await see(page.getByRole("heading", { name: "Rules", exact: true })).toBeInViewport();
    await page.getByRole("link", { name: "the rules", exact: true }).click();
    await see(page.getByRole("heading", { level: 1, name: "Server Rules" })).toBeVisible();
  });

  test("what is none of them is not there", async () => {
    const { page, expectNoise } = await openSite(screen);
    expectNoise(/404/);
    const response = await page.goto("/staff");
    see(response?.status()).toBe(404);
    await see(page.getByText(NOT_FOUND.text)).toBeVisible();
    await see(page).toHaveTitle("Not found · Lynxden");
  });
});
