import type { Provider } from "./constants/health.ts";
import { POINTS } from "./points-messages.ts";
import { numberText } from "./rules/format.ts";
/** What Admins do about members. */
export const ADMINISTRATION = {
  keysEnd: "Their bridge keys are revoked too. Keep one only if you vouch for its server.",
  ownKeysEnd: "Your bridge keys are revoked too.",
  keysUnlisted: "Their bridge keys could not be listed. All of them are revoked too.",
  loadFailed: "Failed to load admin user data.",
  promoteFailed: "Failed to promote user.",
  demoteFailed: "Failed to demote Admin.",
  deactivateFailed: "Failed to deactivate account.",
  reactivateFailed: "Failed to reactivate account.",
  endSessionsFailed: "Failed to end the sessions.",
  providersFailed: "Failed to load the providers.",
  auditFailed: "Failed to load the audit log.",
  pointsFailed: "Failed to update points.",
  unknownTier: "There is no such tier.",
  idCopied: "ID copied!",
  idNotCopied: "The ID could not be copied.",
  promoted: "User promoted to Admin.",
  demoted: "Admin demoted to User.",
  deactivated: "Account deactivated.",
  reactivated: "Account reactivated.",
  sessionsEnded: "Logged out everywhere.",
  unknown: POINTS.unknownMember,
  alreadyDeactivated: "This account is already deactivated.",
  alreadyActive: "This account is not deactivated.",
  /** Of one that its owner closed too long ago. */
  beingErased: "This account was closed more than 30 days ago. Its data is being erased.",
  promoteDeactivated: "This account is deactivated. Reactivate it first.",
  ownAccount: "You can close your own account in its settings.",
} as const;

/** The lists of the administration. */
export const ADMIN_SCREENS = {
  eyebrow: "Administration",
  users: {
    title: "Users",
    noMatch: {
      title: "No members match.",
      text: "Try fewer words or another filter, or show everyone.",
    },
  },
  audit: {
    title: "Audit Log",
    label: "Audit log",
    noMatch: {
      title: "Nothing here.",
      text: "No entries match. Try another action, other people or a longer period.",
    },
  },
  providers: {
    title: "Providers",
    intro: "A service that fails five times in a row is paused and retried every 30 seconds.",
    hint: "While a service is paused, people get an error at once instead of waiting. If the site runs as several instances, this is what the one answering you has seen since it started.",
    label: { closed: "Working", open: "Paused", "half-open": "Retrying", refused: "Refused" },
    refusesSince: "It has refused what is configured for it since",
    compare: "Compare each value under Setup.",
    worksSince: "Working again since",
    failsSince: "Failing since",
    neverFailed: "No call has failed.",
    /** Before when it was, and why. */
    failed: (calls: number) =>
      `${calls === 1 ? "One call" : `${calls} calls`} failed, the last one`,
  },
} as const;

/** The figures of the community. */
export const TODAY = {
  title: "Today",
  period: "Period",
  days: (days: number) => `${days} days`,
  lastDays: (days: number) => `Last ${days} days`,
  daysBefore: (days: number) => `The ${days} days before`,
  compared: (days: number) =>
    `The last ${days} days, today included, against the ${days} days before, up to the same time of day. In each chart a line marks what the same day of the period before came to.`,
  /** After the difference. */
  up: (before: string) => `up from ${before}`,
  down: (before: string) => `down from ${before}`,
  same: "No change",
  members: "New members",
  players: "Players now",
  peak: "Most at once",
  sales: "Sales",
  noSales: "Nothing was sold",
  pointsIn: "Points in",
  pointsOut: "Points out",
  tickets: "Waiting tickets",
  oldest: (age: string) => `Longest wait: ${age}`,
  noTickets: "Nobody is waiting",
  flags: "Flagged orders",
  noFlags: "Nothing to look at",
  lookAtFlags: "Need a look",
  failed: "Failed jobs",
  allWorks: "Everything works",
  lookAtFailed: "See what failed",
  nothingFailed: "Every job, email and store event went through.",
  failedEvents: (count: number) =>
    `${count === 1 ? "A store event" : `${numberText(count)} store events`} could not be processed`,
  eventsHint: "The site keeps trying. Open them to see why.",
  failedMails: (count: number) =>
    `${count === 1 ? "An email" : `${numberText(count)} emails`} could not be sent in the last 7 days`,
  /** @param code the mail transport's. */
  mailsHint: (code: string) => `The mail server said: ${code === "" ? "nothing" : code}.`,
  /** @param name of the job: "seal-audit". */
  jobName: (name: string) =>
    `Job: ${name.slice(0, 1).toUpperCase()}${name.slice(1).replaceAll("-", " ")}`,
  /** Before the moment of the first failure. */
  jobFailed: (runs: number) =>
    `${runs === 1 ? "Its last run" : `Its last ${numberText(runs)} runs`} failed, since`,
  pointsByKind: "Points by kind",
  noPoints: "No points came or went.",
  kind: "Kind",
  in: "In",
  out: "Out",
  byDay: "Day by day",
  day: "Day",
  peakOfDay: "Most players at once",
  /** Of one currency among several. */
  salesIn: (currency: string) => `Sales (${currency})`,
  /** Read to people who do not see the drawing. @param most at once, on one of the days. */
  peakSummary: (most: string, since: string) =>
    `At most ${most} at once since ${since}. The table has each day.`,
  figure: "Figure",
  csv: "Save these figures as a CSV file",
  loadFailed: "Failed to load the figures.",
} as const;

