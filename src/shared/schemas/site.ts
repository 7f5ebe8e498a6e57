import { z } from "zod/mini";
import { LENGTHS } from "#shared/constants/accounts.ts";
import { BRAND_EMBLEMS } from "#shared/constants/brand.ts";
import { SETUP_STEPS, TRIAL_FAILURES, TRIED_PROVIDERS } from "#shared/constants/setup.ts";
import { newAccount } from "./accounts.ts";
import { BRAND_SCENES } from "./community/brand.ts";
import { communityHome, communityTexts, shownMenu } from "./community/home.ts";
import { communityGame, communityTier } from "./community/play.ts";
import { shownTickets } from "./community/tickets.ts";
import { maintenance } from "./site-document.ts";
import { line } from "./text.ts";

/**
 * What the browser is told about this community: the public part of `community.toml`, plus the
 * build. Travels in `<script type="application/json" id="site">`.
 */
export const siteConfig = z.object({
  buildId: z.string(),
  /** Which version of the site's document this is. */
  version: z.int(),
  /** Null where everything is open. */
  maintenance: z.nullable(maintenance),
  publicUrl: z.string(),
  brand: z.object({
    name: z.string(),
    tagline: z.string(),
    description: z.string(),
    currency: z.string(),
    contactEmail: z.string(),
    operator: z.string(),
    jurisdiction: z.string(),
    /** In which the community writes, where that is not English as the program. */
    language: z.optional(z.string()),
    /** Where that is read from right to left. */
    direction: z.optional(z.literal("rtl")),
    logo: z.object({
      emblem: z.optional(z.enum(BRAND_EMBLEMS)),
      picture: z.optional(z.string()),
      /** The lines of its emblem, where it consists of lines: pages need not carry those of all others. */
      lines: z.optional(z.array(z.string())),
    }),
    /** What is painted behind the first screen; null for light in the community's colours. */
    scene: z.nullable(z.enum(BRAND_SCENES)),
    socialImage: z.nullable(z.string()),
  }),
  theme: z.object({
    /** Address of the style sheet with its colours: another one for each look. */
    path: z.string(),
    /** Addresses of the fonts that every page is set in. */
    fonts: z.array(z.string()),
    scheme: z.enum(["dark", "light"]),
    /** The colour of the page, for what the browser draws around it. */
    ground: z.string(),
    /** Addresses of the icon: for tabs, and for phones. */
    icon: z.string(),
    touchIcon: z.string(),
  }),
  links: z.object({
    discord: z.optional(z.string()),
    subscriptions: z.optional(z.string()),
    steamFavorites: z.optional(z.string()),
    donations: z.array(z.object({ name: z.string(), url: z.string() })),
  }),
  timezone: z.string(),
  /** In which numbers, money and dates are written. */
  locale: z.string(),
  /** False where no Discord application is configured: accounts then belong to no Discord account. */
  hasDiscord: z.boolean(),
  /** False where no mail server is configured: nothing that is sent by mail reaches anybody. */
  hasMail: z.boolean(),
  /** Null where this community has no shop. */
  shop: z.nullable(
    z.object({
      /** Below it baskets are paid: where the checkout window is loaded from. */
      checkoutUrl: z.string(),
      /** The package that is the promo; null where there is none. */
      promoPackage: z.nullable(z.int()),
      /** What stands below its heading. */
      note: z.optional(z.string()),
    }),
  ),
  /** From these hosts alone messages show pictures. */
  pictureHosts: z.array(z.string()),
  /** Of pictures that are uploaded on tickets: the largest, in bytes; null where no files are taken. */
  uploads: z.nullable(z.object({ pictureMaxBytes: z.int() })),
  /** Configured servers in their order, so that a list has its rows before their status arrives. */
  servers: z.array(z.object({ key: z.string(), game: z.string(), name: z.string() })),
  /** The keys of the community's own pages. */
  pages: z.array(z.string()),
  /** The tabs of the rules; none where the community has no page of rules. */
  ruleTabs: z.array(z.object({ key: z.string(), name: z.string(), title: z.string() })),
  /** In their order. */
  games: z.array(communityGame),
  /** What tickets can be about besides games. */
  tickets: shownTickets,
  /** As it is shown: sections with content alone, nothing in braces. */
  home: communityHome,
  menu: shownMenu,
  /** As they are shown: nothing in braces. */
  texts: communityTexts,
  /** Whether votes earn points, and there is somewhere to vote. */
  votesEarn: z.boolean(),
  /** The lowest first. As they are shown: with points for play where some game earns any. */
  tiers: z.array(communityTier),
});
export type SiteConfig = z.infer<typeof siteConfig>;

/** The picture that a link to a page shows where it is pasted. */
export type LinkPreview = {
  /** Its address: another one for each that looks otherwise. */
  path: string;
  /** The community's, beside its mark unless it is the title. */
  name: string;
  title: string;
  /** One sentence below the title. */
  line: string;
};

/** What a link to the first Admin's account is good for; why not, where it is good for nothing. */
export const SETUP_LINK_STATES = ["open", "missing", "unknown", "expired", "done"] as const;
export type SetupLinkState = (typeof SETUP_LINK_STATES)[number];

const token = z.nullish(z.string().check(z.maxLength(LENGTHS.secret)));

export const setupLinkInput = z.object({ token });
export const setupLinkOutput = z.object({ state: z.enum(SETUP_LINK_STATES) });

export const firstAdminInput = z.object({ ...newAccount, token });
export type FirstAdminInput = z.infer<typeof firstAdminInput>;

export const firstAdmin = z.object({ email: z.string() });

/** How far an owner has come. */
export const setupState = z.object({
  steps: z.array(
    z.object({
      step: z.enum(SETUP_STEPS),
      /** As the site is now. */
      isDone: z.boolean(),
      /** Put aside by an Admin. */
      isSkipped: z.boolean(),
    }),
  ),
  /** Whether `PUBLIC_URL` says where the site is; otherwise addresses name this machine. */
  isPublicUrlSet: z.boolean(),
  /** Whether what is published began as the built-in example, whose servers are nobody's. */
  isExample: z.boolean(),
  /** The keys of the servers that the example has brought along. */
  exampleServers: z.array(z.string()),
});
export type SetupState = z.output<typeof setupState>;

export const skipInput = z.strictObject({ step: z.enum(SETUP_STEPS), isSkipped: z.boolean() });

export const trialInput = z.strictObject({ provider: z.enum(TRIED_PROVIDERS) });
export const trialMailInput = z.strictObject({ email: line(LENGTHS.email) });
export const trialOutcome = z.object({
  /** Null where what is configured was taken. */
  failure: z.nullable(z.enum(TRIAL_FAILURES)),
  /** What was answered, in the provider's own words; null where nothing says more. */
  answer: z.nullable(z.string()),
});
export type TrialOutcome = z.output<typeof trialOutcome>;

/** Counted to a hundred. */
export const waitingRegistrations = z.object({ count: z.int() });
