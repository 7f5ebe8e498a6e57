import { z } from "zod/mini";
import type { SiteSection } from "#shared/constants/site.ts";
import {
  communityBrand,
  communityMails,
  welcomeNotification,
} from "#shared/schemas/community/brand.ts";
import { communityPage, communityPrivacy } from "#shared/schemas/community/documents.ts";
import { communityHome, communityMenu, communityTexts } from "#shared/schemas/community/home.ts";
import {
  communityGame,
  communityLinks,
  communityPictures,
  communityRewards,
  communityServer,
  communityShop,
  communityTier,
} from "#shared/schemas/community/play.ts";
import { ruleLadder, ruleTab } from "#shared/schemas/community/rules.ts";
import { communityTickets } from "#shared/schemas/community/tickets.ts";

type Schema = z.core.$ZodType;
type Path = readonly (string | number)[];

/** What a form has to know of a value to ask for it. */
export type Facts = {
  /** The longest text, or the greatest number; of a list the most entries. */
  max?: number;
  /** The smallest number; of a list the fewest entries. */
  min?: number;
  /** It may be left out: `usual` holds then, where there is one. */
  isOptional: boolean;
  usual?: unknown;
  /** All values it may have, where those are few. */
  entries?: readonly string[];
};

/** What may be read of every kind of schema. */
type Definition = {
  type: string;
  in?: Schema;
  out?: Schema;
  innerType?: Schema;
  element?: Schema;
  shape?: Readonly<Record<string, Schema>>;
  entries?: Readonly<Record<string, string>>;
  defaultValue?: unknown;
  checks?: readonly { _zod: { def: Check } }[];
};
type Check = { check: string; maximum?: number; minimum?: number; value?: number };

const definitionOf = (schema: Schema) => schema._zod.def as unknown as Definition;

/** What its checks say of a bound. */
const boundsOf = (schema: Schema, length: string, amount: string): (number | undefined)[] =>
  (definitionOf(schema).checks ?? []).flatMap(({ _zod: { def } }) => {
    if (def.check === length) return [def.maximum ?? def.minimum];
    return def.check === amount ? [def.value] : [];
  });

/** A schema without what is around it: of a pipe both ends. */
const kernels = (schema: Schema): Schema[] => {
  const { in: first, out: last, innerType } = definitionOf(schema);
  if (innerType !== undefined) return kernels(innerType);
  if (first !== undefined && last !== undefined) return [...kernels(first), ...kernels(last)];
  return [schema];
};

const stepInto = (schema: Schema, step: string | number): Schema | undefined => {
  for (const kernel of kernels(schema)) {
    const { element, shape } = definitionOf(kernel);
    const inner = typeof step === "number" ? element : shape?.[step];
    if (inner !== undefined) return inner;
  }
  return undefined;
};

const usualOf = (schema: Schema): Pick<Facts, "isOptional" | "usual"> => {
  const { type, innerType, defaultValue } = definitionOf(schema);
  if (type === "default" || type === "prefault") return { isOptional: true, usual: defaultValue };
  if (type === "optional") return { isOptional: true };
  return innerType === undefined ? { isOptional: false } : usualOf(innerType);
};

/**
 * Reads out of the schema of a section what holds for one of its values, so that a maximum stands in
 * one place alone. Without a schema nothing is known, and the server alone judges.
 */
export const factsOf = (schema: Schema | undefined, path: Path): Facts => {
  let found = schema;
  for (const step of path) found = found && stepInto(found, step);
  if (found === undefined) return { isOptional: false };
  const inner = kernels(found);
  const entries = inner.map((one) => definitionOf(one).entries).find(Boolean);
  const max = inner.flatMap((one) => boundsOf(one, "max_length", "less_than"))[0];
  const min = inner.flatMap((one) => boundsOf(one, "min_length", "greater_than"))[0];
  return {
    ...usualOf(found),
    ...(max !== undefined && { max }),
    ...(min !== undefined && { min }),
    ...(entries !== undefined && { entries: Object.values(entries) }),
  };
};

/** What the values of a section are checked by, as far as one value alone can be. */
export const SECTION_SCHEMAS: Readonly<Partial<Record<SiteSection, z.core.$ZodType>>> = {
  brand: communityBrand,
  links: communityLinks,
  menu: communityMenu,
  home: communityHome,
  games: z.array(communityGame),
  servers: z.array(communityServer),
  rewards: communityRewards,
  shop: communityShop,
  pictures: communityPictures,
  tiers: z.array(communityTier),
  rules: z.object({ tabs: z.array(ruleTab), ladder: z.optional(ruleLadder) }),
  pages: z.array(communityPage),
  privacy: communityPrivacy,
  tickets: communityTickets,
  mails: communityMails,
  welcome: z.array(welcomeNotification),
  texts: communityTexts,
};
