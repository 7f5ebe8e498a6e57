import { describe, expect, test } from "bun:test";
import type { Page } from "@playwright/test";
import { ADMINISTRATION } from "#shared/admin-messages.ts";
import { BRIDGE_KEYS } from "#shared/bridge-messages.ts";
import { LISTS, SORTS } from "#shared/list-messages.ts";
import {
  actElsewhere,
  AUDIT,
  lines,
  rows,
  SEARCH,
  seeToast,
  USERS,
} from "#tests/support/admin-users.ts";
import {
  clipboardText,
  failUntilTriedAgain,
  lookAt,
  openFilters,
  see,
} from "#tests/support/browser.ts";
import { long, onScreens } from "#tests/support/long.ts";
import { join, openMemberPage, sampleMember, untilAllHaveJoined } from "#tests/support/members.ts";
import { idOf } from "#tests/support/rest-calls.ts";

const INBOX = "/member/admin/inbox";
const KEYS = "/member/admin/keys";

const admin = sampleMember("admin");
const clear = (page: Page) => page.getByRole("button", { name: "Clear", exact: true }).first();

long(
  "[ADMIN-05] members are found by every name and their address, and each icon copies its id",
  async () => {
    const { page, context } = await openMemberPage(admin, "desktop", {
      permissions: ["clipboard-read", "clipboard-write"],
    });
    await page.goto(USERS);
    const box = page.getByPlaceholder(SEARCH);
    const ids = new Set<string>();
    const wanted = [
      ["MorganVale", "member@example.test", "Steam", /^\d{17}$/],
      ["IvyThorn", "ivy@example.test", "Minecraft", /^[\da-f]{32}$/],
      ["IvyThornfield", "ivy@example.test", "Epic", /^[\da-f]{32}$/],
      ["ivy@example.test", "ivy@example.test", "Discord", /^\d+$/],
    ] as const;
    for (const [words, email, platform, shape] of wanted) {
      await box.fill(words);
      await box.press("Enter");
      await see(rows(page)).toHaveCount(1);
      await see(rows(page)).toContainText(email);
      await rows(page)
        .getByRole("button", { name: new RegExp(`^Copy the ${platform} ID of`) })
        .click();
      await seeToast(page, ADMINISTRATION.idCopied);
      let copied = "";
      const look = async () => {
        copied = await clipboardText(context);
        // The toast may be that of the one before, whose id lies there until this one does.
        return ids.has(copied) ? "" : copied;
      };
      await see.poll(look).toMatch(shape);
      ids.add(copied);
    }
    expect(ids.size).toBe(wanted.length);
  },
);

long(
  "[ADMIN-05] the list is narrowed by tier, link, role and state in the address, and cleared",
  async () => {
    const { page } = await openMemberPage(admin, "desktop");
    await page.goto(USERS);
    await page.getByLabel("Tier").selectOption("Vibranium");
    await page.getByLabel("Linked account").selectOption({ label: "Has Epic" });
    await page.getByLabel("Role").selectOption("User");
    await page.getByLabel("State").selectOption({ label: "Active" });
    await see(page).toHaveURL(`${USERS}?tier=Vibranium&link=epic&role=User&state=active`);
    await see(rows(page)).toHaveCount(1);
    await see(rows(page)).toContainText("ivy@example.test");
    await page.reload();
    await see(page.getByLabel("Tier")).toHaveValue("Vibranium");
    await see(page.getByLabel("State")).toHaveValue("active");
    await see(rows(page)).toHaveCount(1);
    await page.getByPlaceholder(SEARCH).fill("nobody of this name");
    await see(page.getByText("No members match.")).toBeVisible();
    await lookAt(page, "admin-users-none", "desktop");
    await page.getByPlaceholder(SEARCH).fill("?!");
    await see(page.getByText(LISTS.needsWord)).toBeVisible();
    await page.getByRole("main").getByRole("button", { name: "Clear" }).last().click();
    await see(page).toHaveURL(USERS);
    await see(page.getByPlaceholder(SEARCH)).toHaveValue("");
    await see(rows(page).nth(5)).toBeVisible();
    // Words that nobody has waited for are not searched for after all.
    await page.getByPlaceholder(SEARCH).fill("ivy");
    await clear(page).hover();
    await page.mouse.down();
    // Left, the box would search for them, and move the page under the pointer.
    await see(page.getByPlaceholder(SEARCH)).toBeFocused();
    await page.mouse.up();
    await see(page.getByPlaceholder(SEARCH)).toHaveValue("");
    await see(page).toHaveURL(USERS);
    // What nobody can choose is no filter. Admins come after all others, on the last page.
    await page.goto(`${USERS}?tier=Nonsense&role=King`);
    const more = page.getByRole("button", { name: "Load more" });
    await see(rows(page).nth(5)).toBeVisible();
    while (await more.isVisible()) {
      const shown = await rows(page).count();
      await more.click();
      await see.poll(() => rows(page).count()).toBeGreaterThan(shown);
    }
    await see(rows(page).last()).toContainText(admin.email);
  },
);

