import { createFileRoute } from "@tanstack/react-router";
import { lazyLoader, lazyScreen } from "#client/lib/routing/lazy-route.ts";
import { searchChoice, searchSchema } from "#client/lib/search.ts";
import { areas } from "#client/routes/-areas.ts";
import { SETTINGS_TABS, type SettingsTab } from "#shared/constants/addresses.ts";

const TITLES = {
  General: "Settings",
  Notifications: "Notification Settings",
  Privacy: "Privacy Settings",
  Accounts: "Linked Accounts",
  Security: "Security Settings",
} as const satisfies Readonly<Record<SettingsTab, string>>;

const search = searchSchema({ tab: searchChoice(SETTINGS_TABS) });

export const Route = createFileRoute("/_site/member/accountsettings")({
  validateSearch: search,
  loaderDeps: ({ search }) => search,
  loader: lazyLoader(areas.account, "loadSettings"),
  component: lazyScreen(areas.account, "Settings"),
  staticData: {
    head: (raw) => ({
      title: TITLES[search(raw).tab ?? "General"],
      description: null,
    }),
  },
});
