import type { MailKind } from "./constants/mail.ts";
import { HOUR_MS, MINUTE_MS } from "./constants/time.ts";
import { numberFormat, numberText } from "./rules/format.ts";

const counted = (count: number, noun: string): string =>
  `${numberText(count)} ${noun}${count === 1 ? "" : "s"}`;

const number = numberFormat({ maximumFractionDigits: 1 });

/** How often something is done, such as "15 seconds" or "1.5 hours". */
const intervalText = (ms: number): string => {
  if (ms < 2 * MINUTE_MS) return `${number(ms / 1000)} seconds`;
  return ms < 2 * HOUR_MS ? `${number(ms / MINUTE_MS)} minutes` : `${number(ms / HOUR_MS)} hours`;
};

/** What the site does beside its requests: for whoever runs it, with what to do. */
export const HEALTH_WORK = {
  version: (version: string, bun: string) => `Version ${version}, on Bun ${bun}.`,
  build: (buildId: string) => `The pages are those of build ${buildId}.`,

  push: (browsers: number) =>
    browsers === 0
      ? "No browser is notified by push yet."
      : `Push reaches ${counted(browsers, "browser")}.`,
  pushRefused: (host: string, code: string, browsers: number) =>
    `The push service ${host} keeps refusing what the site sends (${code}) to ${counted(browsers, "browser")}. ${
      code === "403" || code === "401"
        ? "It does not accept the site's key or contact: set PUBLIC_URL to the https address of the site, and PUSH_VAPID_KEY to the key that browsers subscribed with, if it was another one."
        : "Look at the log for push.not_sent; the bell and mail are not affected."
    }`,

  noJobs: "No job has run yet. The site begins with them when it starts.",
  nobodyWorks: (latest: string) =>
    `No job has run since ${latest}: the site does not run, or cannot use its database. Start it (lynxden serve), or look at its log.`,
  jobFails: ({
    name,
    since,
    times,
    error,
  }: {
    name: string;
    since: string;
    times: number;
    error: string;
  }) =>
    `${name} has failed ${times === 1 ? "once" : `${numberText(times)} times`} since ${since}${error === "" ? "" : ` (${error})`}. It is tried again by itself; the log says why (job.failed).`,
  jobLate: (name: string, startedAt: string, everyMs: number) =>
    `${name} has not run since ${startedAt}, though it is due every ${intervalText(everyMs)}. Restart the instance that has it.`,
  jobUnderWay: (name: string, since: string) => `${name} is under way since ${since}.`,
  jobsRun: (jobs: number, latest: string) =>
    `${counted(jobs, "job")} ${jobs === 1 ? "does its" : "do their"} work; the last began at ${latest}.`,

  noInstance: "No instance of the site is running. Start it: lynxden serve.",
  instances: (instances: number) =>
    `${counted(instances, "instance")} ${instances === 1 ? "is" : "are"} running.`,
  instance: (id: string, isThis: boolean, jobs: number) =>
    `${id}${isThis ? ", which answers you," : ""} runs ${jobs === 0 ? "no job" : counted(jobs, "job")}.`,

  notProven:
    "It has not been proven yet: that is done every night from four o'clock. lynxden doctor does it at once.",
  proven: (at: string) => `Proven ${at}.`,

  noShop: "There is no shop.",
  lastEvent: (at: string) => `Tebex last sent an event at ${at}.`,
  noEvent: (address: string) =>
    `Tebex has never sent an event. Enter ${address} as a webhook in Tebex: without it nothing that is bought is credited.`,
  notSigned: (at: string) =>
    `At ${at} an event was refused, because it was not signed with TEBEX_WEBHOOK_SECRET, and none has been taken since. If Tebex sent it, its list of webhooks shows 403 there: set the secret of this very endpoint, start the site again, and let Tebex send it once more.`,
  eventsWait: (events: number, since: string) =>
    `${counted(events, "event")} of Tebex could not be processed since ${since}: what was bought is not credited. Admin, Store Events says why.`,
  refused: (detail: string, times: number, lastAt: string) =>
    `Tebex refused something for a reason that the site does not know${times === 1 ? "" : `, ${numberText(times)} times`}, last at ${lastAt}: ${detail === "" ? "it gave none." : `“${detail}”`} Look at the package's limits in Tebex, and report the sentence if it is unclear.`,

  notReady: (reason: string) => `Nothing can be saved now: ${reason}`,
  provider: (name: string, why: string, since: string) =>
    `${name} has failed since ${since}: ${why}`,
  refuses: (name: string, since: string) =>
    `${name} has refused what is configured for it since ${since}. Compare each value with what stands there: Admin, Setup.`,
  serverDown: (name: string, since: string | null) =>
    `${name} does not answer${since === null ? "" : ` since ${since}`}.`,
  notAsked: "No server has been asked yet.",
  askedAt: (at: string) => `They were last asked at ${at}.`,
} as const;

