import { useEffect, useState } from "react";
import { ConfirmDialog } from "#client/components/confirm-dialog.tsx";
import { messageOf } from "#client/lib/api-error.ts";
import { cancelPasskey, makePasskey, PasskeyFailure } from "#client/lib/passkeys/ceremony.ts";
import { toast } from "#client/lib/toast.ts";
import { trpc } from "#client/lib/trpc.ts";
import { PASSKEY_SETTINGS } from "#shared/passkey-messages.ts";
import type { OwnPasskeys, Passkey } from "#shared/schemas/passkeys.ts";
import { NameDialog } from "./name-dialog.tsx";

/** What went wrong, in the browser or on the way: in words, or null where there is nothing to say. */
const sentenceOf = (error: unknown, own: string): string | null => {
  if (error instanceof PasskeyFailure) return error.message || null;
  return messageOf(error) ?? own;
};

type AddDialogProps = { suggestedName: string; onClose: () => void };

/** Asks for a name, then has the browser make a passkey, and adds it. */
export const AddDialog = ({ suggestedName, onClose }: AddDialogProps) => {
  const { passkeys } = trpc.useUtils();
  const { client } = trpc.useUtils();
  const [isBusy, setIsBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  // Whoever leaves the page is asked no more.
  useEffect(() => cancelPasskey, []);

  const add = async (name: string) => {
    setIsBusy(true);
    setProblem(null);
    try {
      const response = await makePasskey(await client.passkeys.requestNew.mutate());
      await client.passkeys.add.mutate({ name, response });
      await passkeys.list.invalidate();
      toast("success", PASSKEY_SETTINGS.added(name), "settings");
      onClose();
    } catch (error) {
      setProblem(sentenceOf(error, PASSKEY_SETTINGS.addFailed));
    } finally {
      setIsBusy(false);
    }
  };
  return (
    <NameDialog
      title={PASSKEY_SETTINGS.addTitle}
      text={PASSKEY_SETTINGS.addText}
      name={suggestedName}
      action={PASSKEY_SETTINGS.goOn}
      isBusy={isBusy}
      busyText={PASSKEY_SETTINGS.waiting}
      problem={problem}
      onConfirm={(name) => void add(name)}
      onClose={onClose}
    />
  );
};

type RenameDialogProps = { passkey: Passkey; onClose: () => void };

export const RenameDialog = ({ passkey, onClose }: RenameDialogProps) => {
  const { passkeys } = trpc.useUtils();
  const [problem, setProblem] = useState<string | null>(null);
  const rename = trpc.passkeys.rename.useMutation({
    onSuccess: async () => {
      await passkeys.list.invalidate();
      toast("success", PASSKEY_SETTINGS.renamed, "settings");
      onClose();
    },
    onError: (error) => setProblem(messageOf(error) ?? PASSKEY_SETTINGS.renameFailed),
  });
  return (
    <NameDialog
      title={PASSKEY_SETTINGS.renameTitle}
      text={passkey.name}
      name={passkey.name}
      action={PASSKEY_SETTINGS.save}
      isBusy={rename.isPending}
      problem={problem}
      onConfirm={(name) => {
        setProblem(null);
        rename.mutate({ id: passkey.id, name });
      }}
      onClose={onClose}
    />
  );
};

type RemoveDialogProps = {
  passkey: Passkey | null;
  isOpen: boolean;
  own: OwnPasskeys;
  onClose: () => void;
};

/** Asks before a passkey is removed, and says what remains to log in with. */
export const RemoveDialog = ({ passkey, isOpen, own, onClose }: RemoveDialogProps) => {
  const { passkeys } = trpc.useUtils();
  const [error, setError] = useState<string | null>(null);
  const remove = trpc.passkeys.remove.useMutation({
    onSuccess: async () => {
      await passkeys.list.invalidate();
      toast("success", PASSKEY_SETTINGS.removed(passkey?.name ?? ""), "settings");
      onClose();
    },
    onError: (failure) => setError(messageOf(failure) ?? PASSKEY_SETTINGS.removeFailed),
  });
  const others = own.passkeys.filter(({ id, isUsable }) => isUsable && id !== passkey?.id).length;
  return (
    <ConfirmDialog
      isOpen={isOpen}
      title={PASSKEY_SETTINGS.removeTitle}
      text={
        <>
          <p>{PASSKEY_SETTINGS.removeText(passkey?.name ?? "")}</p>
          <p>{PASSKEY_SETTINGS.remains(others, own.hasPassword)}</p>
          <p>{PASSKEY_SETTINGS.removeThere}</p>
        </>
      }
      action={PASSKEY_SETTINGS.remove}
      isBusy={remove.isPending}
      error={error}
      onConfirm={() => {
        setError(null);
        if (passkey !== null) remove.mutate({ id: passkey.id });
      }}
      onClose={() => {
        setError(null);
        onClose();
      }}
    />
  );
};
