import { useNavigate, useSearch } from "@tanstack/react-router";
import { useId, useState } from "react";
import { HexFrame } from "#client/components/brand/hex-frame.tsx";
import { LoadFailed } from "#client/components/panels.tsx";
import { Skeleton } from "#client/components/ui/alert.tsx";
import { Checkbox } from "#client/components/ui/field.tsx";
import { Tabs, TabsContent, TabsList, TabsTrigger } from "#client/components/ui/tabs.tsx";
import { ONCE, type ScreenLoader } from "#client/lib/routing/lazy-route.ts";
import { toast } from "#client/lib/toast.ts";
import { trpc } from "#client/lib/trpc.ts";
import { ACCOUNT, LINKS } from "#shared/account-messages.ts";
import { PLATFORMS } from "#shared/constants/accounts.ts";
import { SETTINGS_TABS, type SettingsTab } from "#shared/constants/addresses.ts";
import { SECURITY_MAIL_SETTINGS } from "#shared/factor-messages.ts";
import { LINKED_ACCOUNTS } from "#shared/member-area-messages.ts";
import type { LinkedAccounts } from "#shared/schemas/accounts.ts";
import { GeneralTab } from "./general-tab.tsx";
import {
  AccountRow,
  type PlatformRow,
  rowsOf,
  UnlinkDialog,
  type Unlinked,
} from "./linked-accounts/account-row.tsx";
import { NotificationsTab } from "./notifications-tab.tsx";
import { PrivacyTab } from "./privacy-tab.tsx";
import { useAccountDraft } from "./profile-form.tsx";
import { SettingsSection } from "./section.tsx";
import { SecurityTab } from "./security-tab.tsx";

const LinkMailsChoice = ({ known }: { known: boolean }) => {
  const id = useId();
  const { mails } = trpc.useUtils().security;
  const save = trpc.security.setMails.useMutation({
    scope: { id: "security-mails" },
    onSuccess: (sentence, chosen) => {
      mails.setData(undefined, chosen);
      toast("success", sentence, "settings");
    },
    onError: () => toast("error", ACCOUNT.preferencesError, "settings"),
    onSettled: () => mails.invalidate(),
  });
  return (
    <div className="flex items-start gap-4">
      <Checkbox
        id={id}
        aria-describedby={`${id}-text`}
        checked={save.isPending ? save.variables.aboutLinks : known}
        onCheckedChange={(checked) => save.mutate({ aboutLinks: checked === true })}
      />
      <div>
        <label htmlFor={id} className="font-semibold">
          {SECURITY_MAIL_SETTINGS.links}
        </label>
        <p id={`${id}-text`} className="mt-1.5 max-w-[58ch] text-muted">
          {SECURITY_MAIL_SETTINGS.linksHint}
        </p>
      </div>
    </div>
  );
};

/** Which security mails the member gets, of those that can be switched off [SAFE-07]. */
const LinkMailsSection = () => {
  const mails = trpc.security.mails.useQuery();
  return (
    <SettingsSection title={SECURITY_MAIL_SETTINGS.title}>
      {mails.data !== undefined ? (
        <LinkMailsChoice known={mails.data.aboutLinks} />
      ) : mails.isError ? (
        <LoadFailed
          message={ACCOUNT.profileFailed}
          isRetrying={mails.isFetching}
          onRetry={() => void mails.refetch()}
        />
      ) : (
        <Skeleton className="h-12 w-full max-w-lg" />
      )}
    </SettingsSection>
  );
};

const SkeletonRows = () => (
  <div className="divide-y divide-ground-700 border-t border-ground-700">
    {PLATFORMS.map((platform) => (
      <div
        key={platform}
        className="flex flex-wrap items-center gap-x-4 gap-y-3 py-5 last:pb-0 sm:flex-nowrap"
      >
        <HexFrame className="h-14 shrink-0">
          <Skeleton className="size-full" />
        </HexFrame>
        <div className="min-w-0 flex-1 basis-48 space-y-2">
          <Skeleton className="h-4 w-24 max-w-full" />
          <Skeleton className="h-5 w-56 max-w-full" />
        </div>
        <Skeleton className="h-11 w-full sm:w-56" />
      </div>
    ))}
  </div>
);

const Rows = ({ links }: { links: LinkedAccounts }) => {
  // What was asked about stays while the question fades.
  const [asked, setAsked] = useState<Unlinked | null>(null);
  const [isAsking, setIsAsking] = useState(false);
  const rows = rowsOf(links);
  const ask = ({ platform, account }: PlatformRow) => {
    if (platform === "discord" || account === null) return;
    setAsked({ platform, name: account.name });
    setIsAsking(true);
  };
  if (rows.length === 0) return <p className="text-muted">{LINKS.nothingOffered}</p>;
  return (
    <>
      <ul className="divide-y divide-ground-700 border-t border-ground-700">
        {rows.map((row) => (
          <AccountRow key={row.platform} {...row} onUnlink={() => ask(row)} />
        ))}
      </ul>
      <UnlinkDialog isOpen={isAsking} account={asked} onClose={() => setIsAsking(false)} />
    </>
  );
};

/** Accounts elsewhere that belong to one's own [LINK-22]. */
const AccountsTab = () => {
  const links = trpc.links.list.useQuery();
  return (
    <SettingsSection title="Linked Accounts" text={LINKED_ACCOUNTS.intro}>
      {links.data !== undefined ? (
        <Rows links={links.data} />
      ) : links.isError ? (
        <LoadFailed
          message={LINKS.loadFailed}
          isRetrying={links.isFetching}
          onRetry={() => void links.refetch()}
        />
      ) : (
        <SkeletonRows />
      )}
    </SettingsSection>
  );
};

type SettingsPageProps = {
  /** The selected tab, from the address. */
  tab: SettingsTab;
  onTab: (tab: SettingsTab) => void;
};

/** The account settings [NAV-10]. What was typed stays while another tab is looked at. */
const SettingsPage = ({ tab, onTab }: SettingsPageProps) => {
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
      <TabsContent value="Notifications" className="mt-8">
        <NotificationsTab />
      </TabsContent>
      <TabsContent value="Privacy" className="mt-8">
        <PrivacyTab />
      </TabsContent>
      <TabsContent value="Accounts" className="mt-8">
        <div className="space-y-6">
          <AccountsTab />
          <LinkMailsSection />
        </div>
      </TabsContent>
      <TabsContent value="Security" className="mt-8">
        <SecurityTab />
      </TabsContent>
    </Tabs>
  );
};

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
  if (tab === "Notifications") {
    void queries.push.list.prefetch();
    return queries.preferences.read.ensureData(undefined, ONCE);
  }
  if (tab === "Accounts") return queries.links.list.ensureData(undefined, ONCE);
  if (tab === "Security") {
    void queries.passkeys.list.prefetch();
    return queries.factors.read.ensureData(undefined, ONCE);
  }
  if (tab === "General") {
    void queries.accounts.sessions.prefetch();
    void queries.accounts.address.prefetch();
  }
  return queries.members.profile.ensureData(undefined, ONCE);
};
