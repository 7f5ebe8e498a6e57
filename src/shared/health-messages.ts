import { numberText, numberFormat } from "#shared/rules/format.ts";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "./constants/time.ts";

const UNITS = ["bytes", "KiB", "MiB", "GiB", "TiB"] as const;

/** A size as people read it, such as "12.4 GiB". */
const sizeText = (bytes: number): string => {
  const power = bytes < 1 ? 0 : Math.min(Math.floor(Math.log2(bytes) / 10), UNITS.length - 1);
  const size = numberFormat({ maximumFractionDigits: 1 })(bytes / 1024 ** power);
  return `${size} ${UNITS[power]}`;
};

const counted = (count: number, noun: string): string =>
  `${numberText(count)} ${noun}${count === 1 ? "" : "s"}`;

const peopleText = (people: number): string =>
  people === 1 ? "1 person" : `${numberText(people)} people`;

const lackFactor = (people: number, without: number): string =>
  `${numberText(without)} of the ${peopleText(people)} of the team ${without === 1 ? "has" : "have"} no second factor`;

/** How long ago something was, such as "40 minutes", "5 hours" or "3 days". */
const ageText = (ms: number): string => {
  if (ms < 2 * HOUR_MS) return counted(Math.max(0, Math.round(ms / MINUTE_MS)), "minute");
  return ms < 2 * DAY_MS
    ? counted(Math.round(ms / HOUR_MS), "hour")
    : counted(Math.round(ms / DAY_MS), "day");
};

/** How far two clocks are apart, such as "42 seconds" or "7 minutes". */
const apartText = (ms: number): string => {
  const apartMs = Math.abs(ms);
  return apartMs < 2 * MINUTE_MS
    ? counted(Math.round(apartMs / 1000), "second")
    : counted(Math.round(apartMs / MINUTE_MS), "minute");
};

const NO_ANSWERS: Readonly<Record<string, string>> = {
  unresolved: "its host name has no address",
  refused: "nothing listens there",
  closed: "it hung up",
  malformed: "what it says is no answer",
  unlisted: "Epic's matchmaking does not list it",
  denied: "Epic's matchmaking refuses EPIC_MATCHMAKING_*",
  failed: "the network failed",
  silent: "it is silent",
};

