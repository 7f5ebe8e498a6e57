import { z } from "zod/mini";
import { ROLES } from "#shared/constants/accounts.ts";
import { TICKET_TURNS } from "#shared/constants/tickets.ts";
import { newestRow } from "./points.ts";

/** `GET userprofile`. */
export const memberProfile = z.object({
  id: z.string(),
  userId: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  email: z.string(),
  role: z.enum(ROLES),
  allowMarketingEmails: z.boolean(),
});
export type MemberProfile = z.infer<typeof memberProfile>;

/** `PUT userprofile/marketing-consent`. */
export const marketingConsent = z.object({ allowMarketingEmails: z.boolean() });

/** Somebody as others see them: never an e-mail address. */
export const person = z.object({ id: z.string(), firstName: z.string(), lastName: z.string() });
export type Person = z.infer<typeof person>;
export const personPage = z.object({ items: z.array(person), nextCursor: z.nullable(z.string()) });

/** `GET userprofile/membership`. */
export const membership = z.object({
  points: z.int(),
  /** Highest tier that runs, and its last day in the community's time zone: "key:2026-12-01". */
  sub: z.nullable(z.string()),
  promoReceivedDate: z.nullable(z.iso.datetime()),
});
export type Membership = z.infer<typeof membership>;

/** What a member has gathered in one place in each of the weeks. */
const placeSeries = z.object({
  /** Null for what belongs to no game, and for the rest of many places. */
  game: z.nullable(z.string()),
  /** The key of the configured server; null for none in particular. */
  server: z.nullable(z.string()),
  /** One for each week, the oldest first. */
  values: z.array(z.int()),
});
export type PlaceSeries = z.infer<typeof placeSeries>;

/** What a new member does first; true once it is done. */
const nextSteps = z.object({
  discord: z.boolean(),
  gameAccount: z.boolean(),
  /** The monthly gift; null where there is no shop. */
  gift: z.nullable(z.boolean()),
  /** Null where no vote earns anything. */
  vote: z.nullable(z.boolean()),
  /** Whether they have gone on to the community's Discord from here. */
  discordServer: z.nullable(z.boolean()),
});
export type NextSteps = z.infer<typeof nextSteps>;

/** All figures of a member's overview. */
export const overview = z.object({
  /** When they have joined. */
  joinedAt: z.iso.datetime(),
  steps: nextSteps,
  /** The newest rows of the statement. */
  entries: z.array(newestRow),
  /** What a vote earns, on a list that is not among `voteLists`. */
  votePoints: z.int(),
  voteLists: z.array(z.object({ service: z.string(), points: z.int() })),
  /** The highest tier that runs, and when it is paid next: null where it is not. */
  tier: z.nullable(
    z.object({
      tier: z.string(),
      endsAt: z.iso.datetime(),
      nextPaymentAt: z.nullable(z.iso.datetime()),
    }),
  ),
  /** The newest open tickets that they are on. */
  tickets: z.array(
    z.object({
      id: z.int(),
      subject: z.string(),
      isUnread: z.boolean(),
      waitsFor: z.enum(TICKET_TURNS),
    }),
  ),
  /** The Mondays of the weeks, where the community is, the oldest first. */
  weeks: z.array(z.iso.date()),
  /** Quarters of an hour that were played, where most were played first. */
  played: z.array(placeSeries),
  /** Points that came, where most came from first. */
  earned: z.array(placeSeries),
});
export type Overview = z.infer<typeof overview>;
