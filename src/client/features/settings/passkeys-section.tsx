import { Fingerprint } from "lucide-react";
import { useState } from "react";
import { LoadFailed } from "#client/components/load-states.tsx";
import { Button } from "#client/components/ui/button.tsx";
import { Skeleton } from "#client/components/ui/skeleton.tsx";
import { knowsPasskeys } from "#client/lib/passkeys/ceremony.ts";
import { trpc } from "#client/lib/trpc.ts";
import { PASSKEYS_MAX } from "#shared/constants/passkeys.ts";
import { PASSKEY_SETTINGS } from "#shared/passkey-messages.ts";
import type { OwnPasskeys, Passkey } from "#shared/schemas/passkeys.ts";
import { AddDialog, RemoveDialog, RenameDialog } from "./passkeys/dialogs.tsx";
import { PasskeyRow } from "./passkeys/row.tsx";
import { SettingsSection } from "./section.tsx";

/** Why no passkey can be added here; null where one can be. */
const obstacleTo = ({ isOffered, passkeys }: OwnPasskeys): string | null => {
  if (!isOffered) return PASSKEY_SETTINGS.notOffered;
  if (!knowsPasskeys()) return PASSKEY_SETTINGS.unsupported;
  return passkeys.length >= PASSKEYS_MAX ? PASSKEY_SETTINGS.full(PASSKEYS_MAX) : null;
};

const SkeletonRow = () => (
  <div className="flex items-center gap-4 border-t border-ground-700 pt-5">
    <Skeleton className="hexagon h-12 w-[2.6rem]" />
    <div className="flex-1 space-y-2">
      <Skeleton className="h-5 w-48 max-w-full" />
      <Skeleton className="h-4 w-72 max-w-full" />
    </div>
  </div>
);

type Asked = { about: "rename" | "remove"; passkey: Passkey };

const Rows = ({ own }: { own: OwnPasskeys }) => {
  // What was asked about stays while the question fades.
  const [asked, setAsked] = useState<Asked | null>(null);
  const [isOpen, setIsOpen] = useState(false);
  const ask = (next: Asked) => {
    setAsked(next);
    setIsOpen(true);
  };
  const close = () => setIsOpen(false);
  return (
    <>
      {own.passkeys.length === 0 ? (
        <p className="flex items-center gap-3 text-muted">
          <Fingerprint className="size-6 shrink-0 text-accent" aria-hidden />
          {PASSKEY_SETTINGS.none}
        </p>
      ) : (
        <ul className="divide-y divide-ground-700 border-t border-ground-700">
          {own.passkeys.map((passkey) => (
            <PasskeyRow
              key={passkey.id}
              passkey={passkey}
              onRename={() => ask({ about: "rename", passkey })}
              onRemove={() => ask({ about: "remove", passkey })}
            />
          ))}
        </ul>
      )}
      {asked?.about === "rename" && isOpen && (
        <RenameDialog passkey={asked.passkey} onClose={close} />
      )}
      <RemoveDialog
        passkey={asked?.passkey ?? null}
        isOpen={isOpen && asked?.about === "remove"}
        own={own}
        onClose={close}
      />
    </>
  );
};

/** One's passkeys: added, renamed and removed [KEY-02]. */
export const PasskeysSection = () => {
  const own = trpc.passkeys.list.useQuery();
  const [isAdding, setIsAdding] = useState(false);
  const obstacle = own.data === undefined ? null : obstacleTo(own.data);
  return (
    <SettingsSection
      title={PASSKEY_SETTINGS.title}
      text={PASSKEY_SETTINGS.text}
      aside={
        own.data !== undefined &&
        obstacle === null && (
          <Button className="w-full sm:w-auto" onClick={() => setIsAdding(true)}>
            <Fingerprint aria-hidden />
            {PASSKEY_SETTINGS.add}
          </Button>
        )
      }
    >
      {own.data !== undefined ? (
        <Rows own={own.data} />
      ) : own.isError ? (
        <LoadFailed
          message={PASSKEY_SETTINGS.loadFailed}
          isRetrying={own.isFetching}
          onRetry={() => void own.refetch()}
        />
      ) : (
        <SkeletonRow />
      )}
      {obstacle !== null && <p className="mt-5 text-muted">{obstacle}</p>}
      {isAdding && own.data !== undefined && (
        <AddDialog suggestedName={own.data.suggestedName} onClose={() => setIsAdding(false)} />
      )}
    </SettingsSection>
  );
};
