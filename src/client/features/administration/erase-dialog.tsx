import { useNavigate } from "@tanstack/react-router";
import { useRef, useState } from "react";
import {
  AlertDialog,
  AlertDialogCancel,
  AlertDialogContent,
  AlertDialogDescription,
  AlertDialogFooter,
  AlertDialogTitle,
} from "#client/components/ui/alert-dialog.tsx";
import { Alert } from "#client/components/ui/alert.tsx";
import { Button } from "#client/components/ui/button.tsx";
import { Field, Input, NativeSelect } from "#client/components/ui/field.tsx";
import { messageOf } from "#client/lib/api-error.ts";
import { useSession } from "#client/lib/session/use-session.ts";
import { toast } from "#client/lib/toast.ts";
import { trpc } from "#client/lib/trpc.ts";
import { LENGTHS } from "#shared/constants/accounts.ts";
import { ERASE_REASONS, ERASE_WORD, type EraseReason } from "#shared/constants/rights.ts";
import { ERASE_REASON_NAMES, ERASING } from "#shared/rights-messages.ts";
import { emailKeyOf } from "#shared/rules/account-fields.ts";
import { fullName } from "#shared/rules/display-name.ts";
import type { AdminUser } from "#shared/schemas/administration.ts";
import { userName } from "./user-acts.ts";

const List = ({ title, items }: { title: string; items: readonly string[] }) => (
  <div>
    <p className="font-semibold text-ink">{title}</p>
    <ul className="mt-1 list-disc space-y-0.5 pl-5">
      {items.map((item) => (
        <li key={item}>{item}</li>
      ))}
    </ul>
  </div>
);

const useErase = () => {
  const { administration } = trpc.useUtils();
  const navigate = useNavigate();
  return trpc.rights.erase.useMutation({
    onSuccess: async (sentence) => {
      toast("success", sentence, "admin");
      await navigate({ to: "/member/admin/users" });
      await administration.invalidate();
    },
  });
};

type EraseDialogProps = { user: AdminUser; onClose: () => void };

/** Asks before an account is erased: what goes, what stays, why, and whether it is really this one. */
const EraseDialog = ({ user, onClose }: EraseDialogProps) => {
  const { mutate, isPending, error } = useErase();
  const [reason, setReason] = useState<EraseReason | "">("");
  const [typed, setTyped] = useState("");
  const [isTried, setIsTried] = useState(false);
  const field = useRef<HTMLSelectElement>(null);
  const word = useRef<HTMLInputElement>(null);
  const { email } = user;
  const isTyped =
    email === "" ? typed.trim() === ERASE_WORD : emailKeyOf(typed.trim()) === emailKeyOf(email);
  return (
    <AlertDialog open onOpenChange={(open) => !open && !isPending && onClose()}>
      <AlertDialogContent>
        <AlertDialogTitle>{ERASING.title}</AlertDialogTitle>
        <form
          noValidate
          className="contents"
          onSubmit={(event) => {
            event.preventDefault();
            if (isPending) return;
            setIsTried(true);
            if (reason === "") field.current?.focus();
            else if (isTyped) mutate({ id: user.id, email, reason });
            else word.current?.focus();
          }}
        >
          <AlertDialogDescription asChild>
            <div className="space-y-3">
              <p className="font-semibold wrap-anywhere text-ink">
                {userName(user)} ({fullName(user.profile)}, {email})
              </p>
              <List title={ERASING.goes} items={ERASING.goesList} />
              <List title={ERASING.stays} items={ERASING.staysList} />
              <p>{ERASING.final}</p>
            </div>
          </AlertDialogDescription>
          <Field
            label={ERASING.reason}
            error={isTried && reason === "" ? ERASING.reasonMissing : null}
          >
            {(control) => (
              <NativeSelect
                {...control}
                ref={field}
                required
                value={reason}
                onChange={({ target }) => setReason(target.value as EraseReason | "")}
              >
                <option value="">{ERASING.choose}</option>
                {ERASE_REASONS.map((one) => (
                  <option key={one} value={one}>
                    {ERASE_REASON_NAMES[one]}
                  </option>
                ))}
              </NativeSelect>
            )}
          </Field>
          <Field
            label={email === "" ? ERASING.typeAddress(ERASE_WORD) : ERASING.typeAddress(email)}
            error={isTried && !isTyped ? ERASING.mismatch : null}
          >
            {(control) => (
              <Input
                {...control}
                ref={word}
                required
                autoComplete="off"
                autoCapitalize="none"
                spellCheck={false}
                maxLength={LENGTHS.email}
                value={typed}
                onChange={({ target }) => setTyped(target.value)}
              />
            )}
          </Field>
          {error !== null && <Alert>{messageOf(error) ?? ERASING.failed}</Alert>}
          <AlertDialogFooter>
            <AlertDialogCancel asChild>
              <Button variant="outline" disabled={isPending}>
                Cancel
              </Button>
            </AlertDialogCancel>
            <Button type="submit" variant="danger" isBusy={isPending}>
              {ERASING.action}
            </Button>
          </AlertDialogFooter>
        </form>
      </AlertDialogContent>
    </AlertDialog>
  );
};

/** For Admins: has the account of somebody else erased at once. */
export const EraseButton = ({ user }: { user: AdminUser }) => {
  const [isAsking, setIsAsking] = useState(false);
  const me = useSession();
  if (me?.role !== "Admin" || me.id === user.id) return null;
  return (
    <>
      <Button variant="danger" size="sm" className="max-md:h-11" onClick={() => setIsAsking(true)}>
        {ERASING.open}
      </Button>
      {isAsking && <EraseDialog user={user} onClose={() => setIsAsking(false)} />}
    </>
  );
};
