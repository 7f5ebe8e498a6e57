import { useId } from "react";
import { z } from "zod/mini";
import { Alert } from "#client/components/ui/alert.tsx";
import { Button } from "#client/components/ui/button.tsx";
import { Checkbox } from "#client/components/ui/checkbox.tsx";
import { Dialog, DialogClose, DialogContent, DialogTitle } from "#client/components/ui/dialog.tsx";
import { Field, Input, Label } from "#client/components/ui/field.tsx";
import { refusalProblem } from "#client/lib/api-error.ts";
import { textThat, useForm } from "#client/lib/form.ts";
import { may } from "#client/lib/session/may.ts";
import { useSession } from "#client/lib/session/use-session.ts";
import { toast } from "#client/lib/toast.ts";
import { trpc } from "#client/lib/trpc.ts";
import { PERMISSIONS, type Permission, ROLE_NAME_MAX } from "#shared/constants/permissions.ts";
import { isSeen } from "#shared/rules/lines.ts";
import type { TeamRole } from "#shared/schemas/team.ts";
import { PERMISSION_TEXTS } from "#shared/team-messages.ts";
import { ROLE_FORM } from "#shared/team-screen-messages.ts";
import { permissionNames } from "./role-parts.tsx";

const roleForm = z.object({
  name: textThat((name) => (isSeen(name) ? null : ROLE_FORM.nameMissing)),
  permissions: z.array(z.enum(PERMISSIONS)),
});

type ChoiceProps = {
  permission: Permission;
  isChosen: boolean;
  /** Whether whoever asks has it themselves. */
  isOwn: boolean;
  onChange: (isChosen: boolean) => void;
};

const PermissionChoice = ({ permission, isChosen, isOwn, onChange }: ChoiceProps) => {
  const id = useId();
  const { title, text } = PERMISSION_TEXTS[permission];
  return (
    <li className="flex items-start gap-3 py-1.5">
      <Checkbox
        id={id}
        checked={isChosen}
        disabled={!isOwn}
        aria-describedby={`${id}-text`}
        onCheckedChange={(checked) => onChange(checked === true)}
      />
      <div className="min-w-0">
        <Label htmlFor={id}>{title}</Label>
        <p id={`${id}-text`} className="text-sm text-pretty text-muted">
          {text} {!isOwn && <strong className="font-semibold">{ROLE_FORM.notOwn}</strong>}
        </p>
      </div>
    </li>
  );
};

type RoleDialogProps = {
  /** Null for a new one. */
  teamRole: TeamRole | null;
  onClose: () => void;
};

/** Makes a role of the community's own, or changes one [TEAM-02]. */
export const RoleDialog = ({ teamRole: role, onClose }: RoleDialogProps) => {
  const user = useSession();
  const { administration, team } = trpc.useUtils();
  const form = useForm({
    schema: roleForm,
    initial: { name: role?.name ?? "", permissions: role?.permissions ?? [] },
    labels: { name: ROLE_FORM.name },
  });
  const save = trpc.team.save.useMutation({
    onSuccess: () => {
      toast("success", ROLE_FORM.saved, "admin");
      onClose();
    },
    onError: (error) => void form.refuse(error, refusalProblem(error, ROLE_FORM.failed)),
    onSettled: () => Promise.all([team.invalidate(), administration.invalidate()]),
  });
  const { permissions } = form.values;
  const lost = (role?.permissions ?? []).filter((one) => !permissions.includes(one));
  const holders = role?.members ?? 0;
  const submit = form.submit((values) => {
    if (save.isPending) return;
    save.mutate({
      name: values.name.trim(),
      permissions: values.permissions,
      ...(role !== null && { id: role.id, revision: role.revision }),
    });
  });
  return (
    <Dialog open onOpenChange={(open) => !open && !save.isPending && onClose()}>
      <DialogContent aria-describedby={undefined}>
        <DialogTitle className="headline px-5 pt-5 pr-16 text-3xl wrap-anywhere sm:px-6">
          {role === null ? ROLE_FORM.titleNew : ROLE_FORM.title(role.name)}
        </DialogTitle>
        <form noValidate className="flex min-h-0 flex-col" onSubmit={submit}>
          <div className="min-h-0 space-y-5 overflow-y-auto px-5 pt-4 pb-2 sm:px-6">
            <Field label={ROLE_FORM.name} error={form.error("name")}>
              {(control) => (
                <Input
                  {...control}
                  {...form.field("name")}
                  autoComplete="off"
                  maxLength={ROLE_NAME_MAX}
                />
              )}
            </Field>
            <fieldset>
              <legend className="text-[0.95rem] font-semibold">{ROLE_FORM.permissions}</legend>
              <ul className="mt-1">
                {PERMISSIONS.map((permission) => (
                  <PermissionChoice
                    key={permission}
                    permission={permission}
                    isChosen={permissions.includes(permission)}
                    isOwn={may(user, permission)}
                    onChange={(isChosen) =>
                      form.set({
                        permissions: isChosen
                          ? [...permissions, permission]
                          : permissions.filter((one) => one !== permission),
                      })
                    }
                  />
                ))}
              </ul>
            </fieldset>
            {form.problem !== null && <Alert>{form.problem.sentence}</Alert>}
          </div>
          {lost.length > 0 && holders > 0 && (
            <Alert kind="info" className="mx-5 mt-2 sm:mx-6">
              {ROLE_FORM.loses(holders)} {permissionNames(lost)}. {ROLE_FORM.keeps}
            </Alert>
          )}
          <div className="flex flex-col-reverse gap-3 px-5 py-4 sm:flex-row sm:justify-end sm:px-6">
            <DialogClose asChild>
              <Button variant="outline" disabled={save.isPending}>
                Cancel
              </Button>
            </DialogClose>
            <Button type="submit" isBusy={save.isPending}>
              {ROLE_FORM.save}
            </Button>
          </div>
        </form>
      </DialogContent>
    </Dialog>
  );
};
