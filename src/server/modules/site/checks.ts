import type { SiteDocument } from "#server/config/community-file.ts";
import type { Config } from "#server/config/config.ts";
import { hasTable } from "#server/config/markdown.ts";
import { PROGRAM_BLOCK_NAMES } from "#server/config/policy-blocks.ts";
import { type Catalogue, isSold } from "#server/modules/catalogue/index.ts";
import { drawnText, siteOf } from "#server/modules/community/index.ts";
import { letterOf } from "#shared/constants/brand.ts";
import {
  PROBLEM_LEVELS,
  type ProblemCode,
  type ProblemLevel,
  PROBLEMS_LISTED,
  SITE_SECTIONS,
  type SiteSection,
} from "#shared/constants/site.ts";
import { MENU_TITLES } from "#shared/messages.ts";
import { hasStatus } from "#shared/rules/community.ts";
import { moneyText } from "#shared/rules/format.ts";
import { closePairs, ratioText } from "#shared/rules/palette.ts";
import { waysToEarn } from "#shared/rules/points.ts";
import { placeholdersIn } from "#shared/rules/text.ts";
import { communityPrivacy } from "#shared/schemas/community/documents.ts";
import { MENUS } from "#shared/schemas/community/home.ts";
import { communityShop } from "#shared/schemas/community/play.ts";
import { type SiteProblem } from "#shared/schemas/site-document.ts";
import type { SiteConfig } from "#shared/schemas/site.ts";
import { isPart, stepInto } from "#shared/site-forms/fields.ts";
import { pairText, SITE_CHECKS } from "#shared/site-publishing-messages.ts";
import { deadEnds, linkedTexts, ownAddressesIn } from "./own-addresses.ts";

/** What is looked at. */
export type Checked = {
  /** As it is written, in today's format. */
  document: SiteDocument;
  /** With the community that was read of that document. */
  config: Parameters<typeof siteOf>[0];
  /** What Tebex last said that it sells; null where it never did. */
  catalogue: Pick<Catalogue, "isStale" | "packages"> | null;
  /** What of the calendar is not over. */
  calendar: readonly { title: string; servers: readonly string[] }[];
  now: Date;
};

type Looked = Checked & { community: Config["community"]; site: SiteConfig };
type Found = Omit<SiteProblem, "code">;

const at =
  (level: ProblemLevel) =>
  (section: SiteSection, path: SiteProblem["path"], message: string): Found => ({
    section,
    path,
    level,
    message,
  });
const warning = at("warning");
const hint = at("hint");

/** The shop's section as it is written: the community has packages of tiers among its own. */
const shopIn = ({ document }: Looked) => communityShop.parse(document.shop);

/** What the store sells and the shop does not, since nothing follows from it. */
const unsoldPackages = (looked: Looked): Found[] => {
  const { config, catalogue, community, now } = looked;
  if (config.tebex === null || catalogue === null) return [];
  const { packages } = shopIn(looked);
  return catalogue.packages.flatMap(({ id, name, expiresAt }) => {
    const isOver = expiresAt !== null && Date.parse(expiresAt) <= now.getTime();
    if (isOver || isSold(community, id)) return [];
    const listed = packages.findIndex((one) => one.id === id);
    const path = listed === -1 ? ["packages"] : ["packages", listed, "points"];
    return [warning("shop", path, SITE_CHECKS.unsold(name, id))];
  });
};

/** What the document names and the store does not have, as far as that is known. */
const unknownPackages = (looked: Looked): Found[] => {
  const { config, catalogue, community } = looked;
  if (config.tebex === null || catalogue === null || catalogue.isStale) return [];
  const isThere = (wanted: number) => catalogue.packages.some(({ id }) => id === wanted);
  const { packages, promoPackage } = shopIn(looked);
  const unlessThere = (
    id: number | undefined,
    section: SiteSection,
    ...path: (string | number)[]
  ) =>
    id === undefined || isThere(id) ? [] : [warning(section, path, SITE_CHECKS.unknownPackage(id))];
  return [
    ...community.tiers.flatMap((tier, index) =>
      unlessThere(tier.package, "tiers", index, "package"),
    ),
    ...packages.flatMap(({ id }, index) =>
      community.tiers.some((tier) => tier.package === id)
        ? []
        : unlessThere(id, "shop", "packages", index, "id"),
    ),
    ...unlessThere(promoPackage, "shop", "promoPackage"),
  ];
};

