import type { Config } from "#server/config/config.ts";
import { SIGNS } from "#shared/constants/emblems.ts";
import { MENU_TITLES } from "#shared/messages.ts";
import { BAR_RANGES, hasRoom } from "#shared/rules/bar-room.ts";
import { waysToEarn } from "#shared/rules/earning.ts";
import { hasStatus } from "#shared/rules/games.ts";
import { filledIn, langAttributes } from "#shared/rules/text.ts";
import type { HomeSection } from "#shared/schemas/community/home.ts";
import type { MenuScreen } from "#shared/schemas/community/menu.ts";
import type { SiteConfig } from "#shared/schemas/site.ts";
import { themeOf } from "./theme.ts";

/** The home page as it is shown: the sections that have content, and texts without placeholders. */
export const homeOf = ({
  brand,
  links,
  games,
  servers,
  tiers,
  home,
}: Config["community"]): SiteConfig["home"] => {
  const { length } = servers.filter(hasStatus);
  const hasContent: Readonly<Record<HomeSection, boolean>> = {
    features: home.features.items.length > 0,
    steps: home.steps.items.length > 0,
    services: tiers.length + links.donations.length > 0,
    servers: games.some(({ text }) => text !== undefined),
    status: length > 0,
  };
  return {
    ...filledIn(home, {
      name: brand.name,
      currency: brand.currency,
      serverCount: String(length),
      servers: `${length} ${length === 1 ? "server" : "servers"}`,
    }),
    sections: home.sections.filter((section) => hasContent[section]),
  };
};

/** The menus as they are shown: what leads somewhere, with its name. */
const menuOf = (
  { brand, links, rules, pages, menu: { bar, phone = bar, footer, motto } }: Config["community"],
  { hasShop, home }: { hasShop: boolean; home: SiteConfig["home"] },
): SiteConfig["menu"] => {
  const isThere: Readonly<Record<MenuScreen, boolean>> = {
    shop: hasShop,
    servers: home.sections.includes("servers"),
    status: home.sections.includes("status"),
    rules: rules.length > 0,
    calendar: true,
    discord: links.discord !== undefined,
    news: true,
    privacy: true,
    contact: true,
  };
  const shown = (entries: typeof bar): SiteConfig["menu"]["bar"] =>
    entries.flatMap(({ screen, page: key, link, title }): SiteConfig["menu"]["bar"] => {
      const page = pages.find((one) => one.key === key);
      if (page !== undefined) return [{ page: page.key, title: title ?? page.title, isOwn: true }];
      if (screen === undefined)
        return link === undefined ? [] : [{ link, title: title ?? link, isOwn: true }];
      if (!isThere[screen]) return [];
      return title === undefined
        ? [{ screen, title: MENU_TITLES[screen] }]
        : [{ screen, title, isOwn: true }];
    });
  const shownBar = shown(bar);
  return {
    bar: shownBar,
    roomy: BAR_RANGES.filter((range) => hasRoom(shownBar, range)),
    phone: shown(phone),
    footer: shown(footer),
    motto: motto && filledIn(motto, { name: brand.name, currency: brand.currency }),
  };
};

/** In which language the community writes, and in which direction, where these are not the program's. */
const writtenIn = (tag: string): Pick<SiteConfig["brand"], "language" | "direction"> => {
  const { lang, dir } = langAttributes(tag);
  return { ...(lang !== undefined && { language: lang }), ...(dir && { direction: dir }) };
};

/** What browsers are told about this community. */
export const siteOf = (
  {
    community,
    siteVersion,
    maintenance,
    publicUrl,
    discord,
    mail,
    tebex,
  }: Pick<
    Config,
    "community" | "siteVersion" | "maintenance" | "publicUrl" | "discord" | "mail" | "tebex"
  >,
  buildId: string,
  paths: readonly string[] = [],
): SiteConfig => {
  const home = homeOf(community);
  const ways = waysToEarn(community);
  const { name, tagline, description, currency, contactEmail } = community.brand;
  const { operator, jurisdiction, locale, language, logo, scene, socialImage } = community.brand;
  const lines = logo.emblem && SIGNS[logo.emblem];
  return {
    buildId,
    version: siteVersion,
    maintenance,
    publicUrl,
    brand: {
      name,
      tagline,
      description,
      currency,
      contactEmail,
      operator,
      jurisdiction,
      ...writtenIn(language),
      logo: { ...logo, ...(lines !== undefined && { lines: [...lines] }) },
      scene: scene ?? null,
      socialImage: socialImage ?? null,
    },
    theme: themeOf(community.brand, paths).shown,
    links: community.links,
    timezone: community.timezone,
    locale,
    hasDiscord: discord !== null,
    hasMail: mail !== null,
    shop: tebex && {
      checkoutUrl: tebex.checkoutUrl,
      promoPackage: community.shop.promoPackage,
      note: community.shop.note,
    },
    pictureHosts: community.pictures.hosts,
    uploads: community.pictures.uploads
      ? { pictureMaxBytes: community.pictures.maxMegabytes * 1024 * 1024 }
      : null,
    servers: community.servers.map(({ key, game, name }) => ({ key, game, name })),
    pages: community.pages.map(({ key }) => key),
    ruleTabs: community.rules.map(({ key, name, title }) => ({ key, name, title })),
    games: community.games,
    tickets: {
      categories: community.tickets.categories.map(({ key, title, icon }) => ({
        key,
        ...(title !== undefined && { title }),
        ...(icon !== undefined && { icon }),
      })),
      topics: community.tickets.topics,
    },
    home,
    votesEarn: ways.vote,
    tiers: ways.play
      ? community.tiers
      : community.tiers.map((tier) => Object.assign({}, tier, { quarterHourPoints: 0 })),
    menu: menuOf(community, { hasShop: tebex !== null, home }),
    texts: filledIn(community.texts, { name, currency }),
  };
};
