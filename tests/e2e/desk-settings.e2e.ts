import { expect } from "bun:test";
import type { Locator, Page } from "@playwright/test";
import type { CommunityTickets } from "#shared/schemas/community/tickets.ts";
import { DURATION_UNITS, MENU_FORM_TEXTS, SITE_EDITOR } from "#shared/site-messages.ts";
import { lookAt, openPage, see } from "#tests/support/browser.ts";
import { long } from "#tests/support/long.ts";
import { login, sampleMember } from "#tests/support/members.ts";
import { siteWith } from "#tests/support/site.ts";

const PAGE = `
[[pages]]
key = "imprint"
title = "Who we are"
description = "Who runs {name}."
text = "Written by hand."
`;

const isSaved = (page: Page) =>
  see(page.getByRole("main").getByText(SITE_EDITOR.save.saved, { exact: true })).toBeVisible();
const unitOf = (within: Locator, label: string) =>
  within.getByLabel(`${label}: ${DURATION_UNITS.label}`);

long(
  "[DESK-04, DESK-05] the desk's settings are told in hours, by clocks and by names, and ask for nothing that does not matter",
  async () => {
    const token = await login(sampleMember("admin"));
    const { url, sandbox } = await siteWith((example) => example + PAGE);
    const { page } = await openPage(url, "desktop", { outside: sandbox.url, token });
    const draftOf = async (): Promise<Partial<CommunityTickets>> => {
      const input = encodeURIComponent(JSON.stringify({ section: "tickets" }));
      const headers = { authorization: `Bearer ${token}` };
      const answer = await fetch(`${url}/api/trpc/site.section?input=${input}`, { headers });
      const { result } = (await answer.json()) as { result: { data: { draft: CommunityTickets } } };
      return result.data.draft ?? {};
    };
    const form = page.getByRole("main").locator("form").first();
    await page.goto("/member/admin/site/tickets");
    await form.getByLabel("Time to an answer").click();
    const first = form.getByLabel("First answer within", { exact: false }).first();
    await see(first).toHaveValue("4");
    await see(unitOf(form, "First answer within")).toHaveValue("hours");
    await see(unitOf(form, "Warn before").first()).toHaveValue("minutes");
    await first.fill("2.5");
    await unitOf(form, "Next answer within").selectOption("days");
    await form.getByLabel("Working hours").click();
    await form.getByLabel("From").fill("08:30");
    await form.getByLabel(/^Category of appeals/).selectOption({ label: "Connection Issue" });
    await isSaved(page);
    await see.poll(draftOf).toMatchObject({
      targets: {
        firstAnswerMinutes: 150,
        nextAnswerMinutes: 8 * 24 * 60,
        warnMinutes: 30,
        hours: { from: "08:30", until: "18:00" },
      },
      appealCategory: "Connection Issue",
    });
    await lookAt(page, "desk-targets", "desktop");
    await form.getByLabel(/^Category of appeals/).selectOption("");

    // A question that is chosen from has choices; one that is typed has a length.
    await form.getByRole("button", { name: "Shop Issue", exact: true }).click();
    await form.getByRole("button", { name: "Number of the order", exact: true }).click();
    const choices = form.getByRole("button", { name: "Add a choice" });
    const longest = form.getByLabel(/^Longest answer/);
    await see(longest).toHaveValue("40");
    await see(choices).toHaveCount(0);
    await form.getByLabel("Answered by").selectOption({ label: "A choice" });
    await see(choices).toBeVisible();
    await see(longest).toHaveCount(0);
    await lookAt(page, "desk-settings", "desktop");
    const question = async () =>
      (await draftOf()).categories?.find(({ key }) => key === "Shop Issue")?.questions?.[0];
    await see.poll(question).toMatchObject({ type: "choice" });
    expect(await question()).not.toHaveProperty("max");
    await form.getByLabel("Answered by").selectOption({ label: "One line" });
    await see(longest).toHaveValue("40");
    await isSaved(page);
    await see.poll(question).toMatchObject({ type: "line", max: 40 });
    expect(await draftOf()).not.toHaveProperty("appealCategory");

    // Where own pages are listed, they go by their titles.
    await page.goto("/member/admin/site/menu");
    const target = page.getByLabel(new RegExp(`^${MENU_FORM_TEXTS.target}`)).first();
    await target.selectOption({ label: "Who we are" });
    await see(target).toHaveValue("page:imprint");

    const phone = await openPage(url, "phone", { outside: sandbox.url, token });
    await phone.page.goto("/member/admin/site/tickets");
    await see(phone.page.getByLabel("First answer within", { exact: false }).first()).toHaveValue(
      "2.5",
    );
    await lookAt(phone.page, "desk-settings", "phone");
  },
);