long("[ADMIN-08] the audit is narrowed by what, who, whom and when", async () => {
  const member = await join();
  const id = await idOf(member);
  const edit = { userProfileId: id, oldPoints: 0, points: 12, reason: "" };
  await actElsewhere("PUT", "userprofile/edit-points", edit);
  const { page } = await openMemberPage(admin, "desktop");
  await page.goto(`${AUDIT}?whom=${id}`);
  await see(lines(page).first()).toContainText("Points edited");
  await see(page.getByLabel("Done to", { exact: true })).toHaveValue(`${member.firstName} Stray`);
  await page.getByLabel("Action").selectOption({ label: "Points edited" });
  await see(page).toHaveURL(/action=points\.edited/);
  await see(lines(page)).toHaveCount(1);
  await see(lines(page)).toContainText("Points0to12");
  await page.reload();
  await see(lines(page)).toHaveCount(1);

  await page.getByRole("button", { name: "Done to: show all" }).click();
  await page.getByLabel("Done by", { exact: true }).fill(admin.firstName);
  await page.getByRole("option", { name: `${admin.firstName} Ashe` }).click();
  await see(page).toHaveURL(`${AUDIT}?action=points.edited&who=${await idOf(admin)}`);
  await see(lines(page).first()).toContainText("Rowan Ashe");
  await page.getByLabel("To", { exact: true }).fill("2020-01-01");
  await see(page.getByText("Nothing here.")).toBeVisible();
  await lookAt(page, "admin-audit-none", "desktop");
  await clear(page).click();
  await see(page).toHaveURL(AUDIT);
  await lines(page)
    .filter({ hasText: "Points edited" })
    .first()
    .getByRole("button", { name: `${member.firstName} Stray` })
    .click();
  await see(page).toHaveURL(`${AUDIT}?whom=${id}`);
});

long(
  "[ADMIN-07] what cannot be loaded says so and is asked for again: the first page, and the next",
  async () => {
    const { page, expectNoise } = await openMemberPage(admin, "phone");
    expectNoise(/503/);
    await failUntilTriedAgain(page, "administration.users");
    await page.goto(USERS);
    await see(page.getByRole("alert")).toHaveText(ADMINISTRATION.loadFailed);
    await lookAt(page, "admin-users-failed", "phone");
    await page.getByRole("button", { name: "Try again" }).click();
    await see(rows(page).first()).toBeVisible();

    await page.goto(AUDIT);
    await see(lines(page)).toHaveCount(25);
    await failUntilTriedAgain(page, "administration.audit");
    await page.getByRole("button", { name: "Load more" }).click();
    await see(page.getByRole("alert")).toHaveText(ADMINISTRATION.auditFailed);
    const again = page.getByRole("button", { name: "Try again" });
    await see(again).toBeFocused();
    await again.press("Enter");
    await see(lines(page).nth(25)).toBeVisible();
    await see(page.getByRole("alert")).toHaveCount(0);
  },
);

test("nobody is chosen from a list that is still that of an earlier text", async () => {
  const { page } = await openMemberPage(sampleMember("admin"), "desktop");
  await page.goto("/member/tickets/new-ticket");
  const box = page.getByLabel("Assigned people", { exact: true });
  const options = page.getByRole("listbox", { name: "People" }).getByRole("option");
  const removers = page.getByRole("button", { name: /^Remove / });
  await box.focus();
  await see(options.nth(1)).toBeVisible();
  const held = Promise.withResolvers<void>();
  await page.route(/members\.people/, async (route) => {
    await held.promise;
    await route.continue();
  });
  const asked = page.waitForRequest(/members\.people/);
  await box.fill("wren tallow");
  await page.keyboard.press("Enter");
  await asked;
  await page.keyboard.press("Enter");
  await see(box).toHaveValue("wren tallow");
  await see(removers).toHaveCount(0);
  held.resolve();
  await see(options).toHaveText(["Wren Tallow"]);
  await page.keyboard.press("Enter");
  await see(removers).toHaveCount(1);
  await see(removers).toHaveAccessibleName("Remove Wren Tallow");
});

