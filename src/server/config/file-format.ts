import { z } from "zod";
import exampleCommunity from "#community.toml" with { type: "text" };
import { PACKAGE_ID_MAX } from "#shared/constants/site.ts";
import type { Protocol } from "#shared/schemas/community/play.ts";

/** As names are written in the owner's file: `votePoints` is `vote_points`. */
export const inFile = (name: string): string =>
  name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

const inCode = (name: string) =>
  name.replaceAll(/_([a-z0-9])/g, (_match, letter: string) => letter.toUpperCase());

/** What stands in the owner's file, with names as they are in code. */
export const fromFile = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(fromFile);
  if (typeof value !== "object" || value === null || value instanceof Date) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [inCode(name), fromFile(inner)]),
  );
};

type Place = readonly (string | number)[];
type TwiceNamed = { path: Place; first: string; second: string };

/** What stands twice in one table of the owner's file, in two spellings: `contact_email` and `contactEmail`. */
export const twiceNamedIn = (value: unknown, path: Place = []): TwiceNamed[] => {
  if (Array.isArray(value))
    return value.flatMap((inner, index) => twiceNamedIn(inner, path.concat(index)));
  if (typeof value !== "object" || value === null) return [];
  const spellings = new Map<string, string>();
  const inHere = Object.keys(value).flatMap((second): TwiceNamed[] => {
    const first = spellings.get(inCode(second));
    if (first !== undefined) return [{ path, first, second }];
    spellings.set(inCode(second), second);
    return [];
  });
  const further = Object.entries(value).flatMap(([name, inner]) =>
    twiceNamedIn(inner, path.concat(name)),
  );
  return [...inHere, ...further];
};

type File = Readonly<Record<string, unknown>>;

const isFile = (value: unknown): value is File =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/**
 * Sections that a file of format 1 did not have: they were the same for every community, as the
 * built-in example still has them.
 */
const SECTIONS_OF_2: readonly string[] = [
  "games",
  "tickets",
  "home",
  "menu",
  "texts",
  "rules",
  "tiers",
  "welcome",
];

/** What the built-in example says, with names as they are in code. */
export const exampleFile = (): unknown => fromFile(Bun.TOML.parse(exampleCommunity));

let mailsOfExample: unknown;
/** Read once: each file is filled in from them. */
const usualMails = (): unknown => (mailsOfExample ??= (exampleFile() as File)["mails"]);

/** Hardly any file is of format 1: these are made for the one that is. */
const schemasOf1 = () => ({
  tiers: z.array(z.looseObject({ key: z.string() })),
  packages: z.array(
    z.looseObject({
      id: z.int().min(1).max(PACKAGE_ID_MAX),
      tier: z.optional(z.string()),
      points: z.optional(z.int()),
    }),
  ),
  cards: z.array(z.strictObject({ tier: z.string(), package: z.string() })),
});

/**
 * In format 1 tiers were code, and `shop` said which packages give them, and by which names they are sold.
 * The first package of a tier becomes its own, and what that credits is what the tier promises; the others
 * stay as they are. The promo had a package for every community, as the built-in example still has it.
 * What makes no sense is left for the schema to refuse.
 * @param file with the tiers of the example.
 */
const withOwnTiers = (file: File, example: File): File => {
  const { shop = {} } = file;
  const { shop: exampleShop } = example;
  const schemas = schemasOf1();
  const tiers = schemas.tiers.safeParse(file["tiers"]);
  if (!isFile(shop) || !isFile(exampleShop) || !tiers.success) return file;
  const { subscriptions = [], packages = [], ...others } = shop;
  const given = schemas.packages.safeParse(packages).data ?? [];
  const cards = schemas.cards.safeParse(subscriptions);
  const keys = tiers.data.map(({ key }) => key);
  const areCardsGood = cards.success && cards.data.every(({ tier }) => keys.includes(tier));
  const owns = new Map(keys.map((key) => [key, given.find(({ tier }) => tier === key)]));
  return {
    ...file,
    tiers: tiers.data.map((tier) => {
      const own = owns.get(tier.key);
      const gives = own && { monthlyPoints: own.points ?? 0 };
      return Object.assign(tier, gives, { package: own?.id });
    }),
    shop: {
      promoPackage: exampleShop["promoPackage"],
      ...others,
      ...(!areCardsGood && { subscriptions }),
      packages:
        given.length === 0
          ? packages
          : given.map((one) => {
              const { tier, points = 0, ...rest } = one;
              const isOwn = tier !== undefined && owns.get(tier) === one;
              return isOwn ? rest : Object.assign(one, { points });
            }),
    },
  };
};

