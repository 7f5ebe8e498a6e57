import { Pencil, Trash2 } from "lucide-react";
import { type ReactNode, useState } from "react";
import { LoadFailed } from "#client/components/load-states.tsx";
import { SkeletonRows } from "#client/components/paged-list.tsx";
import { Button } from "#client/components/ui/button.tsx";
import { Skeleton } from "#client/components/ui/skeleton.tsx";
import { useSession } from "#client/lib/session/use-session.ts";
import { PERMISSIONS } from "#shared/constants/permissions.ts";
import type { TeamRole } from "#shared/schemas/team.ts";
import { TEAM_SCREEN } from "#shared/team-screen-messages.ts";
import { RoleDialog } from "./role-dialog.tsx";
import { beyond, PermissionList, permissionNames } from "./role-parts.tsx";
import { RemoveRole } from "./role-questions.tsx";
import type { useTeamRoles } from "./use-role-acts.ts";

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
