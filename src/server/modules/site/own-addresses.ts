import type { Config } from "#server/config/config.ts";
import { linesOf as linesOfBlock } from "#server/config/documents.ts";
import { linesOf as linesOfRules } from "#server/config/rulebooks.ts";
import { SCREEN_PATHS } from "#shared/constants/addresses.ts";
import { hasAnchor, hasStatus } from "#shared/rules/community.ts";
import { inAnyCase } from "#shared/rules/text.ts";
import {
  type DocumentBlock,
  type DocumentSection,
  OWN_PATHS,
} from "#shared/schemas/community/documents.ts";
import type { SiteConfig } from "#shared/schemas/site.ts";
import type { RichLine } from "#shared/schemas/text.ts";

type Community = Config["community"];

/** Why a link of the site's own leads nowhere. */
export type DeadEnd = "link" | "anchor";

/** What stands around every page, and ids that the home page always has. */
const ALWAYS: ReadonlySet<string> = new Set(["", "app", "main"]);
const OF_HOME: readonly string[] = ["home", "hero-title", "pays-title", "services-title"];

const anchorsOf = (sections: readonly DocumentSection[]): string[] =>
  sections.flatMap(({ id, blocks }) => [
    id,
    ...blocks.flatMap((block) => (block.kind === "heading" ? [block.id] : [])),
  ]);

/** Addresses where the client's screens are not: files and calls, which are not looked at. */
const isFileOrCall = (first: string): boolean =>
  first.includes(".") ||
  (OWN_PATHS.some((own) => own === first) &&
    !SCREEN_PATHS.some((screen) => screen.split("/")[1] === first));

const isScreen = (parts: readonly string[]): boolean =>
  SCREEN_PATHS.some((screen) => {
    const wanted = screen.split("/").slice(1);
    return (
      wanted.length === parts.length &&
      wanted.every((part, index) =>
        part.startsWith("$") ? parts[index] !== "" : part === parts[index],
      )
    );
  });

const partsOf = (pathname: string): string[] => {
  try {
    return decodeURIComponent(pathname)
      .toLowerCase()
      .replace(/^\/|\/$/g, "")
      .split("/");
  } catch {
    return ["%"];
  }
};

/**
 * Tells which addresses of the site lead somewhere, as the community has it, in whatever case they are written. Of screens that are for
 * signed-in people the address alone is judged, and of files and calls nothing.
 * @param site what browsers are told of the same community.
 */
export const deadEnds = (
  community: Community,
  site: SiteConfig,
): ((url: URL) => DeadEnd | null) => {
  const { pages, privacy, rules, servers, links } = community;
  const ofRules = rules.flatMap(({ sections, ladder }) => [
    ...sections.flatMap((section) => [section.id, ...section.rules.map(({ id }) => id)]),
    ...(ladder === null ? [] : [ladder.id]),
  ]);
  const ofHome = [
    ...OF_HOME,
    ...(["ServerListDisplay", "ServerStatusDisplay"] as const).filter((anchor) =>
      hasAnchor(site, anchor),
    ),
  ];
  return ({ pathname, searchParams, hash }) => {
    const parts = partsOf(pathname);
    const [first = "", second] = parts;
    const anchor = hash.slice(1);
    const among = (anchors: readonly string[]): DeadEnd | null =>
      ALWAYS.has(anchor) || anchors.includes(anchor) ? null : "anchor";
    if (parts.length === 1) {
      if (first === "") return among(ofHome);
      const page = pages.find(({ key }) => key === first);
      if (page !== undefined) return among(anchorsOf(page.sections));
      if (first === "privacy-policy") return among(["in_short", ...anchorsOf(privacy.sections)]);
      if (first === "rules" || first === "zlg-rules") {
        const tab = searchParams.get("tab");
        const tabs = rules.map(({ key }) => key);
        const isTab = tab === null || inAnyCase(tabs, tab) !== undefined;
        return rules.length > 0 && isTab ? among(ofRules) : "link";
      }
      if (first === "discord") return links.discord === undefined ? "link" : null;
    }
    if (first === "shop" && site.shop === null) return "link";
    if (first === "servers" && parts.length === 2)
      return servers.some((server) => server.key === second && hasStatus(server)) ? null : "link";
    return isFileOrCall(first) || isScreen(parts) ? null : "link";
  };
};

const targetsIn = (lines: readonly RichLine[]): string[] =>
  lines.flat().flatMap((run) => (typeof run === "string" || run.to === null ? [] : [run.to]));

const targetsOfBlocks = (blocks: readonly DocumentBlock[]): string[] =>
  targetsIn(blocks.flatMap(linesOfBlock));

/** A text in Markdown, by its place in the document, with all that its links lead to. */
export type LinkedText = {
  section: "rules" | "pages" | "privacy";
  path: (string | number)[];
  targets: readonly string[];
};

/** The community's texts in Markdown. */
export const linkedTexts = ({ rules, pages, privacy }: Community): LinkedText[] => [
  ...rules.map(({ sections }, index): LinkedText => ({
    section: "rules",
    path: ["tabs", index, "text"],
    targets: targetsIn(sections.flatMap(linesOfRules)),
  })),
  ...pages.map(({ opening, sections }, index): LinkedText => ({
    section: "pages",
    path: [index, "text"],
    targets: targetsOfBlocks([...opening, ...sections.flatMap(({ blocks }) => blocks)]),
  })),
  {
    section: "privacy",
    path: ["text"],
    targets: targetsOfBlocks(privacy.sections.flatMap(({ blocks }) => blocks)),
  },
];

const ADDRESS = /https?:\/\/[^\s<>"'()[\]{}]+/g;
const MARKS = ".,;:!?";

/** Without what ends the sentence around it. */
const withoutMarks = (address: string): string => {
  let { length } = address;
  while (MARKS.includes(address.charAt(length - 1))) length -= 1;
  return address.slice(0, length);
};

/** The addresses of the site itself that a text has in it. */
export const ownAddressesIn = (text: string, publicUrl: string): string[] => {
  const { origin } = new URL(publicUrl);
  return (text.match(ADDRESS) ?? [])
    .map(withoutMarks)
    .filter((found) => URL.parse(found)?.origin === origin);
};
