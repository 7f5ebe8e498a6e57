import { z } from "zod/mini";
import {
  ACCOUNT_STATES,
  ARCHIVE_STATES,
  DEACTIVATORS,
  ERASE_REASONS,
  LENGTHS,
  PLATFORMS,
  ROLES,
} from "#shared/constants/accounts.ts";
import { AUDIT_ACTIONS } from "#shared/constants/audit.ts";
import { BREAKER_STATES, PROVIDERS } from "#shared/constants/health.ts";
import { AUDIT_SORTS, TODAY_PERIODS, USER_SORTS } from "#shared/constants/lists.ts";
import { ENTRY_KINDS, KEYS_OF_MAKER_MAX } from "#shared/constants/points.ts";
import { ORDER_STATES } from "#shared/constants/shop.ts";
import { TICKET_STATUSES } from "#shared/constants/tickets.ts";
import { tierKey } from "./community/play.ts";
import { pageInput, pageOf, searchInput, userId } from "./lists.ts";
import { person } from "./members.ts";
import { pointEntry } from "./points.ts";
import { line, words } from "./text.ts";

/** How far the archive of one's own data is; `none` where none was ever asked for. */
export const archiveStatus = z.object({
  state: z.enum(["none", ...ARCHIVE_STATES]),
  askedAt: z.nullable(z.iso.datetime()),
  readyAt: z.nullable(z.iso.datetime()),
  /** Until when it can be downloaded. */
  expiresAt: z.nullable(z.iso.datetime()),
  sizeBytes: z.nullable(z.int()),
});
export type ArchiveStatus = z.output<typeof archiveStatus>;

/** An archive that is about to be downloaded: what its pieces are found by opens nothing elsewhere. */
export const archiveDownload = z.object({
  run: z.string(),
  sizeBytes: z.int(),
  readyAt: z.iso.datetime(),
});
export type ArchiveDownload = z.output<typeof archiveDownload>;

const time = z.iso.datetime();
const maybe = z.nullable(z.string());

/** A member as Admins see them: `GET auth/all-user-data`. */
export const adminUser = z.object({
  id: z.string(),
  email: z.string(),
  role: z.enum(ROLES),
  /** Whether the address is proven. */
  verified: z.boolean(),
  /** Whether it was imported and its owner has not claimed it yet. */
  waiting: z.boolean(),
  active: z.boolean(),
  /** Who closed the account; null for one that is active. */
  deactivatedBy: z.nullable(z.enum(DEACTIVATORS)),
  createdAt: time,
  profile: z.object({ firstName: z.string(), lastName: z.string() }),
  zlgMember: z.object({
    userProfileId: z.string(),
    discordId: maybe,
    discordName: maybe,
    discordImgUrl: maybe,
    steamId: maybe,
    steamName: maybe,
    steamImgUrl: maybe,
    minecraftUuid: maybe,
    minecraftUsername: maybe,
    minecraftAvatarUrl: maybe,
    eosId: maybe,
    epicName: maybe,
    points: z.int(),
    /** The tier, and its last day where it has one: "key:2026-12-01", "Standard:". */
    timedPermissionGroups: z.string(),
  }),
});
export type AdminUser = z.infer<typeof adminUser>;
/** The newest accounts first, Admins after all others. */
export const adminUserPage = pageOf(adminUser);

export const adminUserListInput = z.extend(searchInput, {
  /** The highest that runs. */
  tier: z.optional(tierKey),
  /** Those who have an account there. */
  link: z.optional(z.enum(PLATFORMS)),
  role: z.optional(z.enum(ROLES)),
  state: z.optional(z.enum(ACCOUNT_STATES)),
  /** Those who joined on that day or later, where the community is: "2026-12-01". */
  joinedFrom: z.optional(z.iso.date()),
  /** Those who agreed to news by email and may be mailed now. */
  news: z.optional(z.enum(["agreed"])),
  /** Without it the newest accounts come first, Admins after all others. */
  sort: z.optional(z.enum(USER_SORTS)),
});
export type AdminUserListInput = z.infer<typeof adminUserListInput>;

/** Whom an Admin does something about. */
export const memberInput = z.object({ id: userId });

/** Likewise where that ends their bridge keys, but for those that are named. */
export const makerInput = z.extend(memberInput, {
  keptKeyIds: z.optional(z.array(line(LENGTHS.id)).check(z.maxLength(KEYS_OF_MAKER_MAX))),
});
export type MakerInput = z.infer<typeof makerInput>;

/** How a provider is, as one instance of the site has found it. */
const providerReport = z.object({
  provider: z.enum(PROVIDERS),
  state: z.enum(BREAKER_STATES),
  /** Since when it is in trouble, or well again; null where it was never in trouble. */
  since: z.nullable(time),
  /** In a word of the site's: why a call failed last. */
  lastFailure: z.nullable(z.object({ reason: z.string(), at: time })),
  /** Calls that failed since this instance started. */
  failures: z.int(),
  /** When it is asked again; null while it is asked. */
  retryAt: z.nullable(time),
  /** Since when it refuses what is configured for it; null where it does not. */
  refusedSince: z.nullable(time),
});