/** Part of the brand that was the same for every community in format 1, as the example still has it. */
const LOOK_OF_2 = ["accent", "background", "font", "scene", "logo"] as const;

/** In format 1 the locale stood above all sections, and how the site looks nowhere. */
const withBrandOf2 = (file: File, example: File): File => {
  const { locale, brand, ...rest } = file;
  if (!isFile(brand)) return file;
  const { brand: exampleBrand } = example;
  const look = LOOK_OF_2.map((name) => [name, isFile(exampleBrand) ? exampleBrand[name] : null]);
  return {
    ...rest,
    brand: { ...(locale !== undefined && { locale }), ...Object.fromEntries(look), ...brand },
  };
};

/** Makes of a file of one format one of the next; the first makes format 2 of format 1. */
const UPGRADES: readonly ((file: File) => File)[] = [
  (file) => {
    const example = exampleFile();
    if (!isFile(example)) return file;
    const added = SECTIONS_OF_2.map((name) => [name, example[name]]);
    const { privacy } = file;
    const made = {
      ...Object.fromEntries(added),
      ...withBrandOf2(file, example),
      // It had its date alone.
      ...(isFile(privacy) &&
        isFile(example["privacy"]) && {
          privacy: { ...example["privacy"], ...privacy },
        }),
    };
    return "tiers" in file ? made : withOwnTiers(made, example);
  },
];

/**
 * What a file does not say in a mail is said there as in the built-in example, whose mails speak of no
 * community in particular. What makes no sense is left for the schema to refuse.
 */
const withUsualMails = (file: File): File => {
  const { mails = {} } = file;
  const usual = usualMails();
  if (!isFile(mails) || !isFile(usual)) return file;
  const filled = Object.entries(usual).map(([name, words]) => {
    const { [name]: own = {} } = mails;
    return [name, isFile(own) && isFile(words) ? { ...words, ...own } : own];
  });
  return { ...file, mails: { ...mails, ...Object.fromEntries(filled) } };
};

/** The format that this program writes and understands. */
export const FORMAT = UPGRADES.length + 1;

/**
 * What an owner's file says, in today's format, and with all mails. A file that does not name its
 * format is of the first one.
 * @param file as it was read, with names as they are in code. What is no file of a known format is
 *   returned as it is, for the schema to refuse.
 */
export const upgraded = (file: unknown): unknown => {
  if (!isFile(file)) return file;
  const { format = 1, ...rest } = file;
  const isKnown = typeof format === "number" && Number.isInteger(format) && format >= 1;
  if (!isKnown || format > FORMAT) return file;
  const made = UPGRADES.slice(format - 1).reduce<File>((older, upgrade) => upgrade(older), rest);
  return { ...withUsualMails(made), format: FORMAT };
};

/** The port on which a server answers questions where the owner's file names none. */
const USUAL_QUERY_PORT: Readonly<Record<Protocol, (gamePort: number) => number>> = {
  a2s: (gamePort) => gamePort + 1,
  eco: (gamePort) => gamePort + 1,
  epic: (gamePort) => gamePort,
  minecraft: (gamePort) => gamePort,
  none: (gamePort) => gamePort,
};

/**
 * The port on which a server answers questions.
 * @param ofGame the one of all servers of its game; undefined where those have the usual one.
 */
export const queryPortOf = (
  {
    protocol,
    port,
    queryPort,
  }: { protocol: Protocol; port: number; queryPort?: number | undefined },
  ofGame: number | undefined,
): number => queryPort ?? ofGame ?? USUAL_QUERY_PORT[protocol](port);
