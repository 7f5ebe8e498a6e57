import { createHash } from "node:crypto";
import type { Config } from "#server/config/config.ts";
import { type BrandEmblem, type DisplayFont, letterOf, SIGNS } from "#shared/constants/brand.ts";
import { MENU_TITLES } from "#shared/messages.ts";
import { BAR_RANGES, hasRoom } from "#shared/rules/bar-room.ts";
import { hasStatus } from "#shared/rules/community.ts";
import { type Palette, paletteOf } from "#shared/rules/palette.ts";
import { waysToEarn } from "#shared/rules/points.ts";
import { filledIn, langAttributes } from "#shared/rules/text.ts";
import type { CommunityBrand } from "#shared/schemas/community/brand.ts";
import type { HomeSection, MenuScreen } from "#shared/schemas/community/home.ts";
import type { SiteConfig } from "#shared/schemas/site.ts";
import { fontCss, fontPaths } from "./display-fonts.ts";

export { fontCss } from "./display-fonts.ts";

/** What pictures that the site draws itself go by. */
export type Look = {
  colours: Palette["colours"];
  font: DisplayFont;
  scene: SiteConfig["brand"]["scene"];
  emblem: BrandEmblem;
  letter: string;
};

export type Theme = {
  css: string;
  look: Look;
  /** Addresses of its icons, by their size in pixels; none where the owner has a picture. */
  icons: ReadonlyMap<number, string>;
  /** What pages are told of it. */
  shown: SiteConfig["theme"];
};

/** As phones like it; the others are for applications that are installed. */
const TOUCH_ICON_SIZE = 180;
const ICON_SIZES = [TOUCH_ICON_SIZE, 192, 512] as const;
/** Changes with what `preview/emblem.ts` makes of the same look. */
const ICON_DRAWING = 2;

const hashOf = (text: string) => createHash("sha256").update(text).digest("base64url").slice(0, 12);

const linesOf = (colours: Palette["colours"]) =>
  Object.entries(colours)
    .map(([name, colour]) => `--color-${name}:${colour}`)
    .join(";");

/**
 * The look of a community: what the style sheet of the site leaves open, as a style sheet of its own.
 * @param paths of the client's files, fonts among them.
 */
export const themeOf = (brand: CommunityBrand, paths: readonly string[] = []): Theme => {
  const { scheme, colours } = paletteOf(brand);
  const css = [
    `:root{color-scheme:${scheme};${linesOf(colours)}}`,
    fontCss(brand.font, paths),
    "",
  ].join("\n");
  const path = `/theme.${hashOf(css)}.css`;
  const { emblem, picture } = brand.icon ?? brand.logo;
  const look: Look = {
    colours,
    font: brand.font,
    scene: brand.scene ?? null,
    emblem: emblem ?? "letter",
    letter: letterOf(brand.name),
  };
  const drawing = hashOf(JSON.stringify([ICON_DRAWING, look]));
  const icons = new Map(
    picture === undefined
      ? ICON_SIZES.map((size) => [size, `/og/icon-${drawing}-${size}.png`])
      : [],
  );
  const icon = `/favicon.svg?look=${drawing}`;
  const shown = {
    path,
    fonts: fontPaths(brand.font, paths),
    scheme,
    ground: colours["ground-950"],
    icon: picture ?? icon,
    touchIcon: picture ?? icons.get(TOUCH_ICON_SIZE) ?? "",
  };
  return { css, look, icons, shown };
};

/** What none of the fonts of drawn pictures has: they come in Latin letters. */
const UNKNOWN =
  /[^\u0020-\u007E\u00A1-\u00FF\u0131\u0152\u0153\u2010-\u2027\u2032-\u203A\u20AC\u2122\u0100-\u0130\u0132-\u0151\u0154-\u017E\u0218-\u021B\u1E80-\u1E85\u1E9E]/gu;

/**
 * A text in the letters that pictures can be drawn with: an accent that there is not is left out, as is any
 * other script.
 * @returns "" where nothing is left of it.
 */
export const drawnText = (text: string): string =>
  text
    .normalize("NFC")
    .replaceAll(UNKNOWN, (letter) => letter.normalize("NFKD").replaceAll(/\p{M}/gu, ""))
    .replaceAll(UNKNOWN, " ")
    .replaceAll(/\s+/g, " ")
    .trim();

/** The home page as it is shown: the sections that have content, and texts without placeholders. */
export const homeOf = ({
  brand,
  links,
  games,
  servers,
  tiers,
  home,
}: Config["community"]): SiteConfig["home"] => {
  const presented = new Set(games.flatMap(({ key, text }) => (text === undefined ? [] : key)));
  // Others are there for tickets alone.
  const { length } = servers.filter((server) => hasStatus(server) || presented.has(server.game));
  const hasContent: Readonly<Record<HomeSection, boolean>> = {
    features: home.features.items.length > 0,
    steps: home.steps.items.length > 0,
    services: tiers.length + links.donations.length > 0,
    servers: games.some(({ text }) => text !== undefined),
    status: servers.some(hasStatus),
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
    roomy: BAR_RANGES.filter((range) => hasRoom(brand.name, shownBar, range)),
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
