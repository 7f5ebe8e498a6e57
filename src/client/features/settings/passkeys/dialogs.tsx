import { KeyRound } from "lucide-react";
import { type ReactNode, useEffect, useId, useRef, useState } from "react";
import { ConfirmDialog } from "#client/components/confirm-dialog.tsx";
import { TimeAgo } from "#client/components/marks.tsx";
import { Alert } from "#client/components/ui/alert.tsx";
import { Button } from "#client/components/ui/button.tsx";
import {
  AlertDialog,
  AlertDialogContent,
  AlertDialogDescription,
  AlertDialogFooter,
  AlertDialogTitle,
} from "#client/components/ui/dialog.tsx";
import { Field, Input } from "#client/components/ui/field.tsx";
import { messageOf } from "#client/lib/api-error.ts";
import { cn } from "#client/lib/cn.ts";
import { cancelPasskey, makePasskey, PasskeyFailure } from "#client/lib/passkeys/ceremony.ts";
import { toast } from "#client/lib/toast.ts";
import { trpc } from "#client/lib/trpc.ts";
import { LENGTHS } from "#shared/constants/accounts.ts";
import { PASSKEY_SETTINGS } from "#shared/factor-messages.ts";
import { isSeen } from "#shared/rules/lines.ts";
import type { OwnPasskeys, Passkey } from "#shared/schemas/passkeys.ts";

type NameDialogProps = {
  title: string;
  text: ReactNode;
  /** The name that stands in the field at first. */
  name: string;
  action: string;
  isBusy: boolean;
  /** What the person is to do meanwhile. */
  busyText?: string;
  /** Why it did not work; null while all is well. */
  problem: string | null;
  onConfirm: (name: string) => void;
  /** Also ends what is under way. */
  onClose: () => void;
};

/** Asks for the name of a passkey. */
const NameDialog = ({
  title,
  text,
  name,
  action,
  isBusy,
  busyText,
  problem,
  onConfirm,
  onClose,
}: NameDialogProps) => {
  const [typed, setTyped] = useState(name);
  const [isMissing, setIsMissing] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  return (
    <AlertDialog open onOpenChange={(open) => !open && onClose()}>
      <AlertDialogContent field={field}>
        <AlertDialogTitle>{title}</AlertDialogTitle>
        <form
          noValidate
          className="contents"
          onSubmit={(event) => {
            event.preventDefault();
            if (isBusy) return;
            const isGiven = isSeen(typed);
            setIsMissing(!isGiven);
            if (isGiven) onConfirm(typed.trim());
            else field.current?.focus();
          }}
        >
          <AlertDialogDescription>{text}</AlertDialogDescription>
          <Field
            label={PASSKEY_SETTINGS.name}
            hint={PASSKEY_SETTINGS.nameHint}
            error={isMissing ? PASSKEY_SETTINGS.nameMissing : null}
          >
            {(control) => (
              <Input
                {...control}
                ref={field}
                value={typed}
                maxLength={LENGTHS.label}
                readOnly={isBusy}
                onChange={({ target }) => setTyped(target.value)}
              />
            )}
          </Field>
          {problem !== null && <Alert>{problem}</Alert>}
          <output className="block text-muted empty:hidden">{isBusy ? busyText : ""}</output>
          <AlertDialogFooter>
            <Button type="button" variant="outline" onClick={onClose}>
              {PASSKEY_SETTINGS.cancel}
            </Button>
            <Button type="submit" isBusy={isBusy}>
              {action}
            </Button>
          </AlertDialogFooter>
        </form>
      </AlertDialogContent>
    </AlertDialog>
  );
};

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
