import { runJob } from "#server/jobs/scheduler.ts";
import { siteJobs } from "#server/jobs/site-jobs.ts";
import { testApp } from "./app.ts";
import { mailServer } from "./mail.ts";

/** A site whose mails go to a real mail server, and what has arrived there. */
export const mailedSite = async () => {
  const { url, inbox } = await mailServer();
  const app = await testApp({ env: { SMTP_URL: url, MAIL_FROM: "den@den.example" } });
  const job = siteJobs(app.deps).find(({ name }) => name === "deliver-mail");
  if (job === undefined) throw new Error("There is no such job.");
  return {
    app,
    /** Everything that was sent up to now, newest first. */
    delivered: async () => {
      await runJob(app.deps, job, new AbortController().signal);
      return inbox();
    },
  };
};
