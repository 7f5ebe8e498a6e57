import { createLazyFileRoute, useNavigate } from "@tanstack/react-router";
import { SettingsPage } from "#client/features/settings/settings-page.tsx";

const Settings = () => {
  const { tab = "General" } = Route.useSearch();
  const navigate = useNavigate({ from: "/member/accountsettings" });
  return (
    <SettingsPage
      tab={tab}
      onTab={(next) => void navigate({ search: { tab: next }, replace: true, resetScroll: false })}
    />
  );
};

export const Route = createLazyFileRoute("/_site/member/accountsettings")({ component: Settings });
