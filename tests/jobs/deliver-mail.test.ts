import { expect, test } from "bun:test";
import { runJob } from "#server/jobs/scheduler.ts";
import { siteJobs } from "#server/jobs/site-jobs.ts";
import { queueMail } from "#server/modules/mail/index.ts";
import { testApp, WITHOUT_MAIL_ENV } from "#tests/support/app.ts";
import { systemIn } from "#tests/support/context.ts";
import { mailServer, plainMail } from "#tests/support/mail.ts";

const names = (jobs: ReturnType<typeof siteJobs>) => jobs.map(({ name }) => name);

test("where no mail server is configured nothing is sent, and old mail is forgotten all the same", async () => {
  const { deps } = await testApp({ env: WITHOUT_MAIL_ENV });
  expect(names(siteJobs(deps))).not.toContain("deliver-mail");
  expect(names(siteJobs(deps))).toContain("forget-old-mail");
});

test("where one is configured the site's job delivers what was queued", async () => {
  const { url, inbox } = await mailServer();
  const { deps } = await testApp({ env: { SMTP_URL: url, MAIL_FROM: "den@den.example" } });
  const job = siteJobs(deps).find(({ name }) => name === "deliver-mail");
  if (job === undefined) throw new Error("There is no such job.");
  expect(job).toMatchObject({ leased: true, everyMs: 2000 });
  await systemIn(deps.store, deps.clock).write((tx) => queueMail(tx, plainMail()));
  expect(await runJob(deps, job, new AbortController().signal)).toBe("ran");
  expect(inbox()).toMatchObject([{ to: "ada@example.test" }]);
});
