import { expect, test } from "bun:test";
import { siteJobs } from "#server/jobs/site-jobs.ts";
import { notifyTeam } from "#server/modules/notifications/index.ts";
import { forgetBrowsers } from "#server/modules/push/index.ts";
import { testApp } from "#tests/support/app.ts";
import { asSite } from "#tests/support/context.ts";
import { plansOf } from "#tests/support/query-plans.ts";
import { TEST_ENGINE } from "#tests/support/store.ts";

test.if(TEST_ENGINE === "sqlite")(
  "what the site does again and again reads no whole table: a word to the team, the end of a session, erasing",
  async () => {
    const { deps } = await testApp();
    const erasing = siteJobs(deps).find(({ name }) => name === "erase-closed");
    const steps = await plansOf(async () => {
      await asSite(deps).write(async (tx) => {
        await notifyTeam(tx, "tickets", { subject: "Hello", message: "All is well.", link: "/" });
        await forgetBrowsers(tx, { userId: "nobody", sessionIds: ["over"] });
      });
      await erasing?.run(new AbortController().signal);
    });
    expect(steps).toContain("SCAN users USING INDEX users_team");
    expect(steps.join("\n")).toContain("users_erase_asked");
    expect(steps.join("\n")).toContain("push_subscriptions_session");
    expect(steps.filter((step) => /^SCAN (?!.* USING )/.test(step))).toEqual([]);
  },
);
