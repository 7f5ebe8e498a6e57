import { createHash } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import { rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { SITE_SECTIONS, type SiteSection } from "#shared/constants/site.ts";
import { type SiteProblem } from "#shared/schemas/site-document.ts";
import type { Community } from "./community.ts";
import { inFile, upgraded } from "./file-format.ts";

/** What stands in a file or a document, with names as they are in code. */
export type Written = Readonly<Record<string, unknown>>;

/** The site's document: its format, and its sections as they are written. */
export type SiteDocument = { readonly format: number } & Readonly<Record<SiteSection, unknown>>;

/** The owner's file in its two parts. */
export type CommunityFile = {
  /** What it is called in sentences for the owner. */
  readonly source: string;
  /** What the machine needs to know, which no version has: time zone, sessions, limits, feeds. */
  readonly machine: Written;
  readonly document: SiteDocument;
  /** Of what the file says in its document, as it was written. */
  readonly hash: string;
};

/** The owner's file, and what the program makes of it. */
export type ReadFile = { community: Community; file: CommunityFile };

/** Reads files and documents. Loaded with its schemas where something is to be read. */
export const loadReader = () => import("./read-community.ts");

/** What the program has made of what is published, and of the owner's file. */
type Made = { published: Community; file: ReadFile };

/** What was made of a text before, which takes far less time and memory to take than to make. */
export type Readings = {
  /** @returns undefined where this program has not read that text, or does not find it any more. */
  find: <Name extends keyof Made>(name: Name, text: string) => Made[Name] | undefined;
  /** To be kept from the next `write` on, in place of what was kept under that name. */
  note: <Name extends keyof Made>(name: Name, text: string, made: Made[Name]) => void;
  /** By one at a time. @throws where something cannot be written: the next start reads that anew. */
  write: () => Promise<void>;
};

/** Where everything is read anew. */
export const NO_READINGS: Readings = {
  find: () => undefined,
  note: () => {},
  write: () => Promise.resolve(),
};

const FILE_MODE = 0o600;

/** Of what was made, and of all that it was made of. */
const digestOf = (...parts: readonly string[]): string =>
  createHash("sha256").update(parts.join("\n")).digest("base64url");

/**
 * Readings in the data folder, in a file each: `lynxden.published.reading`, `lynxden.file.reading`. Their first line is a
 * digest, the rest is JSON.
 * @param sources what others have made of the same text is not used.
 */
export const readingsIn = (sources: string, dataDir: string): Readings => {
  const noted = new Map<string, { text: string; made: unknown }>();
  const placeOf = (name: string) => join(dataDir, `lynxden.${name}.reading`);
  return {
    find: (name, text) => {
      try {
        const kept = readFileSync(placeOf(name), "utf8");
        const end = kept.indexOf("\n");
        const made = kept.slice(end + 1);
        const isWhole = kept.slice(0, end) === digestOf(sources, text, made);
        return isWhole ? JSON.parse(made) : undefined;
      } catch {
        // Mostly there is none yet. Nothing that is wrong with it keeps the site from starting.
        return undefined;
      }
    },
    note: (name, text, made) => {
      noted.set(name, { text, made });
    },
    write: async () => {
      const all = [...noted];
      noted.clear();
      // With PostgreSQL there may be no data folder.
      if (!existsSync(dataDir)) return;
      for (const [name, { text, made }] of all) {
        const json = JSON.stringify(made);
        const partial = `${placeOf(name)}.${process.pid}.partial`;
        try {
          await writeFile(partial, `${digestOf(sources, text, json)}\n${json}`, {
            mode: FILE_MODE,
          });
          await rename(partial, placeOf(name));
        } catch (error) {
          await rm(partial, { force: true });
          throw error;
        }
      }
    },
  };
};

const HASH_FILE = "lynxden.file.hash";

/**
 * Of what the owner's file said when this data folder last started with it.
 * @returns null where that is not known.
 */
export const readLastHash = (dataDir: string): string | null => {
  const place = join(dataDir, HASH_FILE);
  return existsSync(place) ? readFileSync(place, "utf8").trim() : null;
};

/** To be read by the next start. With PostgreSQL there may be no data folder, and nothing is kept. */
export const keepLastHash = async (dataDir: string, hash: string): Promise<void> => {
  if (!existsSync(dataDir) || readLastHash(dataDir) === hash) return;
  const partial = join(dataDir, `${HASH_FILE}.${process.pid}.partial`);
  await writeFile(partial, `${hash}\n`, { mode: FILE_MODE });
  await rename(partial, join(dataDir, HASH_FILE));
};

const LISTS: ReadonlySet<SiteSection> = new Set(["games", "servers", "tiers", "pages", "welcome"]);

/** Whether a part of what is written belongs to the document. */
export const isSection = (name: unknown): name is SiteSection =>
  SITE_SECTIONS.some((section) => section === name);
const isEmpty = (value: unknown) =>
  value === undefined || (typeof value === "object" && Object.keys(value ?? {}).length === 0);

/** Of what is written, with all sections: one of which nothing is said is an empty list or object. */
export const documentIn = (written: Written): SiteDocument => ({
  ...(Object.fromEntries(
    SITE_SECTIONS.map((name) => [name, written[name] ?? (LISTS.has(name) ? [] : {})]),
  ) as Record<SiteSection, unknown>),
  format: Number(written["format"]),
});

const sorted = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== "object" || value === null) return value;
  const entries = Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(entries.map(([name, inner]) => [name, sorted(inner)]));
};

/** The same for whatever says the same, in whatever order its names stand. */
export const sameText = (value: unknown): string => JSON.stringify(sorted(value)) ?? "";

/** Of a document as it is written. Sections of which nothing is said make no difference. */
export const hashOf = (written: Written): string => {
  const said = ["format", ...SITE_SECTIONS].filter((name) => !isEmpty(written[name]));
  const text = sameText(Object.fromEntries(said.map((name) => [name, written[name]])));
  return createHash("sha256").update(text).digest("hex");
};

/** A document of any format so far in today's. */
export const inTodaysFormat = (document: Written): SiteDocument =>
  documentIn(upgraded(document) as Written);

/** Such as `tiers[0].monthlyPoints`. */
export const pathText = (path: readonly PropertyKey[]): string =>
  path.reduce<string>(
    (text, part) =>
      typeof part === "number"
        ? `${text}[${part}]`
        : text === ""
          ? String(part)
          : `${text}.${String(part)}`,
    "",
  );

/** Where a problem stands, by the names of the file: `tiers[0].monthly_points`. */
const placeText = ({ section, path, code }: SiteProblem): string =>
  code === "newer_format"
    ? "format"
    : pathText([section, ...path].map((part) => (typeof part === "string" ? inFile(part) : part)));

/**
 * Problems of a document as the owner reads them in a terminal, by the names of the file.
 * @param sourceOf what each line begins with.
 */
export const problemLines = (
  problems: readonly SiteProblem[],
  sourceOf: string | ((problem: SiteProblem) => string),
): string[] =>
  problems.map((problem) => {
    const source = typeof sourceOf === "string" ? sourceOf : sourceOf(problem);
    return `${source}: ${placeText(problem)}: ${problem.message}`;
  });