/** How the site is, for whoever runs it: what is so, and where something is not well, what to do. */
export const HEALTH = {
  /** Instead of what a check would say. @param why a sentence. @param what of it. */
  notLookedAt: (why: string, what = "This") => `${what} was not looked at. ${why}`,
  configurationFirst: "The configuration comes first.",
  storeFirst: "The store comes first.",
  migrationsFirst: "The migrations come first.",
  /** @param reason one of `OUTAGE.reasons`. */
  storeTrouble: (reason: string) => `The database could not be used: ${reason}`,
  unforeseen:
    "Something unforeseen went wrong here. The log says what (health_check.failed); please report it.",
  stopped: "It was stopped before the end.",

  configured: (servers: number) =>
    `The environment and the community file are in order: ${counted(servers, "game server")}.`,

  thisHostAlone:
    "Browsers are told to use https for this host alone. HSTS_SUBDOMAINS=true extends that to every subdomain; leave it off while anything, such as maps of game servers, is served on an http subdomain.",
  allSubdomains:
    "Browsers are told to use https for this host and all its subdomains, so every subdomain has to be served over https. HSTS_SUBDOMAINS=false takes that back.",
  thisMachine: "The site is for this machine alone, so it needs no https.",
  plainHttp: (publicUrl: string) =>
    `PUBLIC_URL is ${publicUrl}: passwords travel where others can read them. Put a proxy with a certificate in front, name it in TRUSTED_PROXIES, and set PUBLIC_URL to the https address.`,

  store: (engine: "sqlite" | "postgres", version: string, bytes: number) =>
    `${engine === "sqlite" ? "SQLite" : "PostgreSQL"} ${version} answers; the database takes ${sizeText(bytes)}.`,
  openFiles: (files: readonly string[]) =>
    `Other users of this machine can read ${files.join(", ")}. Take that from them: chmod 600 (the next start of the site tries to).`,
  openFolder: (folder: string) =>
    `Other users of this machine can look into ${folder}. Unless it is shared on purpose: chmod 700 ${folder}`,

  migrated: "The database is up to date.",
  unmigrated:
    "The database is older than this program. Bring it up to date with lynxden migrate, or start the site, which does the same.",

  noPasskeys: (host: string | null) =>
    host === null
      ? "PUBLIC_URL names no host, so nobody can add a passkey."
      : `Nobody has a passkey yet. They are made for ${host}, and work under no other name.`,
  passkeys: (count: number, host: string) =>
    `${counted(count, "passkey")} for ${host}, which work under no other name.`,
  /** @param lost how many there are for each of the other hosts. */
  lostPasskeys: (lost: readonly { rpId: string; count: number }[], host: string | null) =>
    `${lost.map(({ rpId, count }) => `${counted(count, "passkey")} for ${rpId}`).join(", ")} cannot be used: PUBLIC_URL says ${host ?? "no host name"}. Set PUBLIC_URL back, or tell their owners to log in with their password and add new ones.`,

  teamNotAsked: (people: number, without: number) =>
    `${lackFactor(people, without)}. None is asked for (team_needs_second_factor in community.toml).`,
  teamHasFactors: (people: number) =>
    people === 0
      ? "Nobody belongs to the team yet."
      : `The team has second factors: ${peopleText(people)}.`,
  teamLacksFactors: (people: number, without: number) =>
    `${lackFactor(people, without)}: what the team may do is off for them until they set one up in their settings. Admin, Team says who it is.`,

  ledgerHolds: (entries: number) =>
    entries === 0 ? "The ledger is empty." : `The ledger adds up: ${counted(entries, "line")}.`,
  ledgerBroken: (given: {
    broken: number;
    entries: number;
    firstId: number | null;
    userIds: readonly string[];
  }) =>
    `${counted(given.broken, "line")} of ${numberText(given.entries)} in the points ledger do not follow from the ones before them; the first is number ${given.firstId}. The database was changed by hand, or it is damaged: compare it with a backup. Members: ${given.userIds.join(", ")}.`,

  noBackups:
    "The site makes no backups by itself. Set BACKUP_TO to a folder on another disk or to a bucket (s3://…), or make sure that something else makes them: docs/guide/backups.md.",
  backupMade: (given: { ageMs: number; bytes: number; place: string; name: string }) =>
    `The last backup is ${ageText(given.ageMs)} old: ${given.name} in ${given.place}, ${sizeText(given.bytes)}.`,
  backupAwaited: (place: string) =>
    `No backup in ${place} yet. The site makes the first one a few minutes after its start.`,
  backupLate: "The next one is overdue: if the site runs, its log says why (backup.failed).",
  /** @param reason a sentence. */
  backupFailed: (since: string, reason: string) =>
    `Backups have failed since ${since}: ${reason} The next attempt is within the hour.`,

  /** @param found how much of what, such as "2 warnings". */
  site: (version: number, found: string) =>
    `${version === 0 ? "What community.toml says of the site" : `The published site (version ${version})`}: ${found}.`,
  levels: { error: "error", warning: "warning", hint: "hint" },

  mailGreets: "The mail server lets the site in.",
  noMail: "SMTP_URL and MAIL_FROM are not set: no mail is sent.",
  /** @param code of the mail transport, such as `EAUTH 535`. */
  mailDown: (code: string) =>
    `The mail server does not let the site in (${code}). Check SMTP_URL, and whether the mail server runs. Emails wait in the outbox for up to two days.`,
  outbox: "The outbox",
  noneWaits: "No mail waits.",
  waiting: (mails: number, since: string) =>
    `${counted(mails, "mail")} in the outbox since ${since}.`,
  later: (mails: number, until: string) =>
    `${counted(mails, "mail")} to be sent later, until ${until}.`,
  stuck: (mails: number, since: string) =>
    `${counted(mails, "mail")} in the outbox since ${since}. If the site runs, its log says why (mail.not_sent).`,
  givenUp: (codes: readonly { code: string; mails: number }[]) =>
    `Given up in the last seven days: ${codes.map(({ code, mails }) => `${counted(mails, "mail")} (${code})`).join(", ")}. The log names them (mail.given_up).`,

  noProviders: "None is configured.",
  providersAnswer: (names: readonly string[]) => `There is an answer from ${names.join(", ")}.`,
  /** @param why ends with a full stop. @param waits what does not work meanwhile. */
  providerDown: (name: string, why: string, waits: string) => `${name}: ${why} ${waits}`,
  passwordRange: {
    name: "the list of stolen passwords",
    waits: "Passwords are set without asking it.",
  },
  matchmaking: { name: "Epic's matchmaking", waits: "Servers that it lists are shown as unknown." },

  noServers: "There is none that could be asked.",
  serversAnswer: (answering: number, asked: number) => `${answering} of ${asked} answer.`,
  /** @param reason a word of ours. */
  serverSilent: (name: string, address: string, reason: string) =>
    `${name} (${address}): ${NO_ANSWERS[reason] ?? reason}`,
  serverAdvice:
    "Start them, or correct host and ports under Admin, Site, Servers; a firewall has to let the site's questions through.",

  diskFree: (folder: string, freeBytes: number, totalBytes: number) =>
    `${sizeText(freeBytes)} of ${sizeText(totalBytes)} are free where ${folder} is.`,
  diskLow: "Make room, or give the site a bigger disk: nothing can be saved on a full one.",
  noFolder: (folder: string) => `There is no folder ${folder}.`,
  databaseDisk: "PostgreSQL keeps the data; the disk of its server cannot be seen from here.",

  clockRight: (aheadMs: number, than: string) =>
    `It differs from ${than} by ${apartText(aheadMs)} at most.`,
  clockWrong: (aheadMs: number, than: string) =>
    `It is ${apartText(aheadMs)} ${aheadMs > 0 ? "ahead of" : "behind"} ${than}. Let NTP set it, on both machines.`,
  clockFails: "Sign-ins and mailed links fail like this.",
  providersClock: "what the providers say",
  databaseClock: "the database server",
  noClock: "There is nothing to compare it with.",

  allWell: "Nothing needs the owner.",
  worthALook: (names: readonly string[]) =>
    `Nothing needs the owner; worth a look: ${names.join(", ")}.`,
  needsOwner: (names: readonly string[]) =>
    `${names.length} of the checks ${names.length === 1 ? "needs" : "need"} the owner: ${names.join(", ")}.`,
} as const;
