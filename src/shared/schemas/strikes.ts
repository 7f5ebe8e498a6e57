import { z } from "zod/mini";
import { GAME_PLATFORMS, LENGTHS } from "#shared/constants/accounts.ts";
import { STRIKE_SORTS } from "#shared/constants/addresses.ts";
import {
  BANS_MAX,
  STRIKE_ACTS,
  STRIKE_LENGTHS,
  STRIKE_LINKS_MAX,
  STRIKE_STATES,
  STRIKE_TERMS,
} from "#shared/constants/strikes.ts";
import { isSeen } from "#shared/rules/lines.ts";
import { attachmentIds, attachmentList } from "./attachments.ts";
import { httpsAddress } from "./community/checks.ts";
import { idempotencyKey, pageInput, pageOf, recordId, userId } from "./lists.ts";
import { person } from "./members.ts";
import { line, text } from "./text.ts";

const time = z.iso.datetime();
const said = (max: number) => text(max).check(z.refine(isSeen, "must not be empty"));

/** A rule of the community as it was when the strike was issued. */
export const strikeRule = z.object({
  /** Its anchor on the page of the rules, such as `ase-3-2`. */
  id: z.string(),
  /** As people quote it, such as `ASE 3.2`. */
  number: z.string(),
  text: z.string(),
});
export type StrikeRule = z.infer<typeof strikeRule>;

/** What both the member and the team see of a strike. */
const shown = {
  id: z.int(),
  issuedAt: time,
  /** Null where the community had no numbered rules. */
  rule: z.nullable(strikeRule),
  /** Empty once the personal data of the member was erased. */
  reason: z.string(),
  /** When it expires; null for a warning and for what is permanent. */
  endsAt: z.nullable(time),
  /** Empty for a warning. */
  forbids: z.array(z.enum(STRIKE_ACTS)),
  state: z.enum(STRIKE_STATES),
  /** The ticket on which the member appeals. */
  appealTicketId: z.nullable(z.int()),
};

/** A strike as the team sees it. */
export const strike = z.object({
  ...shown,
  member: person,
  issuer: person,
  /** For the team alone. */
  remark: z.string(),
  evidence: z.array(z.string()),
  /** Pictures and text files that prove it. */
  attachments: attachmentList,
  /** The ticket that it came from. */
  ticketId: z.nullable(z.int()),
  lifted: z.nullable(z.object({ at: time, by: person, reason: z.string() })),
});
export type Strike = z.infer<typeof strike>;
export const strikePage = pageOf(strike);

/** A strike as the member sees whom it is about: neither remark nor evidence of any kind, and of its issuer the name. */
export const ownStrike = z.object({
  ...shown,
  issuerName: z.string(),
  lifted: z.nullable(z.object({ at: time, reason: z.string() })),
});
export type OwnStrike = z.infer<typeof ownStrike>;
export const ownStrikePage = pageOf(ownStrike);
export const ownStrikesInput = pageInput;

/** What somebody is kept from now, each by the strike that lasts longest. */
export const strikeStanding = z.object({
  /** Whether there is any strike to look at, over or not. */
  hasAny: z.boolean(),
  /** Tickets on which they appeal against active ones, and may write whatever is forbidden. */
  appealTicketIds: z.array(z.int()),
  forbidden: z.array(
    z.object({
      act: z.enum(STRIKE_ACTS),
      strikeId: z.int(),
      /** Null for what is permanent. */
      endsAt: z.nullable(time),
      reason: z.string(),
      /** What, until when, why and how to appeal: what the server answers to whoever tries. */
      sentence: z.string(),
    }),
  ),
});
export type StrikeStanding = z.infer<typeof strikeStanding>;

/** `POST strikes`. */
export const newStrike = z.object({
  userId,
  /** The anchor of one of the community's numbered rules; needed where there are any. */
  ruleId: z.nullish(line(LENGTHS.id)),
  /** Shown to the member. */
  reason: said(STRIKE_LENGTHS.reason),
  /** For the team alone. */
  remark: z.optional(text(STRIKE_LENGTHS.remark)),
  evidence: z.optional(z.array(httpsAddress).check(z.maxLength(STRIKE_LINKS_MAX))),
  /** Further evidence: one's own uploads, not sent yet, and what was sent on the ticket that it came from. */
  attachmentIds,
  /** The ticket that it came from, which the issuer has to be able to see. */
  ticketId: z.nullish(recordId),
  term: z.enum(STRIKE_TERMS),
  /** The last day, in the community's time zone; for the term `until` alone. */
  lastDay: z.nullish(z.iso.date()),
  forbids: z._default(z.array(z.enum(STRIKE_ACTS)).check(z.maxLength(STRIKE_ACTS.length)), []),
  idempotencyKey,
});
export type NewStrike = z.infer<typeof newStrike>;

/** What is asked for to choose evidence from. */
export const ticketPicturesInput = z.object({ ticketId: recordId });

/** `GET strikes/{id}`. */
export const strikeInput = z.object({ id: recordId });
/** `POST strikes/{id}/lift`. */
export const strikeLifting = z.object({
  id: recordId,
  /** Shown to the member. */
  reason: said(STRIKE_LENGTHS.lifting),
  idempotencyKey,
});
export type StrikeLifting = z.infer<typeof strikeLifting>;

/** `GET strikes`: without a sort the newest first. */
export const strikeListInput = z.extend(pageInput, {
  state: z.optional(z.enum(STRIKE_STATES)),
  userId: z.optional(userId),
  issuerId: z.optional(userId),
  ruleId: z.optional(line(LENGTHS.id)),
  /** The ticket that it came from, or on which it is appealed. */
  ticketId: z.optional(recordId),
  sort: z.optional(z.enum(STRIKE_SORTS)),
});
export type StrikeListInput = z.infer<typeof strikeListInput>;

const ban = {
  /** When it ends; null for what is permanent. From then on the player may play, whatever was said before. */
  until: z.nullable(time),
  strikeId: z.nullable(z.int()),
  /** The number of the rule; null for none. */
  rule: z.nullable(z.string()),
  /** Why, in words for the player. */
  reason: z.string(),
};

/** `GET bridge/bans`. */
export const bansInput = z.object({
  /** The `cursor` of the reply before. */
  since: z.optional(line(60)),
  limit: z._default(z.int().check(z.minimum(1), z.maximum(BANS_MAX)), BANS_MAX),
});
export type BansInput = z.infer<typeof bansInput>;

export const banChange = z.object({
  platform: z.enum(GAME_PLATFORMS),
  playerId: z.string(),
  /** False for a ban that was lifted. */
  isBanned: z.boolean(),
  ...ban,
});
export type BanChange = z.infer<typeof banChange>;

export const banList = z.object({
  /** True where the list begins anew: what the plugin knew before is to be forgotten. */
  isWhole: z.boolean(),
  bans: z.array(banChange),
  /** The `since` of the next call. */
  cursor: z.string(),
  /** True where the next call is due at once. */
  hasMore: z.boolean(),
});
export type BanList = z.infer<typeof banList>;

/** `GET bridge/bans/{platform}/{playerId}`. */
export const playerBan = z.object({ isBanned: z.boolean(), ...ban });
export type PlayerBan = z.infer<typeof playerBan>;
