import type { SiteSection } from "#shared/schemas/site-document.ts";
import { TICKETS_FORM } from "./desk.ts";
import type { SectionForm } from "./fields.ts";
import { BRAND_FORM, HOME_FORM, LINKS_FORM, MENU_FORM, PICTURES_FORM } from "./looks.ts";
import { GAMES_FORM, REWARDS_FORM, SERVERS_FORM, SHOP_FORM, TIERS_FORM } from "./play.ts";
import {
  PAGES_FORM,
  TEXTS_FORM,
  MAILS_FORM,
  PRIVACY_FORM,
  RULES_FORM,
  WELCOME_FORM,
} from "./words.ts";

/** The form of each section of the document. */
export const SECTION_FORMS: Readonly<Record<SiteSection, SectionForm>> = {
  brand: BRAND_FORM,
  links: LINKS_FORM,
  menu: MENU_FORM,
  home: HOME_FORM,
  games: GAMES_FORM,
  servers: SERVERS_FORM,
  tiers: TIERS_FORM,
  rewards: REWARDS_FORM,
  shop: SHOP_FORM,
  rules: RULES_FORM,
  pages: PAGES_FORM,
  privacy: PRIVACY_FORM,
  tickets: TICKETS_FORM,
  mails: MAILS_FORM,
  welcome: WELCOME_FORM,
  texts: TEXTS_FORM,
  pictures: PICTURES_FORM,
};