/** Those that are configured, as the instance that answers knows them. */
export const providerList = z.object({
  instanceId: z.string(),
  providers: z.array(providerReport),
});
export type ProviderList = z.infer<typeof providerList>;

/** What an entry of the audit tells of before and after. */
export const auditValues = z.record(
  z.string(),
  z.union([z.string(), z.number(), z.boolean(), z.null()]),
);

/** A line of the audit: who did what, to whom or what, and when. */
export const auditEntry = z.object({
  id: z.int(),
  at: time,
  action: z.string(),
  /** A user's id; null for the site itself and for people who are not signed in. */
  actorId: maybe,
  /** What they are called now; null for nobody, and for an account that was removed. */
  actor: z.nullable(person),
  /** An id: of a user, unless the action is about something else. */
  subject: maybe,
  /** The user of that id; null where there is none. */
  subjectPerson: z.nullable(person),
  before: z.nullable(auditValues),
  after: z.nullable(auditValues),
  /** Why, in the words of whoever did it; null where they said nothing, or it was erased. */
  note: maybe,
  /** Where it came from: a shortened address, the browser in words, and the request; null for jobs. */
  network: maybe,
  browser: maybe,
  requestId: maybe,
  /** Its place in the chain; null for the few seconds until it has one. */
  position: z.nullable(z.int()),
});
export type AuditLine = z.infer<typeof auditEntry>;
/** Newest first. */
export const auditPage = pageOf(auditEntry);

/** Everything about one member on one page, the newest of each list first. */
export const adminMember = z.object({
  user: adminUser,
  /** In the order in which they were linked. */
  links: z.array(
    z.object({
      platform: z.enum(PLATFORMS),
      externalId: z.string(),
      name: z.string(),
      linkedAt: time,
    }),
  ),
  /** Those that run, the highest first. */
  tiers: z.array(z.object({ tier: z.string(), endsAt: time })),
  /** When a session of theirs was last used; null where none is open. */
  lastSeenAt: z.nullable(time),
  entries: z.array(pointEntry),
  /** The open ones first. */
  tickets: z.array(
    z.object({
      id: z.int(),
      subject: z.string(),
      status: z.enum(TICKET_STATUSES),
      createdAt: time,
    }),
  ),
  orders: z.array(
    z.object({
      id: z.int(),
      state: z.enum(ORDER_STATES),
      total: z.nullable(z.number()),
      currency: z.string(),
      createdAt: time,
    }),
  ),
  /** Where they are signed in, by their last use. */
  sessions: z.array(
    z.object({ browser: z.string(), address: z.string(), createdAt: time, lastUsedAt: time }),
  ),
  /** What they did and what was done to them, without what was only read. */
  audit: z.array(auditEntry),
});
export type AdminMember = z.infer<typeof adminMember>;

export const auditListInput = z.extend(pageInput, {
  action: z.optional(z.enum(AUDIT_ACTIONS)),
  actorId: z.optional(userId),
  subject: z.optional(userId),
  requestId: z.optional(line(LENGTHS.id)),
  /** With those that say that an Admin read something. */
  reads: z.optional(z.boolean()),
  /** The first moment of a period. */
  from: z.optional(time),
  /** The first moment after it. */
  until: z.optional(time),
  /** Without it the newest come first. */
  sort: z.optional(z.enum(AUDIT_SORTS)),
});
export type AuditListInput = z.infer<typeof auditListInput>;

export const todayInput = z.object({ days: z.literal(TODAY_PERIODS) });
export type TodayInput = z.infer<typeof todayInput>;

/** A figure of the last days, and of as many before them up to the same time of day. */
const figure = z.object({ now: z.number(), before: z.number() });
export type Figure = z.infer<typeof figure>;

/** What the site could not do by itself. */
const failedWork = z.object({
  kind: z.enum(["job", "mail", "event"]),
  /** Of the job, or why mails were given up; empty for events of the store. */
  name: z.string(),
  /** Since when a job fails; null where that is not known. */
  since: z.nullable(time),
  /** Runs, mails or events. */
  count: z.int(),
});
export type FailedWork = z.infer<typeof failedWork>;

/** What a day came to. */
const dayOfToday = z.object({
  day: z.iso.date(),
  members: z.int(),
  peak: z.int(),
  /** One for each currency of the sales, in their order. */
  sales: z.array(z.number()),
  /** Points, both from 0. */
  in: z.int(),
  out: z.int(),
});
export type DayOfToday = z.infer<typeof dayOfToday>;

