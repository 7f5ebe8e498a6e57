import { expect } from "bun:test";
import type { Page } from "@playwright/test";
import { WEBHOOK_FORM, WEBHOOKS } from "#shared/webhook-messages.ts";
import { seeToast } from "#tests/support/admin-users.ts";
import { lookAt, see } from "#tests/support/browser.ts";
import { long, onScreens } from "#tests/support/long.ts";
import { join, openMemberPage, sampleMember } from "#tests/support/members.ts";
import { openTicket } from "#tests/support/rest-calls.ts";
import { site } from "#tests/support/site.ts";
import { until } from "#tests/support/until.ts";

const rows = (page: Page) => page.getByRole("list", { name: WEBHOOKS.label, exact: true });
const press = (page: Page, name: string) => page.getByRole("button", { name, exact: true }).click();

for (const screen of onScreens("desktop", "phone"))
  long(
    `[HOOK-01, HOOK-02] an Admin has a channel of Discord told of tickets, at ${screen}`,
    async () => {
      const { sandbox } = await site();
      const name = `#alerts ${screen}`;
      const channel = screen === "desktop" ? "1001" : "1002";
      const { page, expectNoise } = await openMemberPage(sampleMember("admin"), screen);
      await page.goto("/member/admin/webhooks");
      await see(page.getByRole("heading", { level: 1 })).toHaveText(WEBHOOKS.title);
      await page.getByRole("button", { name: WEBHOOKS.make }).first().click();
      const form = page.getByRole("dialog");
      await press(page, WEBHOOK_FORM.save);
      await see(form).toContainText(WEBHOOK_FORM.urlMissing);
      await form.getByLabel(WEBHOOK_FORM.name).fill(name);
      await form.getByLabel(WEBHOOK_FORM.url).fill("https://127.0.0.1/hook");
      await form.getByRole("checkbox", { name: "New ticket" }).press("Space");
      expectNoise(/400 .*webhooks\.make/);
      await press(page, WEBHOOK_FORM.save);
      await see(form).toContainText("private network");
      await lookAt(page, "webhooks-form", screen);
      await form
        .getByLabel(WEBHOOK_FORM.url)
        .fill(`${sandbox.url}/discord/api/webhooks/${channel}/token`);
      await press(page, WEBHOOK_FORM.save);
      await seeToast(page, WEBHOOK_FORM.discordMade);
      const row = rows(page).getByRole("listitem").filter({ hasText: name }).first();
      await row.getByRole("button", { name }).first().click();
      await press(page, WEBHOOKS.testThis(name));
      await seeToast(page, WEBHOOKS.tested);
      const id = await openTicket(await join());
      const told = () => sandbox.webhooks.list().filter(({ to }) => to === channel);
      await until(() => told().length === 2);
      expect(told().at(-1)?.body).toContain(`#${id}`);
      await see(row.getByText(`#${id}`, { exact: false })).toBeVisible();
      await lookAt(page, "webhooks", screen);
      await press(page, WEBHOOKS.removeThis(name));
      await press(page, WEBHOOKS.removeQuestion.action);
      await seeToast(page, WEBHOOKS.removed);
      await see(row).toHaveCount(0);
    },
  );
