import { useState } from "react";
import { LoadFailed } from "#client/components/load-failed.tsx";
import { Skeleton } from "#client/components/ui/skeleton.tsx";
import { trpc } from "#client/lib/trpc.ts";
import { GAME_PLATFORMS, type GamePlatform, PLATFORMS } from "#shared/constants/accounts.ts";
import { LINKS } from "#shared/messages.ts";
import type { LinkedAccounts } from "#shared/schemas/links.ts";
import { AccountRow } from "./linked-accounts/account-row.tsx";
import { rowsOf } from "./linked-accounts/rows.ts";
import { UnlinkDialog } from "./linked-accounts/unlink-dialog.tsx";
import { useLinking } from "./linked-accounts/use-linking.ts";
import { SettingsSection } from "./settings-section.tsx";

const SkeletonRows = () => (
  <div className="divide-y divide-night-700 border-t border-night-700">
    {PLATFORMS.map((platform) => (
      <div key={platform} className="flex items-center gap-4 py-5 last:pb-0">
        <Skeleton className="h-14 w-12 shrink-0" />
        <div className="flex-1 space-y-2">
          <Skeleton className="h-4 w-24 max-w-full" />
          <Skeleton className="h-5 w-56 max-w-full" />
        </div>
      </div>
    ))}
  </div>
);

const Rows = ({ links }: { links: LinkedAccounts }) => {
  const { begin, awaited, busy, problem } = useLinking();
  const [asked, setAsked] = useState<GamePlatform | null>(null);
  const rows = rowsOf(links);
  if (rows.length === 0) return <p className="text-muted">{LINKS.nothingOffered}</p>;
  return (
    <>
      <ul className="divide-y divide-night-700 border-t border-night-700">
        {rows.map((row) => (
          <AccountRow
            key={row.platform}
            {...row}
            isBusy={busy === row.platform}
            isAwaited={awaited === row.platform}
            problem={problem?.platform === row.platform ? problem.text : null}
            onLink={() => begin(row.platform)}
            onUnlink={() => setAsked(GAME_PLATFORMS.find((one) => one === row.platform) ?? null)}
          />
        ))}
      </ul>
      <UnlinkDialog platform={asked} onClose={() => setAsked(null)} />
    </>
  );
};

/** Accounts elsewhere that belong to one's own (member §2 "Account settings", Accounts). */
export const AccountsTab = () => {
  const links = trpc.links.list.useQuery();
  return (
    <SettingsSection
      title="Linked Accounts"
      text="Our game servers know you by these. Only linked accounts are eligible to add points."
    >
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