/** A tier's page names another price than the store asks, with its taxes or without. */
const otherPrices = ({ config, catalogue, community: { tiers } }: Looked): Found[] => {
  if (config.tebex === null || catalogue === null || catalogue.isStale) return [];
  return tiers.flatMap(({ title, price, currency, package: own }, index) => {
    const sold = catalogue.packages.find(({ id }) => id === own);
    if (sold === undefined) return [];
    const isSame = sold.currency === currency && [sold.totalPrice, sold.netPrice].includes(price);
    const asked = moneyText(sold.totalPrice, sold.currency);
    return isSame ? [] : [warning("tiers", [index, "price"], SITE_CHECKS.otherPrice(title, asked))];
  });
};

/** Instead of what cannot be known while Tebex is not there to be asked. */
const unknownStore = ({ config, catalogue }: Looked): Found[] => {
  if (config.tebex === null || catalogue?.isStale === false) return [];
  const message = catalogue === null ? SITE_CHECKS.storeUnknown : SITE_CHECKS.storeSilent;
  return [hint("shop", ["packages"], message)];
};

/** A tier may be sold elsewhere alone: then that place is linked, and this is no more than a hint. */
const tiersWithoutPackage = ({ config, community: { tiers, links } }: Looked): Found[] => {
  const found = links.subscriptions === undefined ? warning : hint;
  return tiers.flatMap(({ title, package: own }, index) =>
    config.tebex === null || own !== undefined
      ? []
      : [found("tiers", [index, "package"], SITE_CHECKS.tierWithoutPackage(title))],
  );
};

const gamesWithoutServers = ({ community: { games, servers } }: Looked): Found[] =>
  games.flatMap((game, index) => {
    if (servers.some((server) => server.game === game.key)) return [];
    const name = game.title ?? game.name;
    const isShown = hasStatus(game) || game.text !== undefined;
    return isShown
      ? [warning("games", [index], SITE_CHECKS.gameWithoutServers(name))]
      : [hint("games", [index], SITE_CHECKS.gameWithoutServersOrStatus(name))];
  });

/** Entries of the calendar whose servers are gone, or have another key. */
const entriesOfNoServer = ({ calendar, community }: Looked): Found[] => {
  const known = new Set(community.servers.map(({ key }) => key));
  return calendar.flatMap(({ title, servers }) => {
    const gone = servers.filter((key) => !known.has(key));
    return gone.length === 0
      ? []
      : [warning("servers", [], SITE_CHECKS.calendarServerGone(title, gone))];
  });
};

/** Points for play that nobody can earn. */
const unpaidPlay = ({ community }: Looked): Found[] => {
  if (waysToEarn(community).play) return [];
  return community.tiers.flatMap(({ title, quarterHourPoints }, index) =>
    quarterHourPoints > 0
      ? [warning("tiers", [index, "quarterHourPoints"], SITE_CHECKS.playUnpaid(title))]
      : [],
  );
};

/** Votes that earn points and cannot be cast, or the other way round. */
const unpaidVotes = ({ document, community }: Looked): Found[] => {
  const { hasVoteAddress, isVoteWorth } = waysToEarn(community);
  if (hasVoteAddress === isVoteWorth) return [];
  if (hasVoteAddress) return [hint("rewards", ["votePoints"], SITE_CHECKS.votesUnpaid)];
  // What was not written was not meant.
  const isWritten = isPart(document.rewards) && Object.keys(document.rewards).length > 0;
  return isWritten ? [hint("rewards", ["votePoints"], SITE_CHECKS.votesNowhere)] : [];
};

/** Every text of a section by its place. */
const textsIn = (
  value: unknown,
  path: readonly (string | number)[] = [],
): { path: SiteProblem["path"]; text: string }[] => {
  if (typeof value === "string") return [{ path: [...path], text: value }];
  if (Array.isArray(value)) return value.flatMap((one, index) => textsIn(one, [...path, index]));
  if (!isPart(value)) return [];
  return Object.entries(value).flatMap(([name, one]) => textsIn(one, [...path, name]));
};

