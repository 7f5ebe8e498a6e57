import { useState } from "react";
import { ConfirmDialog } from "#client/components/confirm-dialog.tsx";
import { messageOf } from "#client/lib/api-error.ts";
import { toast } from "#client/lib/toast.ts";
import { trpc } from "#client/lib/trpc.ts";
import type { GamePlatform } from "#shared/constants/accounts.ts";
import { LINKS } from "#shared/messages.ts";

type UnlinkDialogProps = {
  /** Whose account it is about; null for nobody's. */
  platform: GamePlatform | null;
  onClose: () => void;
};

/** Asks before an account is unlinked, which costs it its points for good (member §2). */
export const UnlinkDialog = ({ platform, onClose }: UnlinkDialogProps) => {
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
      isOpen={platform !== null}
      title={LINKS.unlinkTitle}
      text={<p>{LINKS.unlinkText}</p>}
      action={LINKS.unlinkAction}
      isBusy={unlink.isPending}
      error={error}
      onConfirm={() => {
        setError(null);
        if (platform !== null) unlink.mutate({ platform });
      }}
      onClose={close}
    />
  );
};
