import { createFileRoute } from "@tanstack/react-router";
import { z } from "zod/mini";
import { SETTINGS_TABS, type SettingsTab } from "#client/features/settings/tabs.ts";
import { lazyLoader, lazyScreen } from "#client/lib/routing/lazy-route.ts";
import { searchChoice } from "#client/lib/search-choice.ts";
import { areas } from "#client/routes/-areas.ts";

const TITLES = {
  General: "Settings",
  Privacy: "Privacy Settings",
  Accounts: "Linked Accounts",
} as const satisfies Readonly<Record<SettingsTab, string>>;

const search = z.object({ tab: searchChoice(SETTINGS_TABS) });

export const Route = createFileRoute("/_site/member/accountsettings")({
  validateSearch: search,
  loaderDeps: ({ search }) => search,
  loader: lazyLoader(areas.settings, "loadSettings"),
  component: lazyScreen(areas.settings, "Settings"),
  staticData: {
    head: (raw) => ({
      title: TITLES[search.parse(raw).tab ?? "General"],
      description: null,
    }),
  },
});