/** The screen that shows it. */
export const HEALTH_SCREEN = {
  title: "Health",
  /** After how many things, in the row of screens. */
  allWell: "Everything is well",
  warns: (checks: number) => `${counted(checks, "thing")} worth a look`,
  fails: (checks: number) => `${counted(checks, "thing")} ${checks === 1 ? "needs" : "need"} you`,
  /** Before how long ago it was. */
  lookedAt: "Looked at",
  instance: "by the instance that answers you. It looks again every 15 seconds.",
  checks: "Checks",
  checksWell: (checks: number) =>
    checks === 1 ? "One check is well" : `${checks} checks are well`,
  jobsWell: (jobs: number) =>
    jobs === 1 ? "One job runs as it should" : `${jobs} jobs run as they should`,
  states: { ok: "Well", warn: "Worth a look", fail: "Needs you" },
  names: {
    version: "Version",
    configuration: "Configuration",
    https: "HTTPS",
    store: "Database",
    migrations: "Migrations",
    jobs: "Jobs",
    instances: "Instances",
    ledger: "Points ledger",
    "audit chain": "Audit log",
    passkeys: "Passkeys",
    team: "Team",
    backups: "Backups",
    files: "Files of tickets",
    site: "Site",
    mail: "Mail",
    push: "Push",
    "store events": "Store",
    providers: "Providers",
    "game servers": "Game servers",
    disk: "Disk",
    clock: "Clock",
  },
  failed: "We couldn't look at the site.",
  jobs: "Jobs",
  jobsIntro:
    "What the site does by itself. Of several instances one runs each job, but for those that each runs for itself.",
  job: "Job",
  state: "State",
  lastRun: "Last run",
  nextRun: "Next run",
  lastFailure: "Last failure",
  runsOn: "Runs on",
  everywhere: "Each",
  nobody: "–",
  never: "Never",
  due: "Due",
  took: (ms: number) => (ms < 1000 ? `${numberText(ms)} ms` : `${number(ms / 1000)} s`),
  every: (ms: number) => `every ${intervalText(ms)}`,
  running: "Works",
  failing: (failures: number) => (failures > 1 ? `Failed ${numberText(failures)} times` : "Failed"),
  late: "Late",
  mails: "Emails that were given up",
  mailsIntro:
    "Of the last seven days. A link in them is good for an hour from when it is sent again.",
  noMails: "No email was given up.",
  mailsFailed: "We couldn't load the emails.",
  mailKind: "Email",
  mailTo: "To",
  mailError: "Why",
  givenUp: "Given up",
  sendFailed: "We couldn't send it again.",
  sendAgain: "Send again",
  sendAllAgain: "Send all again",
  sendAllTitle: "Send all of these emails again?",
  sendAllText:
    "Each is queued as if it had just been written. What nobody needs any more is not sent.",
  unreadable: "Cannot be read",
} as const;

/** Mails that could not be sent. */
export const FAILED_MAILS = {
  kinds: {
    verify: "Confirmation of an address",
    reset: "Link for a new password",
    browser: "Link for a new browser",
    guessed: "Notice of wrong passwords",
    goodbye: "Goodbye",
    "password-changed": "Notice of a new password",
    "confirm-address": "Confirmation of a new address",
    "address-taken": "Notice that an address is taken",
    "address-changed": "Notice of a new address, with the way back",
    "address-reverted": "Notice that a change of address was taken back",
    security: "Security mail",
    receipt: "Receipt",
    "merge-code": "Code to merge accounts",
    merged: "Notice that accounts were merged",
    archive: "Notice that own data can be downloaded",
    erased: "Notice that an account was erased",
    claim: "Link to claim an account",
    "lost-factor": "Link for a lost second factor",
    strike: "Notice of a strike",
    "factor-reset": "Notice of a lost second factor",
    news: "Post by email",
    answer: "Answer on a ticket",
    notice: "Notice by email",
    digest: "Notices of a day",
  } satisfies Record<MailKind, string>,
  unknown: "This email cannot be sent again: it was sent, removed, or cannot be read.",
  queuedAgain: (mails: number) =>
    mails === 0
      ? "There is nothing to send again."
      : `${mails === 1 ? "One email is" : `${numberText(mails)} emails are`} queued to be sent again.`,
} as const;
