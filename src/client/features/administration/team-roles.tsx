import { Pencil, Trash2 } from "lucide-react";
import { type ReactNode, useId, useState } from "react";
import { z } from "zod/mini";
import { SkeletonRows } from "#client/components/paged-list.tsx";
import { LoadFailed } from "#client/components/panels.tsx";
import { Alert, Skeleton } from "#client/components/ui/alert.tsx";
import { Button } from "#client/components/ui/button.tsx";
import { Dialog, DialogClose, DialogContent, DialogTitle } from "#client/components/ui/dialog.tsx";
import { Checkbox, Field, Input, Label } from "#client/components/ui/field.tsx";
import { refusalProblem } from "#client/lib/api-error.ts";
import { textThat, useForm } from "#client/lib/form.ts";
import { may, useSession } from "#client/lib/session/use-session.ts";
import { toast } from "#client/lib/toast.ts";
import { trpc } from "#client/lib/trpc.ts";
import { type Permission, PERMISSIONS, ROLE_NAME_MAX } from "#shared/constants/accounts.ts";
import { ROLE_FORM, TEAM_SCREEN } from "#shared/people-messages.ts";
import { isSeen } from "#shared/rules/lines.ts";
import type { TeamRole } from "#shared/schemas/team.ts";
import { PERMISSION_TEXTS } from "#shared/team-messages.ts";
import {
  beyond,
  PermissionList,
  permissionNames,
  RemoveRole,
  type useTeamRoles,
} from "./role-questions.tsx";

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

const ROW =
  "grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-4 gap-y-2 px-4 py-3 @3xl:grid-cols-[12rem_minmax(0,1fr)_7rem_6rem] @3xl:px-5";
const ROLES_ID = "team-roles";

type RowProps = {
  name: string;
  isFixed: boolean;
  what: ReactNode;
  people?: ReactNode;
  acts?: ReactNode;
};

const Row = ({ name, isFixed, what, people, acts }: RowProps) => (
  <li className={ROW}>
    <p className="flex min-w-0 flex-wrap items-center gap-x-2 text-lg leading-snug font-semibold wrap-anywhere">
      {name}
      {isFixed && (
        <span className="rounded-full bg-ground-700 px-2 py-0.5 text-xs leading-4 text-muted">
          {TEAM_SCREEN.builtIn}
        </span>
      )}
    </p>
    <div className="@max-3xl:order-last @max-3xl:col-span-2">{what}</div>
    <p className="text-sm text-muted @3xl:text-right">{people}</p>
    <div className="flex justify-end gap-1 empty:hidden @max-3xl:col-start-2 @max-3xl:row-start-1">
      {acts}
    </div>
  </li>
);

type RoleRowProps = {
  role: TeamRole;
  onShow: () => void;
  onEdit: () => void;
  onRemove: () => void;
};

const RoleRow = ({ role, onShow, onEdit, onRemove }: RoleRowProps) => {
  const { name, permissions, isBuiltIn, members } = role;
  const missing = beyond(useSession(), permissions);
  return (
    <Row
      name={name}
      isFixed={isBuiltIn}
      what={
        <>
          {permissions.length === 0 ? (
            <p className="text-sm text-muted">{TEAM_SCREEN.noPermissions}</p>
          ) : (
            <PermissionList
              label={`${name}: ${permissionNames(permissions)}`}
              permissions={permissions}
            />
          )}
          {!isBuiltIn && missing.length > 0 && (
            <p className="mt-1.5 text-sm text-pretty text-muted">
              {TEAM_SCREEN.beyondOwn(permissionNames(missing))}
            </p>
          )}
        </>
      }
      people={
        members === 0 ? (
          TEAM_SCREEN.holders(0)
        ) : (
          <button
            type="button"
            title={TEAM_SCREEN.showHolders(name)}
            className="min-h-6 rounded-sm underline decoration-ground-500 underline-offset-4 transition-colors hover:text-accent-strong hover:decoration-accent max-md:min-h-11"
            onClick={onShow}
          >
            {TEAM_SCREEN.holders(members)}
            <span className="sr-only">: {TEAM_SCREEN.showHolders(name)}</span>
          </button>
        )
      }
      acts={
        !isBuiltIn &&
        missing.length === 0 && (
          <>
            <Button
              variant="ghost"
              size="icon"
              className="max-md:size-11"
              aria-label={TEAM_SCREEN.editThis(name)}
              title={TEAM_SCREEN.edit}
              onClick={onEdit}
            >
              <Pencil aria-hidden />
            </Button>
            <Button
              variant="ghost"
              size="icon"
              className="max-md:size-11"
              aria-label={TEAM_SCREEN.removeThis(name)}
              title={TEAM_SCREEN.remove}
              onClick={onRemove}
            >
              <Trash2 aria-hidden />
            </Button>
          </>
        )
      }
    />
  );
};

type TeamRolesProps = {
  query: ReturnType<typeof useTeamRoles>;
  /** Shows who has a role. */
  onShow: (roleId: string) => void;
};

/** The roles, built in and the community's own, each with what it allows. */
export const TeamRoles = ({ query, onShow }: TeamRolesProps) => {
  const [asked, setAsked] = useState<{ act: "edit" | "remove"; role: TeamRole } | null>(null);
  const close = () => setAsked(null);
  const { data } = query;
  return (
    <section aria-labelledby={ROLES_ID} className="mt-4">
      <h2 id={ROLES_ID} className="font-display text-2xl font-bold tracking-wide display-case">
        {TEAM_SCREEN.roles}
      </h2>
      <div className="@container mt-2">
        {data === undefined && query.isError && (
          <LoadFailed
            message={TEAM_SCREEN.loadFailed}
            isRetrying={query.isFetching}
            onRetry={() => void query.refetch()}
          />
        )}
        {data === undefined && !query.isError && (
          <SkeletonRows rows={4} className={ROW}>
            <Skeleton className="h-7 w-full @max-3xl:col-span-2 @3xl:col-span-4" />
          </SkeletonRows>
        )}
        {data !== undefined && (
          <ul aria-labelledby={ROLES_ID} className="panel divide-y divide-ground-700">
            <Row
              name={TEAM_SCREEN.admin}
              isFixed
              what={
                <p className="text-sm text-pretty text-muted" title={permissionNames(PERMISSIONS)}>
                  {TEAM_SCREEN.adminText}
                </p>
              }
            />
            {data.map((role) => (
              <RoleRow
                key={role.id}
                role={role}
                onShow={() => onShow(role.id)}
                onEdit={() => setAsked({ act: "edit", role })}
                onRemove={() => setAsked({ act: "remove", role })}
              />
            ))}
          </ul>
        )}
      </div>
      {asked?.act === "edit" && <RoleDialog teamRole={asked.role} onClose={close} />}
      {asked?.act === "remove" && <RemoveRole role={asked.role} onClose={close} />}
    </section>
  );
};
