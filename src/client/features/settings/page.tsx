import { Tabs, TabsContent, TabsList, TabsTrigger } from "#client/components/ui/tabs.tsx";
import { trpc } from "#client/lib/trpc.ts";
import { AccountsTab } from "./accounts-tab.tsx";
import { GeneralTab } from "./general-tab.tsx";
import { PrivacyTab } from "./privacy-tab.tsx";
import { SETTINGS_TABS, type SettingsTab } from "./tabs.ts";
import { useAccountDraft } from "./use-account-form.ts";

type SettingsPageProps = {
  /** The selected tab, from the address. */
  tab: SettingsTab;
  onTab: (tab: SettingsTab) => void;
};

/** The account settings [NAV-10]. What was typed stays while another tab is looked at. */
export const SettingsPage = ({ tab, onTab }: SettingsPageProps) => {
  const profile = trpc.members.profile.useQuery();
  const form = useAccountDraft(profile.data);
  return (
    <Tabs value={tab} onValueChange={(value) => onTab(value as SettingsTab)}>
      <div className="flex flex-wrap items-end justify-between gap-x-8 gap-y-5">
        <div>
          <p className="eyebrow">Your account</p>
          <h1 className="headline mt-2 text-5xl md:text-6xl">Settings</h1>
        </div>
        <TabsList aria-label="Settings">
          {SETTINGS_TABS.map((name) => (
            <TabsTrigger key={name} value={name}>
              {name}
            </TabsTrigger>
          ))}
        </TabsList>
      </div>
      <TabsContent value="General" className="mt-8">
        <GeneralTab form={form} />
      </TabsContent>
      <TabsContent value="Privacy" className="mt-8">
        <PrivacyTab />
      </TabsContent>
      <TabsContent value="Accounts" className="mt-8">
        <AccountsTab />
      </TabsContent>
    </Tabs>
  );
};
