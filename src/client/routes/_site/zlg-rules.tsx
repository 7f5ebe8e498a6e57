import { createFileRoute } from "@tanstack/react-router";
import { lazyScreen } from "#client/lib/routing/lazy-route.ts";
import { searchChoice, searchSchema } from "#client/lib/search.ts";
import { areas } from "#client/routes/-areas.ts";
import { RULE_TABS } from "#shared/content/rules/rulebook.ts";

const search = searchSchema({ tab: searchChoice(RULE_TABS) });

export const Route = createFileRoute("/_site/zlg-rules")({
  validateSearch: search,
  component: lazyScreen(areas.rules, "Rules"),
  staticData: {
    head: (raw, site) => {
      const { tab } = search(raw);
      return {
        title: tab === undefined ? "Server Rules" : `${tab} Rules`,
        description: `The ${tab === undefined ? "" : `${tab} `}rules of ${site.brand.name}: short, numbered, and the same for everyone.`,
      };
    },
  },
});
