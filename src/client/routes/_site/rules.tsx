import { createFileRoute, redirect } from "@tanstack/react-router";
import { lazyScreen, nothingHere, ONCE } from "#client/lib/routing/lazy-route.ts";
import { searchSchema, searchText } from "#client/lib/search.ts";
import { areas } from "#client/routes/-areas.ts";
import { inAnyCase } from "#shared/rules/text.ts";
import type { SiteConfig } from "#shared/schemas/site.ts";

const search = searchSchema({ tab: searchText });

/** The key of the tab that an address means; undefined where it means none. */
const tabIn = ({ ruleTabs }: SiteConfig, tab: string | undefined) =>
  tab === undefined
    ? undefined
    : inAnyCase(
        ruleTabs.map(({ key }) => key),
        tab,
      );

export const Route = createFileRoute("/_site/rules")({
  validateSearch: search,
  beforeLoad: ({ context: { site }, search: { tab } }) => {
    if (site.ruleTabs.length === 0) throw nothingHere();
    const known = tabIn(site, tab);
    if (tab !== known)
      throw redirect({ to: "/rules", search: { tab: known }, hash: true, replace: true });
  },
  loader: ({ context: { queries } }) => queries.community.rules.ensureData(undefined, ONCE),
  component: lazyScreen(areas.rules, "Rules"),
  staticData: {
    head: (raw, site) => {
      const key = tabIn(site, search(raw).tab);
      const tab = site.ruleTabs.find((one) => one.key === key);
      return {
        title: tab === undefined ? "Server Rules" : tab.title,
        description: `The ${tab === undefined ? "" : `${tab.name} `}rules of ${site.brand.name}: short, numbered, and the same for everyone.`,
      };
    },
  },
});