long(
  "a list is searched with /, narrowed by chips and periods, as wide as the screen, and saved as CSV",
  async () => {
    const { page } = await openMemberPage(admin, "desktop");
    await page.setViewportSize({ width: 2000, height: 900 });
    await page.goto(`${USERS}?tier=Vibranium&role=User`);
    const first = rows(page).first();
    await see(first).toBeVisible();
    const sizeOf = async (side: "width" | "height") => (await first.boundingBox())?.[side];
    await see.poll(() => sizeOf("width")).toBeGreaterThan(1400);
    await see.poll(() => sizeOf("height")).toBeLessThanOrEqual(49);
    await page.keyboard.press("/");
    await see(page.getByPlaceholder(SEARCH)).toBeFocused();
    await page.keyboard.type("ivy/");
    await see(page.getByPlaceholder(SEARCH)).toHaveValue("ivy/");
    await page.getByPlaceholder(SEARCH).fill("");
    const chip = page.getByRole("button", { name: "Remove the filter Role: User" });
    await chip.click();
    await see(page).toHaveURL(`${USERS}?tier=Vibranium`);
    await see(chip).toHaveCount(0);
    await lookAt(page, "admin-users-wide", "desktop");
    const [file] = await Promise.all([
      page.waitForEvent("download"),
      page.getByRole("button", { name: "CSV" }).click(),
    ]);
    const lines = (await Bun.file(await file.path()).text()).trimEnd().split("\r\n");
    await see(rows(page)).toHaveCount(lines.length - 1);
    expect(lines[1]).toContain("@example.test");

    await page.goto(AUDIT);
    await page.getByLabel("Period").selectOption("Last 7 days");
    await see(page).toHaveURL(/from=\d{4}-\d\d-\d\d$/);
    await see(page.getByRole("button", { name: /^Remove the filter From: / })).toBeVisible();
  },
);

long(
  "[ADMIN-13] a press on a column's name sorts the list, in the address and for the keyboard",
  async () => {
    const { page } = await openMemberPage(admin, "desktop");
    await untilAllHaveJoined();
    await page.goto(USERS);
    const column = (name: string) => page.getByRole("columnheader", { name, exact: true });
    const press = (name: string) => column(name).getByRole("button").click();
    const names = () => rows(page).locator("a").allInnerTexts();
    await see(rows(page).nth(5)).toBeVisible();
    const own = await names();
    await see(column("Member")).toHaveAttribute("aria-sort", "none");
    await press("Member");
    await see(page).toHaveURL(`${USERS}?sort=name`);
    await see(column("Member")).toHaveAttribute("aria-sort", "ascending");
    const order = new Intl.Collator("en", { sensitivity: "base" }).compare;
    await see.poll(async () => (await names()).join()).not.toBe(own.join());
    const sorted = await names();
    expect(sorted).toEqual(sorted.toSorted(order));
    await lookAt(page, "admin-users-sorted", "desktop");
    // By the keyboard, and after a visit from elsewhere.
    await page.reload();
    await column("Member").getByRole("button").focus();
    await page.keyboard.press("Enter");
    await see(page).toHaveURL(`${USERS}?sort=-name`);
    await see(column("Member")).toHaveAttribute("aria-sort", "descending");
    await see(column("Member").getByRole("button")).toBeFocused();
    await see.poll(async () => order((await names())[0] ?? "", sorted[0] ?? "")).toBeGreaterThan(0);
    await press("Member");
    await see(page).toHaveURL(USERS);
    await see.poll(async () => (await names()).join()).toBe(own.join());
    await press("Joined");
    await see(page).toHaveURL(`${USERS}?sort=-joined`);
    await see(column("Joined")).toHaveAttribute("aria-sort", "descending");

    for (const [path, name, sort] of [
      ["orders", "Order", "number"],
      ["users", "Points", "-points"],
      ["orders", "Total", "-total"],
      ["orders", "State", "state"],
      ["inbox", "Received", "received"],
      ["inbox", "State", "state"],
      ["inbox", "Order", "-order"],
      ["keys", "Created", "created"],
      ["audit", "Time", "time"],
    ] as const) {
      await page.goto(`/member/admin/${path}`);
      const isOwn = !sort.startsWith("-") && sort !== "state";
      if (isOwn) await see(column(name)).toHaveAttribute("aria-sort", "descending");
      await press(name);
      await see(page).toHaveURL(`/member/admin/${path}?sort=${sort}`);
      const state = sort.startsWith("-") ? "descending" : "ascending";
      await see(column(name)).toHaveAttribute("aria-sort", state);
      await see(page.getByRole("alert")).toHaveCount(0);
      await lookAt(page, `admin-${path}-sorted-${name}`, "desktop");
    }

    const phone = await openMemberPage(admin, "phone");
    await phone.page.goto(USERS);
    await phone.page.getByRole("button", { name: LISTS.filters, exact: true }).click();
    await phone.page.getByLabel(LISTS.sortBy).selectOption(SORTS.users.names.name);
    await see(phone.page).toHaveURL(`${USERS}?sort=name`);
    await see(rows(phone.page).locator("a").first()).toHaveText(sorted[0] ?? "");
    await lookAt(phone.page, "admin-users-sorted", "phone");
    await phone.page.getByLabel(LISTS.sortBy).selectOption(SORTS.users.names["-points"]);
    await see(phone.page).toHaveURL(`${USERS}?sort=-points`);
  },
);

