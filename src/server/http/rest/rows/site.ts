import type { RestInput, SiteRow } from "#server/http/rest/row.ts";
import { NEWS } from "#shared/news-messages.ts";
import { SHOP } from "#shared/shop-messages.ts";

const NOT_YOURS = { 404: SHOP.unknownBasket };
const TEBEX_IS_DOWN = { 502: SHOP.unreachable };

/** Some clients send the bare name of the basket as JSON. */
const identOf = ({ body }: RestInput) => (typeof body === "string" ? { ident: body } : body);

/** What Tebex or its rules refuse has a word of its own, as `error` [SHOP-20]. */
const withReason = {
  refusal: "coded",
  codes: ["limit_reached", "already_subscribed", "sign_in", "refused", "not_in_order"],
} as const;

/** The shop. */
export const SHOP_ROWS: readonly SiteRow[] = [
  {
    method: "GET",
    path: "/tebex/packages",
    procedure: "shop.packages",
    section: "Shop",
    summary: "What the shop sells. `isStale` where the store does not answer at the moment.",
    reply: "json",
    refuses: TEBEX_IS_DOWN,
  },
  {
    method: "POST",
    path: "/tebex/create-basket",
    ...withReason,
    procedure: "shop.createBasket",
    section: "Shop",
    summary: "Makes a basket that belongs to the member.",
    reply: "json",
    refuses: {
      400: "`already_subscribed` as `error` where a tier of it runs and cannot be bought again yet.",
      ...TEBEX_IS_DOWN,
    },
  },
  {
    method: "POST",
    path: "/tebex/authenticate-basket",
    ...withReason,
    procedure: "shop.signInLinks",
    section: "Shop",
    summary: "Where the buyer signs in at the store; empty where nobody has to.",
    reply: "json",
    refuses: { ...NOT_YOURS, ...TEBEX_IS_DOWN },
    input: identOf,
  },
  {
    method: "POST",
    path: "/tebex/add-package/{ident}",
    ...withReason,
    procedure: "shop.addPackage",
    section: "Shop",
    summary: "Puts a package of the order into the basket.",
    reply: "json",
    refuses: {
      400: "`limit_reached` as `error` where the buyer may not have more of it, or has it in another open basket; `already_subscribed` for a tier that runs.",
      ...NOT_YOURS,
      ...TEBEX_IS_DOWN,
    },
  },
  {
    method: "GET",
    path: "/tebex/basket/{ident}",
    ...withReason,
    procedure: "shop.basket",
    section: "Shop",
    summary: "The basket, and whether it is paid.",
    reply: "json",
    refuses: { ...NOT_YOURS, ...TEBEX_IS_DOWN },
  },
  {
    method: "PUT",
    path: "/tebex/basket/{ident}",
    procedure: "shop.updateBasket",
    section: "Shop",
    summary: "Says what is to be bought with the basket; takes out what is not any more.",
    reply: "json",
    refuses: { ...NOT_YOURS, 409: SHOP.paidBasket, ...TEBEX_IS_DOWN },
  },
  {
    method: "DELETE",
    path: "/tebex/basket/{ident}",
    procedure: "shop.closeBasket",
    section: "Shop",
    summary: "Empties the basket and gives its order up.",
    reply: "text",
    refuses: { ...NOT_YOURS, 409: SHOP.paidBasket, ...TEBEX_IS_DOWN },
  },
  {
    method: "GET",
    path: "/tebex/obstacles",
    procedure: "shop.obstacles",
    section: "Shop",
    summary: "What the member cannot buy now, and why. `ident` names the basket being filled.",
    reply: "json",
  },
  {
    method: "GET",
    path: "/tebex/promo-status",
    procedure: "shop.promoStatus",
    section: "Shop",
    summary: "When the member last received the promo.",
    reply: "json",
  },
  {
    method: "PUT",
    path: "/tebex/promo-claimed",
    procedure: "shop.claimPromo",
    section: "Shop",
    summary: "Says that the promo of a paid order was received.",
    reply: "text",
    refuses: { 400: SHOP.notPromo, 409: SHOP.noPaidPromo },
  },
];

export const SERVER_ROWS: readonly SiteRow[] = [
  {
    method: "GET",
    path: "/server/{game}",
    procedure: "servers.status",
    section: "Servers",
    summary: "The servers of one game, as they were last seen. Never waits for a game server.",
    reply: "json",
    input: ({ params }) => ({ game: params["game"]?.toLowerCase() }),
    ready: {
      usual: ({ games }) => games.map(({ key }) => ({ game: key })),
      reply: ({ board }, { game = "" }) => board.json(game.toLowerCase()) ?? undefined,
    },
  },
];

const about = { section: "News" } as const;

/** What the community tells everybody. */
export const NEWS_ROWS: readonly SiteRow[] = [
  {
    ...about,
    method: "GET",
    path: "/news",
    procedure: "news.list",
    summary: "What has appeared, the newest first.",
    reply: "list",
  },
  {
    ...about,
    method: "GET",
    path: "/news/{slug}",
    procedure: "news.post",
    summary: "One post, read from its Markdown: paragraphs, headings and lists in their order.",
    reply: "json",
    refuses: { 404: NEWS.unknown },
  },
];

/** What happens when. */
export const CALENDAR_ROWS: readonly SiteRow[] = [
  {
    section: "Calendar",
    method: "GET",
    path: "/calendar",
    procedure: "calendar.upcoming",
    summary:
      "What goes on now and what comes, the soonest first: of one server with `server`, so many `days` ahead.",
    reply: "json",
    input: ({ query: { days, server } }) => ({
      server,
      ...(days !== undefined && { days: Number(days) }),
    }),
  },
];
