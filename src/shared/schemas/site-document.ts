import { z } from "zod/mini";
import { DISPLAY_FONTS } from "#shared/constants/brand.ts";
import {
  MAINTENANCE_REASON_MAX,
  NOTE_MAX,
  PROBLEM_CODES,
  PROBLEM_LEVELS,
  SITE_SECTIONS,
  VERSION_SOURCES,
} from "#shared/constants/site.ts";
import { isShort } from "#shared/rules/community.ts";
import { MAIL_NAMES } from "./community/brand.ts";
import { asksAgain } from "./consents.ts";
import { pageInput, pageOf } from "./lists.ts";
import { line, words } from "./text.ts";

/** Why nobody but Admins can change anything now. */
export const maintenance = z.object({
  id: z.int(),
  reason: z.string(),
  begunAt: z.iso.datetime(),
  /** Null where nobody knows. */
  expectedEnd: z.nullable(z.iso.datetime()),
});
export type Maintenance = z.infer<typeof maintenance>;

export const maintenanceInput = z.strictObject({
  reason: words(MAINTENANCE_REASON_MAX),
  expectedEnd: z.nullable(z.iso.datetime()),
});
export type MaintenanceInput = z.output<typeof maintenanceInput>;

/** What a draft that is behind what is published makes of both. */
const MERGE_TAKES = ["mine", "theirs", "both"] as const;

const sectionName = z.enum(SITE_SECTIONS);
const versionId = z.int().check(z.minimum(0));
const revision = z.int().check(z.minimum(0));
const note = line(NOTE_MAX);
const person = z.nullable(z.object({ id: z.string(), name: z.string() }));

const isContent = (value: unknown) => typeof value === "object" && value !== null;

/**
 * A section as it is written: names as in code, Markdown as text, nothing filled in. One that the
 * document says nothing of is `{}` or `[]`.
 */
const content = z.unknown();

/** Where something is wrong, or may be. */
const siteProblem = z.object({
  section: sectionName,
  /** Within the section. */
  path: z.array(z.union([z.string(), z.int()])),
  level: z.enum(PROBLEM_LEVELS),
  code: z.enum(PROBLEM_CODES),
  /** What to do about it; of an error what is wrong with the value, such as "must not be empty". */
  message: z.string(),
});
export type SiteProblem = z.output<typeof siteProblem>;

/** A problem, and where it is in words, such as `Ragnarok › Port`; "" for the whole section. */
const placedProblem = z.extend(siteProblem, { place: z.string() });
export type PlacedProblem = z.output<typeof placedProblem>;
export const siteProblems = z.array(placedProblem);

const changedLine = z.object({
  /** In words, from the section inwards, such as `ARK › Rates › XP › Weekdays`. */
  path: z.string(),
  /** Null where it was not there, or is not any more. */
  before: z.nullable(z.string()),
  after: z.nullable(z.string()),
});
export type ChangedLine = z.output<typeof changedLine>;

const versionSummary = z.object({
  id: versionId,
  /** Counted from 1. */
  number: z.int(),
  at: z.iso.datetime(),
  /** Null where it came from a file. */
  by: person,
  note: z.string(),
  source: z.enum(VERSION_SOURCES),
});

export const siteOverview = z.object({
  version: versionSummary,
  sections: z.array(
    z.object({
      section: sectionName,
      draft: z.nullable(
        z.object({
          updatedAt: z.iso.datetime(),
          by: person,
          basedOn: versionId,
          isStale: z.boolean(),
        }),
      ),
      /** How many errors it has as it would be published. */
      problems: z.int(),
      /** Likewise how many warnings; hints are not counted. */
      warnings: z.int(),
    }),
  ),
  /** What the owner should know of `community.toml`. */
  fileNotice: z.nullable(z.string()),
  /** Of versions and drafts that cannot be read any more, in sentences. */
  damage: z.array(z.string()),
});
export type SiteOverview = z.output<typeof siteOverview>;

/** What the store's packages are called, as far as it is known what it sells. */
export const storePackages = z.array(z.object({ id: z.int(), name: z.string() }));

