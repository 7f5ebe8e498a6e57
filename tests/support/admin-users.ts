import { expect } from "bun:test";
import type { Page } from "@playwright/test";
import { displayNameOf } from "#shared/rules/lines.ts";
import { from, newAddress, see } from "./browser.ts";
import { login, type Member, sampleMember } from "./members.ts";
import { site } from "./site.ts";

export const USERS = "/member/admin/users";
export const AUDIT = "/member/admin/audit";
export const SEARCH = "Search Discord, Steam, or Minecraft name...";

/** The members that an Admin sees. */
export const rows = (page: Page) => page.getByRole("list", { name: "Users" }).locator("> li");
/** The lines of the audit. */
export const lines = (page: Page) => page.getByRole("list", { name: "Audit log" }).locator("> li");
/** What is asked before an act. */
export const question = (page: Page) => page.getByRole("alertdialog");

/** The row of one member alone, in the list that was searched for them. */
export const findRow = async (page: Page, { email, discordName }: Member) => {
  await page.getByPlaceholder(SEARCH).fill(email);
  await see(rows(page)).toHaveCount(1);
  const row = rows(page).filter({ hasText: email });
  await see(row).toContainText(displayNameOf(discordName));
  return row;
};

/** Chooses from the dots of a member's row. */
export const chooseFromMenu = async (page: Page, { discordName }: Member, entry: string) => {
  await page.getByRole("button", { name: `More about ${displayNameOf(discordName)}` }).click();
  await page.getByRole("menuitem", { name: entry }).click();
};

/** What an Admin reads in a toast, of which the newest stands first. */
export const seeToast = async (page: Page, text: string) =>
  await see(page.getByText(text).first()).toBeVisible();

/** What an Admin does elsewhere, by the REST rows. */
export const actElsewhere = async (method: string, path: string, body?: unknown) => {
  const response = await fetch(`${(await site()).url}/api/${path}`, {
    method,
    headers: {
      ...from(newAddress()),
      authorization: `Bearer ${await login(sampleMember("admin"))}`,
      "content-type": "application/json",
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  expect([path, response.status]).toEqual([path, 200]);
};
