import { asStored } from "#server/modules/links/index.ts";
import { LENGTHS, PLATFORMS, type Platform } from "#shared/constants/accounts.ts";
import { POINTS_MAX } from "#shared/constants/points.ts";
import type { MemberColumn } from "#shared/constants/transfer.ts";
import { emailKeyOf, emailProblem, personNameProblems } from "#shared/rules/account-fields.ts";
import { endOfDay } from "#shared/rules/local-time.ts";
import { line as lineOf } from "#shared/schemas/text.ts";
import { REFUSED_LINE, TRANSFER } from "#shared/transfer-messages.ts";

/** The cells of a line by their columns; what the file lacks is empty. */
export type MemberCells = Readonly<Record<MemberColumn, string>>;

/** A member as a line of the file names them. */
export type MemberLine = {
  line: number;
  email: string | null;
  emailKey: string | null;
  firstName: string;
  lastName: string;
  links: readonly { platform: Platform; externalId: string }[];
  points: number;
  tier: { key: string; until: Date } | null;
  createdAt: Date;
  /** Whether they wanted news by email there; false unless the file says so. */
  allowsMarketing: boolean;
};

/** Why a line is not imported, and which of its cells is to blame. */
export type Refusal = { line: number; column: MemberColumn; value: string; reason: string };

type Judge = {
  now: Date;
  timeZone: string;
  /** The keys of the community's tiers. */
  tiers: readonly string[];
};

export const PLATFORM_COLUMNS: Readonly<Record<Platform, MemberColumn>> = {
  discord: "discord_id",
  steam: "steam_id",
  minecraft: "minecraft_uuid",
  epic: "epic_id",
};
const IDS: Readonly<Record<Platform, RegExp>> = {
  discord: /^\d{15,20}$/,
  steam: /^7656\d{13}$/,
  minecraft: /^(?:[\da-f]{32}|[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})$/i,
  epic: /^[\da-f]{32}$/i,
};

/** What an export puts before what a spreadsheet would calculate: `csvLine`. */
const GUARD = /(^|[;|\t\r\n])'(?=[\s"]*[=+\-@＝＋－＠])/gu;
const unguarded = (cell: string): string => cell.trim().replaceAll(GUARD, "$1");

const name = lineOf(LENGTHS.name);
const isName = (value: string): boolean =>
  name.safeParse(value).success &&
  Object.keys(personNameProblems({ firstName: value })).length === 0;

const idOf = (platform: Platform, value: string): string =>
  platform === "discord" ? value : asStored({ platform, playerId: value });

/** A day, or a moment with its offset; null for what is neither. */
const momentOf = (value: string): Date | null => {
  if (
    !/^\d{4}-\d\d-\d\d(?:[T ]\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?(?:Z|[+-]\d\d:?\d\d)?)?$/.test(value)
  )
    return null;
  const isLocal = value.length > 10 && !/(?:Z|[+-]\d\d:?\d\d)$/.test(value);
  const at = new Date(`${value.replace(" ", "T")}${isLocal ? "Z" : ""}`);
  return Number.isNaN(at.getTime()) ? null : at;
};

const isDay = (value: string): boolean => {
  const at = /^\d{4}-\d\d-\d\d$/.test(value) ? new Date(`${value}T00:00:00Z`) : null;
  return at !== null && !Number.isNaN(at.getTime()) && at.toISOString().startsWith(value);
};

/** What a cell says that is asked whether; an empty one says no. */
const YES_OR_NO: Readonly<Record<string, boolean>> = {
  "": false,
  yes: true,
  true: true,
  "1": true,
  no: false,
  false: false,
  "0": false,
};

/** The first thing that is wrong with a line; null for nothing. */
const problemOf = (
  cells: MemberCells,
  { now, tiers }: Judge,
): readonly [MemberColumn, string] | null => {
  const { email, points, tier, tier_until: until, created_at: created } = cells;
  if (email === "" && cells.discord_id === "") return ["email", REFUSED_LINE.nobody];
  if (email !== "" && emailProblem(email) !== null) return ["email", REFUSED_LINE.email];
  for (const column of ["first_name", "last_name"] as const)
    if (!isName(cells[column])) return [column, REFUSED_LINE.name(LENGTHS.name)];
  for (const platform of PLATFORMS) {
    const column = PLATFORM_COLUMNS[platform];
    const value = cells[column];
    if (value !== "" && !IDS[platform].test(value)) return [column, REFUSED_LINE[platform]];
  }
  const isPoints = /^[+-]?\d{1,10}$/.test(points) && Math.abs(Number(points)) <= POINTS_MAX;
  if (points !== "" && !isPoints) return ["points", REFUSED_LINE.points(POINTS_MAX)];
  if (tier !== "" && !tiers.includes(tier)) return ["tier", REFUSED_LINE.tier(tiers)];
  if (tier !== "" && !isDay(until)) return ["tier_until", REFUSED_LINE.tierEnd];
  if (tier === "" && until !== "") return ["tier_until", REFUSED_LINE.tierLacks];
  if (!(cells.news_by_email.toLowerCase() in YES_OR_NO))
    return ["news_by_email", REFUSED_LINE.yesOrNo];
  const at = created === "" ? now : momentOf(created);
  return at === null || at > now ? ["created_at", REFUSED_LINE.created] : null;
};

/** @param tiers for those that are written in another case. */
const trimmed = (cells: MemberCells, { tiers }: Judge): MemberCells => {
  const plain = Object.fromEntries(
    Object.entries(cells).map(([column, value]) => [column, unguarded(value)]),
  ) as MemberCells;
  const tier = tiers.find((key) => key.toLowerCase() === plain.tier.toLowerCase()) ?? plain.tier;
  return { ...plain, tier };
};

/** Reads a line as a member. */
export const readMemberLine = (
  line: number,
  given: MemberCells,
  judge: Judge,
): { member: MemberLine } | { refusal: Refusal } => {
  const cells = trimmed(given, judge);
  const problem = problemOf(cells, judge);
  if (problem !== null) {
    const [column, reason] = problem;
    return { refusal: { line, column, value: cells[column], reason } };
  }
  const { email, tier } = cells;
  const links = PLATFORMS.flatMap((platform) => {
    const value = cells[PLATFORM_COLUMNS[platform]];
    return value === "" ? [] : [{ platform, externalId: idOf(platform, value) }];
  });
  return {
    member: {
      line,
      email: email === "" ? null : email,
      emailKey: email === "" ? null : emailKeyOf(email),
      firstName: name.parse(cells.first_name) || TRANSFER.nameless,
      lastName: name.parse(cells.last_name),
      links,
      points: Number(cells.points),
      tier: tier === "" ? null : { key: tier, until: endOfDay(cells.tier_until, judge.timeZone) },
      createdAt: cells.created_at === "" ? judge.now : (momentOf(cells.created_at) ?? judge.now),
      allowsMarketing: YES_OR_NO[cells.news_by_email.toLowerCase()] === true,
    },
  };
};
