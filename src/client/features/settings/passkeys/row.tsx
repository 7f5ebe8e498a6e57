import { KeyRound } from "lucide-react";
import { useId } from "react";
import { TimeAgo } from "#client/components/time-ago.tsx";
import { Button } from "#client/components/ui/button.tsx";
import { cn } from "#client/lib/cn.ts";
import { PASSKEY_SETTINGS } from "#shared/passkey-messages.ts";
import type { Passkey } from "#shared/schemas/passkeys.ts";

type PasskeyRowProps = { passkey: Passkey; onRename: () => void; onRemove: () => void };

/** One passkey: what it is called, since when, and when it was last used. */
export const PasskeyRow = ({ passkey, onRename, onRemove }: PasskeyRowProps) => {
  const { name, addedAt, lastUsedAt, isSynced, isUsable } = passkey;
  const detailsId = useId();
  return (
    <li className="flex flex-wrap items-start gap-x-4 gap-y-3 py-5 last:pb-0 sm:flex-nowrap sm:items-center">
      <span
        aria-hidden
        className={cn(
          "hexagon grid h-12 w-[2.6rem] shrink-0 place-items-center bg-ground-700",
          isUsable ? "text-accent" : "text-faint",
        )}
      >
        <KeyRound className="size-5" />
      </span>
      <div className="min-w-0 flex-1 basis-48">
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1 font-semibold wrap-anywhere">
          <bdi>{name}</bdi>
          {!isUsable && (
            <span className="rounded-full bg-ember/15 px-2.5 py-0.5 text-xs font-semibold text-ember">
              {PASSKEY_SETTINGS.lostMark}
            </span>
          )}
        </p>
        <p
          id={detailsId}
          className="mt-1 flex flex-col gap-x-2 text-sm text-muted md:flex-row md:flex-wrap md:[&>span+span]:before:mr-2 md:[&>span+span]:before:text-faint md:[&>span+span]:before:content-['·']"
        >
          <span>
            Added <TimeAgo at={addedAt} />
          </span>
          <span>
            {lastUsedAt === null ? (
              PASSKEY_SETTINGS.neverUsed
            ) : (
              <>
                Last used <TimeAgo at={lastUsedAt} />
              </>
            )}
          </span>
          <span>{isSynced ? PASSKEY_SETTINGS.synced : PASSKEY_SETTINGS.onOneDevice}</span>
        </p>
        {!isUsable && <p className="mt-1.5 text-sm text-ember">{PASSKEY_SETTINGS.lost}</p>}
      </div>
      <div className="ml-[3.6rem] flex gap-2 sm:ml-0">
        <Button
          variant="outline"
          size="sm"
          aria-label={PASSKEY_SETTINGS.renameOne(name)}
          aria-describedby={detailsId}
          onClick={onRename}
        >
          {PASSKEY_SETTINGS.rename}
        </Button>
        <Button
          variant="outline"
          size="sm"
          aria-label={PASSKEY_SETTINGS.removeOne(name)}
          aria-describedby={detailsId}
          onClick={onRemove}
        >
          {PASSKEY_SETTINGS.remove}
        </Button>
      </div>
    </li>
  );
};
