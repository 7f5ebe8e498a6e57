import { describe, expect } from "bun:test";
import type { Page } from "@playwright/test";
import {
  ASKS_AGAIN,
  CONSENT_LIST,
  CONSENT_PROMPT,
  MARKETING_TEXT,
} from "#shared/consent-messages.ts";
import { MAILING, UNSUBSCRIPTION } from "#shared/newsletter-messages.ts";
import { SITE_EDITOR, SITE_PUBLISH } from "#shared/site-messages.ts";
import { from, lookAt, newAddress, openPage, see } from "#tests/support/browser.ts";
import { inbox } from "#tests/support/inbox.ts";
import { long, onScreens } from "#tests/support/long.ts";
import { join, login, sampleMember } from "#tests/support/members.ts";
import { newsOf } from "#tests/support/news.ts";
import { siteWith } from "#tests/support/site.ts";

type Section = { published: { text: string }; basedOn: number; draftRevision: number };

/** Leaves a draft of the privacy policy with one paragraph more, for the publish screen. */
const draftPolicy = async (url: string, token: string): Promise<void> => {
  const headers = {
    ...from(newAddress()),
    authorization: `Bearer ${token}`,
    "content-type": "application/json",
  };
  const input = encodeURIComponent(JSON.stringify({ section: "privacy" }));
  const asked = await fetch(`${url}/api/trpc/site.section?input=${input}`, { headers });
  const { result } = (await asked.json()) as { result: { data: Section } };
  const { published, basedOn, draftRevision: revision } = result.data;
  const content = { ...published, text: `${published.text}\n\nWe now keep how often you howl.` };
  const body = JSON.stringify({ section: "privacy", content, basedOn, revision });
  const saved = await fetch(`${url}/api/trpc/site.saveDraft`, { method: "POST", headers, body });
  expect(saved.status).toBe(200);
};

const question = (page: Page) => page.getByRole("complementary", { name: CONSENT_PROMPT.label });

describe.each(onScreens("desktop", "phone"))("on a %s", (screen) => {
  long(
    "[CONSENT-04, CONSENT-07, CONSENT-08] a member agrees to a changed policy and to news, gets a post by mail, and ends it with its link",
    async () => {
      // The other site knows the sessions that there are by now.
      const reader = await join();
      const [token, readersToken] = [await login(sampleMember("admin")), await login(reader)];
      const { url, sandbox } = await siteWith((example) => example);
      const outside = sandbox.url;
      await draftPolicy(url, token);
      const { page: admin } = await openPage(url, screen, { token, outside });
      await admin.goto("/member/admin/site/publish");
      const asks = admin.getByRole("checkbox", { name: ASKS_AGAIN.privacy });
      await see(asks).toBeChecked();
      await asks.scrollIntoViewIfNeeded();
      await lookAt(admin, "consents-publish", screen);
      await admin.getByRole("button", { name: SITE_PUBLISH.action, exact: true }).click();
      await see(admin).toHaveURL(/\/member\/admin\/site$/);
      // Asked beside the form, and not over the page that is previewed there.
      const previewed: string[] = [];
      admin.on("request", (request) => {
        if (request.headers()["x-site-draft"] === "1") previewed.push(request.url());
      });
      await admin.goto("/member/admin/site/brand");
      await see(question(admin)).toBeVisible();
      if (screen === "phone") {
        await question(admin).getByRole("button", { name: CONSENT_PROMPT.later }).click();
        await admin.getByRole("button", { name: SITE_EDITOR.preview, exact: true }).click();
      }
      // What the bar of a member asks for goes out together.
      await see
        .poll(() => previewed.join("\n"), { timeout: 15_000 })
        .toContain("notifications.unread");
      expect(previewed.join()).not.toContain("consents.asked");

      const { page } = await openPage(url, screen, { token: readersToken, outside });
      await page.goto("/");
      await see(question(page)).toContainText(CONSENT_PROMPT.title(["privacy"], true));
      await question(page).getByRole("button", { name: CONSENT_PROMPT.changes }).click();
      await see(question(page)).toContainText("We now keep how often you howl.");
      await lookAt(page, "consents-question", screen);
      await question(page).getByRole("button", { name: CONSENT_PROMPT.disagree }).click();
      await see(question(page)).toContainText(CONSENT_PROMPT.refused);
      await question(page).getByRole("button", { name: CONSENT_PROMPT.later }).click();
      await page.reload();
      await question(page).getByRole("button").click();
      await question(page).getByRole("button", { name: CONSENT_PROMPT.agree }).click();
      await see(question(page)).toBeHidden();

      await page.goto("/member/accountsettings?tab=Privacy");
      await page.getByRole("checkbox", { name: MARKETING_TEXT.label }).click();
      const said = page.getByRole("list", { name: CONSENT_LIST.title }).getByRole("listitem");
      // News and the two answers, above what the registration said of rules and policy.
      await see(said).toHaveCount(5);
      await see(said.first()).toContainText("News by email agreed in the settings");
      await lookAt(page, "consents-settings", screen);

      const { id } = await newsOf(url, token).save();
      await admin.goto(`/member/admin/news/${id}`);
      const panel = admin.getByRole("region", { name: MAILING.title });
      await panel.getByRole("button", { name: MAILING.preview }).click();
      await see(panel.getByTitle(MAILING.previewTitle)).toBeVisible();
      await panel.scrollIntoViewIfNeeded();
      await lookAt(admin, "consents-mailing", screen);
      await panel.getByRole("button", { name: /^Send to/ }).click();
      await admin.getByRole("button", { name: MAILING.confirm }).click();
      const mail = await inbox.mailFor(reader.email, "The fair is open");
      await see(panel).toContainText(MAILING.states.done);
      await lookAt(admin, "consents-mailed", screen);

      expect(mail.headers["list-unsubscribe-post"]).toBe("List-Unsubscribe=One-Click");
      const link = mail.headers["list-unsubscribe"]?.slice(1, -1) ?? "";
      await page.goto(link);
      await see(page.getByRole("heading", { level: 1 })).toHaveText(UNSUBSCRIPTION.title);
      await lookAt(page, "consents-unsubscribe", screen);
      await page.getByRole("button", { name: UNSUBSCRIPTION.action }).click();
      await see(page.getByRole("heading", { level: 1 })).toHaveText(UNSUBSCRIPTION.doneTitle);
      await page.goto("/member/accountsettings?tab=Privacy");
      await see(said.first()).toContainText("News by email ended with the link of an email");
      await see(page.getByRole("checkbox", { name: MARKETING_TEXT.label })).not.toBeChecked();
    },
  );
});
