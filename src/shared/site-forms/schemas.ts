import { z } from "zod/mini";
import { communityBrand } from "#shared/schemas/community/brand.ts";
import { communityPage, communityPrivacy } from "#shared/schemas/community/documents.ts";
import { communityGame } from "#shared/schemas/community/games.ts";
import { communityHome } from "#shared/schemas/community/home.ts";
import { communityMails, welcomeNotification } from "#shared/schemas/community/mails.ts";
import { communityMenu } from "#shared/schemas/community/menu.ts";
import {
  communityLinks,
  communityPictures,
  communityRewards,
  communityServer,
  communityShop,
} from "#shared/schemas/community/play.ts";
import { ruleLadder, ruleTab } from "#shared/schemas/community/rules.ts";
import { communityTexts } from "#shared/schemas/community/texts.ts";
import { communityTickets } from "#shared/schemas/community/tickets.ts";
import { communityTier } from "#shared/schemas/community/tiers.ts";
import type { SiteSection } from "#shared/schemas/site-document.ts";

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
