import { useNavigate, useSearch } from "@tanstack/react-router";
import { ONCE, type ScreenLoader } from "#client/lib/routing/lazy-route.ts";
import { SettingsPage } from "./page.tsx";
import type { SettingsTab } from "./tabs.ts";

export const Settings = () => {
  const { tab = "General" } = useSearch({ from: "/_site/member/accountsettings" });
  const navigate = useNavigate({ from: "/member/accountsettings" });
  return (
    <SettingsPage
      tab={tab}
      onTab={(next) => void navigate({ search: { tab: next }, replace: true, resetScroll: false })}
    />
  );
};

export const loadSettings: ScreenLoader<{ tab?: SettingsTab | undefined }> = ({
  queries,
  search: { tab = "General" },
}) => {
  if (tab === "Accounts") return queries.links.list.ensureData(undefined, ONCE);
  if (tab === "General") void queries.accounts.sessions.prefetch();
  return queries.members.profile.ensureData(undefined, ONCE);
};