/** What Admins are told once the database can be written again. */
export const OUTAGE = {
  subject: "Nothing could be saved for a while",
  /** @param from, until moments as text. @param reason one of `reasons`. */
  message: (from: string, until: string, reason: string) =>
    `The database could not be written to between ${from} and ${until}: ${reason} Everything the site confirmed is saved; anyone who tried something else in that time was asked to try again.`,
  reasons: {
    away: "it could not be reached, or refused the connection. Please check the database server and DATABASE_URL.",
    full: "its disk was full. Please free up space so that it does not happen again.",
    read_only: "it refused writes. Please check its file permissions or its server's settings.",
    busy: "another program had locked it. Please check what else uses it.",
    failing: "its files could not be written. Please check the disk.",
  },
} as const;

/** What providers are called, and what waits while they cannot be reached. */
export const PROVIDER_LABELS: Readonly<Record<Provider, { name: string; waits: string }>> = {
  discord: { name: "Discord", waits: "Nobody can register or link a Discord account." },
  steam: { name: "Steam", waits: "Nobody can link a Steam account." },
  epic: { name: "Epic Games", waits: "Nobody can link an Epic account." },
  microsoft: { name: "Microsoft", waits: "Nobody can link a Minecraft account." },
  tebex: {
    name: "Tebex",
    waits: "The shop shows its last catalog, and nobody can pay.",
  },
  smtp: { name: "The mail server", waits: "Emails wait in the outbox for up to two days." },
};

const FAILURES: Readonly<Record<string, string>> = {
  status: "it answered with an error.",
  timeout: "it did not answer in time.",
  unreachable: "it could not be reached, or hung up.",
  malformed: "its answer made no sense.",
  refused: "it refused our id, secret or key.",
};
/** Why a call failed, to go on with after a colon. @param reason a word of ours, or the code of the mail transport. */
export const failureText = (reason: string): string => FAILURES[reason] ?? `${reason}.`;

/** What Admins are told of a provider that has failed for minutes, and once it is well again. */
export const PROVIDER_TROUBLE: Readonly<
  Record<"down" | "refused" | "well", (provider: Provider) => { subject: string; message: string }>
> = {
  down: (provider) => {
    const { name, waits } = PROVIDER_LABELS[provider];
    return {
      subject: `${name} cannot be reached`,
      message: `${name} has been failing for several minutes. ${waits} The site keeps trying; you only need to act if the cause is on your side. See Admin, Providers for the reason.`,
    };
  },
  refused: (provider) => {
    const { name, waits } = PROVIDER_LABELS[provider];
    return {
      subject: `${name} refuses what is configured`,
      message: `${name} answers, but refuses the id, secret or key of this site. ${waits} Compare each value under Admin, Setup with what stands there; a secret may have ended or been renewed.`,
    };
  },
  well: (provider) => {
    const { name } = PROVIDER_LABELS[provider];
    return {
      subject: `${name} works again`,
      message: `${name} answers again. Whatever was waiting continues on its own.`,
    };
  },
};

/** What can be wrong with a line of the audit's chain. */
export type AuditBreakFault = "missing" | "changed" | "personal" | "cut" | "replaced";

/** That, as a sentence. */
export const auditBreakText = (fault: AuditBreakFault, position: number): string =>
  ({
    missing: `Line ${position} of the audit is missing.`,
    changed: `Line ${position} of the audit was changed after it was written.`,
    personal: `The network or browser in line ${position} of the audit was changed after it was written.`,
    cut: `Line ${position} of the audit and everything after it is gone.`,
    replaced: `Line ${position} of the audit is not the one that was sealed there.`,
  })[fault];

/** Of the audit's chain, for whoever runs the program. */
export const AUDIT_CHAIN = {
  brokenSubject: "The audit log was changed",
  /** After what is wrong. */
  brokenAdvice:
    "The database was changed by hand, or it is damaged. The site's log says where the chain ended before (audit.sealed).",
  unsealedSubject: "The audit log is not being sealed",
  unsealed: (id: number, at: string) =>
    `Entry ${id} of the audit has been waiting to be sealed since ${at}. Look for seal-audit in the site's log.`,
  holds: (entries: number, head: string) =>
    entries === 0
      ? "The audit has no sealed lines yet."
      : `The audit is whole: ${numberText(entries)} lines, the last one is ${head}.`,
  /** Of entries that have waited for minutes: `at` is when the oldest was written. */
  waiting: (at: string) =>
    `Entries since ${at} are not sealed yet. The site does that within seconds while it runs: if it runs, look for seal-audit in its log.`,
  badWitness:
    "Name the line as the log does, as POSITION:HASH, such as 1042 and its 64 characters.",
} as const;