describe.each(onScreens("desktop", "phone"))("on a %s screen", (screen) => {
  long("[ADMIN-14] store events are narrowed by a period, in the address", async () => {
    const { page } = await openMemberPage(admin, screen);
    await page.goto(INBOX);
    const events = page.getByRole("list", { name: "Store Events", exact: true }).locator("> li");
    await see(events.nth(5)).toBeVisible();
    await openFilters(page, screen);
    await page.getByLabel("Period").selectOption("Last 7 days");
    await see(page).toHaveURL(/inbox\?from=\d{4}-\d\d-\d\d$/);
    const chip = page.getByRole("button", { name: /^Remove the filter From: / });
    await see(chip).toBeVisible();
    await lookAt(page, "admin-inbox-period", screen);
    await page.getByLabel("To", { exact: true }).fill("2020-01-01");
    await see(page.getByRole("heading", { name: "No event matches." })).toBeVisible();
    await page.reload();
    await see(page.getByRole("heading", { name: "No event matches." })).toBeVisible();
    await page.getByRole("button", { name: /^Remove the filter To: / }).click();
    await chip.click();
    await see(page).toHaveURL(INBOX);
    await see(events.nth(5)).toBeVisible();
  });

  long("[ADMIN-14] bridge keys are found by name with /, narrowed and sorted", async () => {
    const { page } = await openMemberPage(admin, screen);
    await page.goto(KEYS);
    const keys = page.getByRole("list", { name: "Keys", exact: true }).locator("> li");
    await see(keys.filter({ hasText: "Sandbox plugin" })).toHaveCount(1);
    const box = page.getByPlaceholder(BRIDGE_KEYS.search);
    await page.keyboard.press("/");
    await see(box).toBeFocused();
    await page.keyboard.type("sandb");
    await see(page).toHaveURL(`${KEYS}?q=sandb`);
    await see(keys).toHaveCount(1);
    await openFilters(page, screen);
    const line = page.getByRole("search");
    if (screen === "desktop")
      await see.poll(async () => (await line.boundingBox())?.height ?? Infinity).toBeLessThan(60);
    await lookAt(page, "admin-keys-found", screen);
    await page.getByLabel("State", { exact: true }).selectOption("Revoked");
    await see(page).toHaveURL(`${KEYS}?q=sandb&state=revoked`);
    await see(page.getByRole("heading", { name: BRIDGE_KEYS.noMatch.title })).toBeVisible();
    await clear(page).click();
    await see(page).toHaveURL(KEYS);
    await see(box).toHaveValue("");
    if (screen === "desktop") return;
    await page.getByLabel(LISTS.sortBy).selectOption(SORTS.keys.names.created);
    await see(page).toHaveURL(`${KEYS}?sort=created`);
    await see(keys.filter({ hasText: "Sandbox plugin" })).toHaveCount(1);
  });
});
