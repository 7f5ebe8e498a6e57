import { runJob } from "#server/jobs/scheduler.ts";
import { siteJobs } from "#server/jobs/site-jobs.ts";
import { mailServer } from "./mail.ts";
import { appWithPeople, person } from "./people.ts";
import { addTicket, linkDiscord } from "./tickets.ts";

/** Runs one of the site's jobs, later than its last run by as much as it waits. */
export const jobsOf =
  (app: Awaited<ReturnType<typeof appWithPeople>>["app"]) =>
  async (name: string): Promise<void> => {
    app.clock.advance(15_000);
    const job = siteJobs(app.deps).find((one) => one.name === name);
    if (job === undefined) throw new Error(`There is no job ${name}.`);
    await runJob(app.deps, job, new AbortController().signal);
  };

type Adjust = NonNullable<Parameters<typeof appWithPeople>[0]>["adjust"];

/** A site with a real mail server, Ada and her ticket, and Ben who helps her on it. */
export const noticeWorld = async (env: Readonly<Record<string, string>> = {}, adjust?: Adjust) => {
  const { url, inbox, setMode } = await mailServer();
  const world = await appWithPeople({
    env: { SMTP_URL: url, MAIL_FROM: "den@den.example", ...env },
    ...(adjust !== undefined && { adjust }),
  });
  const { app, store } = world;
  const arrive = async (firstName: string) => {
    const someone = await person(app, { firstName, lastName: "Lynx" });
    await linkDiscord(app.deps, someone.id);
    return someone;
  };
  const ada = await arrive("Ada");
  const ben = await arrive("Ben");
  const ticketId = await addTicket(app.deps, {
    people: [ada.id, ben.id],
    subject: "Lost my raft",
  });
  const run = jobsOf(app);
  return {
    ...world,
    ada,
    ben,
    ticketId,
    inbox,
    setMode,
    run,
    /** Writes on the ticket. */
    say: (who: typeof ada, content: string) =>
      who.messages.send.mutate({ messageGroupId: ticketId, content }),
    /** Lets a time pass, and mails what is due. */
    mailAfter: async (ms: number) => {
      app.clock.advance(ms);
      await run("mail-notices");
      await run("deliver-mail");
    },
    waiting: () => store.read.select().from(store.tables.noticeMails),
  };
};