/** What an Admin does about a member: what is asked, and how the buttons are read. */
export const USER_SCREEN = {
  joined: "Joined",
  joinedFrom: "Joined from",
  copyId: (platform: string, name: string) => `Copy the ${platform} ID of ${name}`,
  promoteText: "Are you sure you want to promote this user to Admin? They will gain full access.",
  demoteText:
    "Are you sure you want to make this Admin a User again? They lose access to the administration at once, and all roles of the team that they had before.",
  deactivateTitle: "Deactivate this account?",
  deactivateText:
    "They are logged out everywhere and cannot log in until an Admin reactivates the account.",
  reactivateTitle: "Reactivate this account?",
  reactivateText: "They can log in again and find everything as it was.",
  endSessionsTitle: "End all their sessions?",
  endSessionsText:
    "They are logged out in every browser at once. They can log in again with their password.",
  endSessionsAction: "Yes, Log Out",
  search: "Search Discord, Steam, or Minecraft name...",
  closedByOwner: "Closed by owner",
  demoteThis: (name: string) => `Demote ${name} to User`,
  demote: "Demote to User",
  promoteThis: (name: string) => `Promote ${name} to Admin`,
  promote: "Promote to Admin",
} as const;

/** Setting somebody's points. */
export const POINTS_DIALOG = {
  question: (points: number) => `Are you sure you want to set their points to ${points}?`,
  hint: (name: string, points: string, currency: string) =>
    `${name} has ${points} ${currency}. This will appear in their statement.`,
  less: "One point less",
  more: "One point more",
  noteHint: "Optional. The member sees it in their statement.",
} as const;

/** Adding to somebody's points, or taking from them. */
export const CHANGE_POINTS = {
  open: "Change Points",
  title: "Change Points",
  hint: (name: string) => `This will appear in ${name}'s statement.`,
  way: "What to do",
  ways: { add: "Add", take: "Subtract", set: "Set to" },
  amount: "Points",
  reasonHint: "Optional. The member sees it in their statement.",
  act: {
    add: (points: string, currency: string) => `Add ${points} ${currency}`,
    take: (points: string, currency: string) => `Subtract ${points} ${currency}`,
    set: (points: string, currency: string) => `Set to ${points} ${currency}`,
  },
} as const;

/** The page of one member, also beside the list. */
export const MEMBER_FILE = {
  eyebrow: "Member",
  loadFailed: "Failed to load this member.",
  backToUsers: "All users",
  openPage: "Open full page",
  close: "Close",
  joined: "Joined",
  lastSeen: "Last seen",
  notSignedIn: "Not logged in",
  tier: "Tier",
  noTier: "Standard",
  tierEnds: (tier: string, end: string) => `${tier} until ${end}`,
  copyUserId: "Copy the user ID",
  links: { title: "Linked accounts", none: "Nothing linked." },
  points: { title: "Points", all: "Statement", none: "No points yet." },
  tickets: { title: "Tickets", none: "No tickets yet." },
  orders: { title: "Orders", all: "All orders", none: "No orders yet." },
  sessions: { title: "Logged in on", none: "Nowhere." },
  audit: { title: "Audit", all: "All lines", none: "Nothing yet." },
  endSessions: "End Sessions",
  deactivate: "Deactivate",
  reactivate: "Reactivate",
} as const;

/** The search over everything. */
export const PALETTE = {
  title: "Find",
  hint: "Ctrl K",
  open: "Find people, tickets, orders and pages",
  placeholder: (hasAddresses: boolean) =>
    hasAddresses ? "Name, email, ID, or #number" : "Name, ID, or #number",
  list: "What was found",
  nothing: "Nothing found.",
  slash: "The / key leads to the search of a list",
  failed: "The search does not answer. Try again in a moment.",
  member: "Member",
  ticket: "Ticket",
  order: "Order",
  page: "Page",
  /** Something that is set up under Site. */
  field: "Setting",
  orderOf: (id: number) => `Order #${id}`,
  siteOf: (section: string) => `Site: ${section}`,
  pages: {
    today: "Today",
    users: "Users",
    team: "Team",
    strikes: "Strikes",
    news: "News",
    newPost: "New post",
    site: "Site",
    calendar: "Calendar",
    siteHistory: "Site: History",
    audit: "Audit Log",
    keys: "Bridge Keys",
    webhooks: "Webhooks",
    setup: "Setup",
    providers: "Providers",
    health: "Health",
    orders: "Orders",
    inbox: "Store Events",
    tickets: "Open Tickets",
    closed: "Closed Tickets",
    notify: "Create Notification",
  },
} as const;

/** The navigation of the administration, and what stands below it on every one of its screens. */
export const ADMIN_NAV = {
  needsYou: "needs you",
  waiting: (count: number) =>
    count === 1
      ? "One registration waits for an Admin to confirm its address: this site sends no mail."
      : `${count >= 100 ? "100 or more" : numberText(count)} registrations wait for an Admin to confirm their addresses: this site sends no mail.`,
  showWaiting: "Show them",
} as const;
