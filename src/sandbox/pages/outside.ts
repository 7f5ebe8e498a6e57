import { ROSTER } from "#sandbox/game-servers/roster.ts";
import { escapeHtml } from "#shared/rules/text.ts";
import { page } from "./page.ts";

const PLACES: Readonly<Record<string, { title: string; text: string; takesName: boolean }>> = {
  discord: {
    title: "Discord invite",
    text: "In the real world, this is the invitation to the community's Discord server.",
    takesName: false,
  },
  subscriptions: {
    title: "Subscription shop",
    text: "In the real world, this is the external shop that sells the three monthly tiers.",
    takesName: false,
  },
  favorites: {
    title: "Steam Favorites Info",
    text: "In the real world, this is a spreadsheet with the addresses to put into Steam's favorites.",
    takesName: false,
  },
  donate: {
    title: "Donation",
    text: "In the real world, this is a payment service that takes a one-time donation.",
    takesName: true,
  },
  vote: {
    title: "Vote",
    text: "In the real world, this is a server list where players vote for this server.",
    takesName: true,
  },
};

/** Some of the pages, for the overview. */
export const OUTSIDE_EXAMPLES: readonly { path: string; title: string }[] = [
  { path: "/outside/discord", title: "Discord invite" },
  { path: "/outside/subscriptions", title: "Subscription shop" },
  { path: "/outside/favorites", title: "Steam Favorites Info" },
  { path: "/outside/donate/paypal", title: "Donation: paypal" },
  ...ROSTER.slice(0, 1).map(({ key }) => ({ path: `/outside/vote/${key}`, title: `Vote: ${key}` })),
];

/**
 * A page that says what the real world would show there.
 * @param parts of the path after `/outside/`.
 * @returns null where there is no such page.
 */
export const outsidePage = ([place = "", name, ...rest]: readonly string[]): string | null => {
  const found = Object.hasOwn(PLACES, place) ? PLACES[place] : undefined;
  if (found === undefined || rest.length > 0 || found.takesName !== Boolean(name)) return null;
  const title = name === undefined ? found.title : `${found.title}: ${name}`;
  return page(
    title,
    `<article class="card"><p class="tag">Outside the site</p>
<h1>${escapeHtml(title)}</h1>
<p>${escapeHtml(found.text)} The sandbox stands in for it.</p>
<p><a href="/">Everything that the sandbox imitates</a></p></article>`,
  );
};