/** Every link within the site: of texts, of notifications, and whatever names its whole address. */
const ownLinks = ({ document, config: { publicUrl }, community }: Looked) => [
  ...linkedTexts(community).flatMap(({ targets, ...place }) =>
    targets.filter((to) => to.startsWith("/")).map((to) => Object.assign({ to }, place)),
  ),
  ...community.welcome.flatMap(({ link }, index) =>
    link?.startsWith("/") === true
      ? [{ section: "welcome" as const, path: [index, "link"], to: link }]
      : [],
  ),
  ...SITE_SECTIONS.flatMap((section) =>
    textsIn(document[section]).flatMap(({ path, text }) =>
      ownAddressesIn(text, publicUrl).map((to) => ({ section, path, to })),
    ),
  ),
];

const deadLinks = (looked: Looked): Found[] => {
  const { community, site } = looked;
  const deadEndOf = deadEnds(community, site);
  const seen = new Set<string>();
  return ownLinks(looked).flatMap(({ section, path, to }) => {
    const name = JSON.stringify([section, path, to]);
    const url = URL.parse(to, site.publicUrl);
    const end = url === null || seen.has(name) ? null : deadEndOf(url);
    seen.add(name);
    if (end === null) return [];
    const message = end === "anchor" ? SITE_CHECKS.deadAnchor(to) : SITE_CHECKS.deadLink(to);
    return [warning(section, path, message)];
  });
};

/** Tables in texts that have none. */
const tables = ({ document, community }: Looked): Found[] =>
  linkedTexts(community).flatMap(({ section, path }) => {
    const text = path.reduce<unknown>(stepInto, document[section]);
    const isFound = typeof text === "string" && hasTable(text);
    return isFound ? [warning(section, path, SITE_CHECKS.table)] : [];
  });

/** What somebody has put into a menu, and nobody sees. */
const hiddenEntries = ({ document, community: { menu }, site }: Looked): Found[] =>
  MENUS.flatMap((name) => {
    // What was not written was not meant.
    if (!isPart(document.menu) || document.menu[name] === undefined) return [];
    return (menu[name] ?? []).flatMap(({ screen, title }, index) => {
      if (screen === undefined || site.menu[name].some((entry) => entry.screen === screen))
        return [];
      return [hint("menu", [name, index], SITE_CHECKS.hiddenEntry(title ?? MENU_TITLES[screen]))];
    });
  });

const unlinkedPages = (looked: Looked): Found[] => {
  const { community, site } = looked;
  const linked = new Set([
    ...MENUS.flatMap((name) => site.menu[name].flatMap(({ page }) => page ?? [])),
    ...ownLinks(looked).flatMap(
      ({ to }) => URL.parse(to, site.publicUrl)?.pathname.replaceAll("/", "") ?? [],
    ),
  ]);
  return community.pages.flatMap(({ key, title }, index) =>
    linked.has(key) ? [] : [hint("pages", [index], SITE_CHECKS.unlinkedPage(title))],
  );
};

const closeColours = ({ community: { brand } }: Looked): Found[] => {
  const pairs = closePairs(brand);
  const [worst] = pairs;
  if (worst === undefined) return [];
  const texts = pairs.map((pair) =>
    SITE_CHECKS.closePair(pairText(pair), ratioText(pair.measured)),
  );
  return [
    hint("brand", ["accent"], SITE_CHECKS.closeColours(texts.join(", "), ratioText(worst.needed))),
  ];
};

/** The countries of the European Economic Area, the United Kingdom and Switzerland. */
const EUROPE: ReadonlySet<string> = new Set(
  "AT BE BG CH CY CZ DE DK EE ES FI FR GB GR HR HU IE IS IT LI LT LU LV MT NL NO PL PT RO SE SI SK".split(
    " ",
  ),
);

const regionOf = (tag: string) => new Intl.Locale(tag).maximize().region ?? "";

/**
 * What the law of Europe asks for is a warning where the community's locale or language is at home
 * there, and a hint elsewhere: the words of its jurisdiction are its own.
 */
const byLaw = ({ community: { brand } }: Looked) =>
  [brand.locale, brand.language].some((tag) => EUROPE.has(regionOf(tag))) ? warning : hint;

/** What imprints are called, in addresses and titles. */
const IMPRINT =
  /impressum|imprint|mentions[- ]l|aviso[- ]legal|note[- ]legali|colofon|legal[- ]notice/i;

/**
 * An imprint is missing where the foot leads to no page and to no address elsewhere: what such a page is
 * called differs from language to language, so any counts, unless a page that is called an imprint
 * stands apart. Operator and contact address cannot be empty: the schema asks for both.
 */