/** How the community is, in figures. */
export const today = z.object({
  /** The first day that they are of, where the community is. */
  from: z.iso.date(),
  /** Accounts made, without those that are erased. */
  members: figure,
  players: z.object({ now: z.int(), peak: figure }),
  /** What was paid, by currency. */
  sales: z.array(z.extend(figure, { currency: z.string() })),
  /** By kind, those alone that there were; out from 0 as well. */
  points: z.array(z.object({ kind: z.enum(ENTRY_KINDS), in: figure, out: figure })),
  /** Each day of the period, the last up to now. */
  days: z.array(dayOfToday),
  /** As many days before them, the last up to the same time of day. */
  daysBefore: z.array(dayOfToday),
  /** Open tickets that wait for the team, and since when the first of them does. */
  tickets: z.object({ waiting: z.int(), oldestAt: z.nullable(time) }),
  /** Entries about orders that nobody has settled. */
  flags: z.int(),
  failed: z.array(failedWork),
});
export type Today = z.infer<typeof today>;

/** A name, an address, a number or an id. */
export const findInput = z.object({ text: line(LENGTHS.search).check(z.minLength(1)) });
export type FindInput = z.infer<typeof findInput>;

/** Whom and what is meant by it. */
export const found = z.object({
  people: z.array(z.extend(person, { email: z.string() })),
  tickets: z.array(z.object({ id: z.int(), subject: z.string() })),
  /** Each with whose it is. */
  orders: z.array(z.object({ id: z.int(), userId: z.string() })),
});
export type Found = z.infer<typeof found>;

/** What an Admin does about a member where they have to say why. */
export const reasonedInput = z.extend(memberInput, { reason: words(LENGTHS.reason) });
export type ReasonedInput = z.infer<typeof reasonedInput>;

/** A new address for a member, who confirms it there. */
export const addressChange = z.extend(reasonedInput, { newEmail: line(LENGTHS.email) });
export type AddressChange = z.infer<typeof addressChange>;

export const tierGift = z.extend(reasonedInput, {
  tier: tierKey,
  /** The last day, where the community is: "2026-12-01". */
  until: z.iso.date(),
});
export type TierGift = z.infer<typeof tierGift>;

export const tierEnding = z.extend(reasonedInput, { tier: tierKey });
export type TierEnding = z.infer<typeof tierEnding>;

export const linkRemoval = z.extend(reasonedInput, { platform: z.enum(PLATFORMS) });
export type LinkRemoval = z.infer<typeof linkRemoval>;

/** A link to set a new password: shown once, to whoever asked for it, and kept nowhere. */
export const passwordLink = z.object({ link: z.string(), expiresAt: z.iso.datetime() });
export type PasswordLink = z.infer<typeof passwordLink>;

/** Which account is to be erased, and why. */
export const eraseInput = z.object({
  id: z.string().check(z.maxLength(LENGTHS.id)),
  /** Its address, typed by whoever erases it; empty where it has none. */
  email: z.string().check(z.maxLength(LENGTHS.email)),
  reason: z.enum(ERASE_REASONS),
});
export type EraseInput = z.output<typeof eraseInput>;

/** By what another account of one's own is proven: the token of a login to it. */
const otherToken = z.string().check(z.maxLength(2048));
export const otherAccount = z.object({ otherToken });
export type OtherAccount = z.output<typeof otherAccount>;

/** Whether the mailbox of that account is to be proven as well. */
export const mergeCodeAnswer = z.object({
  /** Where a code was mailed to; null where none is asked for. */
  mailedTo: z.nullable(z.string()),
});

/** The code that was mailed there, as it was typed. */
const code = z.optional(z.string().check(z.maxLength(LENGTHS.id)));
export const provenAccount = z.object({ otherToken, code });
export type ProvenAccount = z.output<typeof provenAccount>;

const platform = z.enum(PLATFORMS);

/** What a merge would move, and what keeps the two accounts apart. */
export const mergePreview = z.object({
  /** Of the account that goes. */
  email: z.string(),
  points: z.int(),
  orders: z.int(),
  tickets: z.int(),
  notifications: z.int(),
  /** Links that the account that stays lacks. */
  links: z.array(z.object({ platform, name: z.string() })),
  /** Platforms on which both have one, by their names there. */
  conflicts: z.array(z.object({ platform, mine: z.string(), other: z.string() })),
  tiers: z.array(z.object({ title: z.string(), endsAt: z.iso.datetime() })),
  /** Why they cannot be merged, in words; none where they can. */
  obstacles: z.array(z.string()),
  /** Of what was shown: to be sent back, so that nothing else is merged. */
  mark: z.string(),
});
export type MergePreview = z.output<typeof mergePreview>;

export const mergeInput = z.object({
  otherToken,
  code,
  mark: z.string().check(z.maxLength(LENGTHS.secret)),
  /** Of the platforms on which both have a link, those on which the other account's stays. */
  keepOthers: z.array(platform).check(z.maxLength(PLATFORMS.length)),
});
export type MergeInput = z.output<typeof mergeInput>;
