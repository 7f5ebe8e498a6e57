import { useState } from "react";
import { HexFrame } from "#client/components/brand/hex-frame.tsx";
import { LoadFailed } from "#client/components/load-states.tsx";
import { Skeleton } from "#client/components/ui/skeleton.tsx";
import { trpc } from "#client/lib/trpc.ts";
import { LINKS } from "#shared/account-messages.ts";
import { PLATFORMS } from "#shared/constants/accounts.ts";
import type { LinkedAccounts } from "#shared/schemas/accounts.ts";
import { LINKED_ACCOUNTS } from "#shared/settings-messages.ts";
import { AccountRow, type PlatformRow, rowsOf } from "./linked-accounts/account-row.tsx";
import { type Unlinked, UnlinkDialog } from "./linked-accounts/unlink-dialog.tsx";
import { SettingsSection } from "./section.tsx";

const SkeletonRows = () => (
  <div className="divide-y divide-night-700 border-t border-night-700">
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
      <ul className="divide-y divide-night-700 border-t border-night-700">
        {rows.map((row) => (
          <AccountRow key={row.platform} {...row} onUnlink={() => ask(row)} />
        ))}
      </ul>
      <UnlinkDialog isOpen={isAsking} account={asked} onClose={() => setIsAsking(false)} />
    </>
  );
};

/** Accounts elsewhere that belong to one's own [LINK-22]. */
export const AccountsTab = () => {
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
