import { z } from "zod/mini";
import {
  ACCOUNT_STATES,
  DEACTIVATORS,
  LENGTHS,
  PLATFORMS,
  ROLES,
} from "#shared/constants/accounts.ts";
import { AUDIT_ACTIONS } from "#shared/constants/audit.ts";
import { KEYS_OF_MAKER_MAX } from "#shared/constants/points.ts";
import { BREAKER_STATES, PROVIDERS } from "#shared/constants/providers.ts";
import { TIERS } from "#shared/constants/tiers.ts";
import { pageInput, pageOf, searchInput, userId } from "./lists.ts";
import { person } from "./members.ts";
import { line } from "./text.ts";

const time = z.iso.datetime();
const maybe = z.nullable(z.string());

/** A member as Admins see them: `GET auth/all-user-data`. */
export const adminUser = z.object({
  id: z.string(),
  email: z.string(),
  role: z.enum(ROLES),
  /** Whether the address is proven. */
  verified: z.boolean(),
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
    /** The tier, and its last day where it has one: "Gold:2026-12-01", "Standard:". */
    timedPermissionGroups: z.string(),
  }),
});
export type AdminUser = z.infer<typeof adminUser>;
/** The newest accounts first, Admins after all others. */
export const adminUserPage = pageOf(adminUser);

export const adminUserListInput = z.extend(searchInput, {
  /** The highest that runs. */
  tier: z.optional(z.enum(TIERS)),
  /** Those who have an account there. */
  link: z.optional(z.enum(PLATFORMS)),
  role: z.optional(z.enum(ROLES)),
  state: z.optional(z.enum(ACCOUNT_STATES)),
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
});
export type AuditListInput = z.infer<typeof auditListInput>;