const missingImprint = (looked: Looked): Found[] => {
  const { community, site } = looked;
  const { footer } = site.menu;
  const found = byLaw(looked);
  const called = community.pages.find(({ key, title }) => IMPRINT.test(`${key} ${title}`));
  if (called !== undefined)
    return footer.some(({ page }) => page === called.key)
      ? []
      : [found("menu", ["footer"], SITE_CHECKS.imprintNotInFoot(called.title))];
  return footer.some(({ page, link }) => page !== undefined || link !== undefined)
    ? []
    : [found("menu", ["footer"], SITE_CHECKS.noImprint)];
};

/** A letter that no font of drawn pictures has. */
const undrawnLetter = ({ community: { brand } }: Looked): Found[] => {
  const part = brand.icon === undefined ? "logo" : "icon";
  const { emblem = "letter", picture } = brand.icon ?? brand.logo;
  const letter = letterOf(brand.name);
  if (picture !== undefined || emblem !== "letter" || drawnText(letter) !== "") return [];
  return [hint("brand", [part, "emblem"], SITE_CHECKS.letterNotDrawn(letter))];
};

/** What the law asks for has fields of its own. The jurisdiction is a brand's, and never empty. */
const emptyPrivacy = (looked: Looked): Found[] => {
  const policy = communityPrivacy.parse(looked.document.privacy);
  const found = byLaw(looked);
  return (["legalBasis", "rights", "minimumAge", "authority"] as const).flatMap((field) => {
    const value = policy[field];
    const isEmpty = value === undefined || (Array.isArray(value) && value.length === 0);
    return isEmpty ? [found("privacy", [field], SITE_CHECKS.privacy[field])] : [];
  });
};

/** What the program says of people's data stands in the policy where it is named in braces. */
const policyGaps = ({ document }: Looked): Found[] => {
  const named = placeholdersIn(communityPrivacy.parse(document.privacy).text);
  const missing = PROGRAM_BLOCK_NAMES.filter((name) => !named.includes(name));
  return missing.length === 0 ? [] : [warning("privacy", ["text"], SITE_CHECKS.policyGap(missing))];
};

const CHECKS: Readonly<
  Record<Exclude<ProblemCode, "invalid" | "newer_format">, (looked: Looked) => Found[]>
> = {
  package_unsold: unsoldPackages,
  package_unknown: unknownPackages,
  store_unknown: unknownStore,
  tier_without_package: tiersWithoutPackage,
  tier_price: otherPrices,
  game_without_servers: gamesWithoutServers,
  calendar_server_gone: entriesOfNoServer,
  play_unpaid: unpaidPlay,
  votes_unpaid: unpaidVotes,
  dead_link: deadLinks,
  table_unread: tables,
  entry_hidden: hiddenEntries,
  page_unlinked: unlinkedPages,
  colours_close: closeColours,
  letter_not_drawn: undrawnLetter,
  imprint_missing: missingImprint,
  privacy_empty: emptyPrivacy,
  policy_gap: policyGaps,
};

/** The first of them, and how many more there are, where the first of those would stand. */
const listed = (found: readonly Found[]): Found[] => {
  const [next] = found.slice(PROBLEMS_LISTED);
  return next === undefined
    ? [...found]
    : [
        ...found.slice(0, PROBLEMS_LISTED),
        { ...next, message: SITE_CHECKS.more(found.length - PROBLEMS_LISTED) },
      ];
};

const rankOf = ({ level, section }: SiteProblem) =>
  PROBLEM_LEVELS.indexOf(level) * SITE_SECTIONS.length + SITE_SECTIONS.indexOf(section);

/**
 * What of a good document may be wrong, or might be better: warnings, then hints, each in the order of
 * its section [SITE-09]. Nobody outside is asked.
 */
export const findingsOf = (checked: Checked): SiteProblem[] => {
  const { config } = checked;
  const looked = { ...checked, community: config.community, site: siteOf(config, "") };
  const codes = Object.keys(CHECKS) as (keyof typeof CHECKS)[];
  const found = codes.flatMap((code) =>
    listed(CHECKS[code](looked)).map((one): SiteProblem => Object.assign({ code }, one)),
  );
  return found.toSorted((a, b) => rankOf(a) - rankOf(b));
};
