import { asc, eq } from "drizzle-orm";
import type { Config } from "#server/config/config.ts";
import { runJob } from "#server/jobs/scheduler.ts";
import { siteJobs } from "#server/jobs/site-jobs.ts";
import type { NewsDraft } from "#shared/schemas/news.ts";
import { withLimits } from "./app.ts";
import { mailServer } from "./mail.ts";
import { appWithPeople, person } from "./people.ts";

export const POST: NewsDraft = {
  id: null,
  revision: 0,
  title: "A new island",
  summary: "Ragnarok opens on Friday.",
  text: "Bring *friends*.\n\n- a boat\n- a lynx\n\n## Later\n\nNot in the mail.",
  publishAt: null,
  pinnedFrom: null,
  pinnedUntil: null,
  notifies: false,
};

/** A site on which nobody is asked again who they are, unless it is about that. */
const withoutStepUp = (config: Config, asksAgain: boolean): Config => {
  const { community } = config;
  if (asksAgain) return config;
  return {
    ...config,
    community: { ...community, security: { ...community.security, stepUpMs: 0 } },
  };
};

/**
 * A site with a real mail server, a post that has appeared, and people who agreed to news by email.
 * @param given.agreed how many.
 * @param given.asksAgain whether what cannot be taken back asks again who somebody is.
 * @param given.allowed how many mails go out in a quarter of an hour, as `withLimits` counts.
 */
export const mailingWorld = async ({
  agreed = 3,
  allowed = 1000,
  asksAgain = false,
  env = {},
}: {
  agreed?: number;
  allowed?: number;
  asksAgain?: boolean;
  env?: Readonly<Record<string, string>>;
} = {}) => {
  const { url, inbox, setMode } = await mailServer();
  const world = await appWithPeople({
    env: { SMTP_URL: url, MAIL_FROM: "den@den.example", ...env },
    adjust: (config) => withoutStepUp(withLimits({ newsMails: allowed })(config), asksAgain),
  });
  const { app, admin, store } = world;
  const { id: newsId, slug } = await admin.news.save.mutate(POST);
  const readers: Awaited<ReturnType<typeof person>>[] = [];
  for (let index = 0; index < agreed; index += 1) {
    const reader = await person(app, { firstName: `Reader${index}` });
    await reader.members.setMarketingConsent.mutate({ allowMarketingEmails: true });
    readers.push(reader);
  }
  const run = async (name: string) => {
    // Later than the last run by as much as any of these waits.
    app.clock.advance(5000);
    const job = siteJobs(app.deps).find((one) => one.name === name);
    if (job === undefined) throw new Error(`There is no job ${name}.`);
    await runJob(app.deps, job, new AbortController().signal);
  };
  const { newsMails, consents } = store.tables;
  return {
    ...world,
    newsId,
    slug,
    readers,
    inbox,
    setMode,
    write: () => run("mail-news"),
    deliver: () => run("deliver-mail"),
    /** Writes, sends, and takes over what has become of it. */
    sendAll: async () => {
      await run("mail-news");
      await run("deliver-mail");
      await run("mail-news");
    },
    mails: () => store.read.select().from(newsMails).orderBy(asc(newsMails.userId)),
    lastSaid: async (userId: string) =>
      (
        await store.read
          .select()
          .from(consents)
          .where(eq(consents.userId, userId))
          .orderBy(asc(consents.id))
      ).at(-1),
    /** The address in the header of a caught mail, below the site's own. */
    unsubscribePath: (headers: Readonly<Record<string, string>>) => {
      const found = /^<(.*)>$/.exec(headers["list-unsubscribe"] ?? "")?.[1] ?? "";
      const { pathname, search } = new URL(found);
      return pathname + search;
    },
  };
};
