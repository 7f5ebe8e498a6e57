import { useState } from "react";
import { PlatformIcon } from "#client/components/brand/platform-icon.tsx";
import { ConfirmDialog } from "#client/components/confirm-dialog.tsx";
import { messageOf } from "#client/lib/api-error.ts";
import { toast } from "#client/lib/toast.ts";
import { trpc } from "#client/lib/trpc.ts";
import { LINKS } from "#shared/account-messages.ts";
import { type GamePlatform, PLATFORM_NAMES } from "#shared/constants/accounts.ts";

/** An account that may be unlinked, and what it is called. */
export type Unlinked = { platform: GamePlatform; name: string };

type UnlinkDialogProps = {
  isOpen: boolean;
  /** What it is about; null before anything was asked about. */
  account: Unlinked | null;
  onClose: () => void;
};

/** Asks before an account is unlinked, which costs it its points for good [LINK-06]. */
export const UnlinkDialog = ({ isOpen, account, onClose }: UnlinkDialogProps) => {
  const { links } = trpc.useUtils();
  const [error, setError] = useState<string | null>(null);
  const unlink = trpc.links.unlink.useMutation({
    onSuccess: async (said) => {
      await links.list.invalidate();
      toast("success", said, "settings");
      onClose();
    },
    onError: (failure) => setError(messageOf(failure) ?? LINKS.unlinkFailed),
  });
  const close = () => {
    setError(null);
    onClose();
  };
  return (
    <ConfirmDialog
      isOpen={isOpen}
      title={LINKS.unlinkTitle}
      text={
        <>
          {account !== null && (
            <p className="flex items-center gap-2.5 text-ink">
              <PlatformIcon platform={account.platform} className="size-5 shrink-0 text-muted" />
              <span className="sr-only">{PLATFORM_NAMES[account.platform]}:</span>
              <bdi className="min-w-0 truncate font-semibold">{account.name}</bdi>
            </p>
          )}
          <p>{LINKS.unlinkText}</p>
        </>
      }
      action={LINKS.unlinkAction}
      isBusy={unlink.isPending}
      error={error}
      onConfirm={() => {
        setError(null);
        if (account !== null) unlink.mutate({ platform: account.platform });
      }}
      onClose={close}
    />
  );
};