export const sectionInput = z.strictObject({ section: sectionName });

export const siteSection = z.object({
  section: sectionName,
  published: content,
  /** Null where there is none. */
  draft: z.nullable(content),
  /** The version that the draft began from, or the present one. */
  basedOn: versionId,
  /** The present one. */
  version: versionId,
  /** Goes with what is saved; 0 where there never was a draft. */
  draftRevision: revision,
  draftBy: person,
  isStale: z.boolean(),
  /** There is a draft that cannot be read any more: it is as if there were none, until one is saved or it is discarded. */
  isDamaged: z.boolean(),
});
export type SiteSectionState = z.output<typeof siteSection>;

export const draftInput = z.strictObject({
  section: sectionName,
  content: z
    .unknown()
    .check(
      z.refine(isContent, "must be an object or a list"),
      z.refine(isShort, "is too large: a section has at most 2 MB"),
    ),
  basedOn: versionId,
  revision,
  /** Sent by a page that is being left: it may not have heard yet that its own last one was saved. */
  isLast: z.optional(z.boolean()),
});
export type DraftInput = z.output<typeof draftInput>;
export const savedDraft = z.object({ revision, problems: siteProblems });

export const siteChanges = z.array(
  z.object({
    section: sectionName,
    /** Of the draft; goes with what is published. */
    revision,
    lines: z.array(changedLine),
    /** How many more lines there are than are listed. */
    more: z.int(),
    isStale: z.boolean(),
    /** Paths in words of what was changed both here and in what is published. */
    conflicts: z.array(z.string()),
  }),
);
export type SiteChanges = z.output<typeof siteChanges>;

export const publishInput = z.strictObject({
  sections: z
    .array(sectionName)
    .check(z.minLength(1, "name at least one"), z.maxLength(SITE_SECTIONS.length)),
  note,
  /** The version that one has seen. */
  version: versionId,
  /** The drafts that one has seen; a page of an earlier release sends none. */
  revisions: z.optional(z.partialRecord(sectionName, revision)),
  asksAgain,
});
export type PublishInput = z.output<typeof publishInput>;
export const publishedVersion = z.object({ id: versionId });

export const mergeInput = z.strictObject({
  section: sectionName,
  take: z.enum(MERGE_TAKES),
  revision,
});
export type MergeInput = z.output<typeof mergeInput>;
export const mergedDraft = z.object({ revision, conflicts: z.array(z.string()) });

const versionRow = z.extend(versionSummary, {
  sections: z.array(sectionName),
  /** What it says cannot be read any more. */
  isDamaged: z.boolean(),
});
export type SiteVersionRow = z.output<typeof versionRow>;
export const siteVersionPage = pageOf(versionRow);
export const versionsInput = pageInput;
export const mailInput = z.strictObject({ mail: z.enum(MAIL_NAMES) });

/** A mail as it would be sent. */
export const mailPreview = z.object({ subject: z.string(), text: z.string(), html: z.string() });

export const fontInput = z.strictObject({ font: z.enum(DISPLAY_FONTS) });
/** The style of a typeface. */
export const fontStyle = z.object({ css: z.string() });

export const versionInput = z.strictObject({ id: versionId });

/** What the colours and the typeface of a version are made of. */
export const versionLook = z.object({
  accent: z.string(),
  background: z.string(),
  font: z.enum(DISPLAY_FONTS),
});
export type VersionLook = z.output<typeof versionLook>;

export const siteVersion = z.extend(versionRow, {
  document: z.record(sectionName, content),
  /** Against the version before it. */
  changes: z.array(z.object({ section: sectionName, lines: z.array(changedLine), more: z.int() })),
});
export type SiteVersion = z.output<typeof siteVersion>;

export const restoreInput = z.strictObject({
  id: versionId,
  note,
  /** The newest that one has seen; a page of an earlier release sends none. */
  newest: z.optional(versionId),
  asksAgain,
});
export type RestoreInput = z.output<typeof restoreInput>;
