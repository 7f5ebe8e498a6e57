import { X } from "lucide-react";
import { cn } from "#client/lib/cn.ts";
import { may } from "#client/lib/session/may.ts";
import { PERMISSIONS, type Permission } from "#shared/constants/permissions.ts";
import type { CurrentUser } from "#shared/schemas/accounts.ts";
import type { TeamRole } from "#shared/schemas/team.ts";
import { PERMISSION_TEXTS } from "#shared/team-messages.ts";

/** "Tickets, Strikes". */
export const permissionNames = (permissions: readonly Permission[]): string =>
  permissions.map((permission) => PERMISSION_TEXTS[permission].title).join(", ");

/** Those that somebody does not have themselves: nobody gives, changes or takes them. */
export const beyond = (
  user: CurrentUser | null | undefined,
  permissions: readonly Permission[],
): Permission[] => permissions.filter((permission) => !may(user, permission));

type PermissionListProps = {
  permissions: readonly Permission[];
  label: string;
  className?: string;
};

/** Permissions by their names, each with what it allows on hover. */
export const PermissionList = ({ permissions, label, className }: PermissionListProps) => (
  <ul aria-label={label} className={cn("flex flex-wrap gap-1.5", className)}>
    {PERMISSIONS.filter((one) => permissions.includes(one)).map((permission) => (
      <li
        key={permission}
        title={PERMISSION_TEXTS[permission].text}
        className="rounded-full bg-ground-700 px-2.5 py-0.5 text-sm leading-5 text-ink"
      >
        {PERMISSION_TEXTS[permission].title}
      </li>
    ))}
  </ul>
);

/** What somebody loses with a role: what none of their others allows. */
export const lostWith = (
  roles: readonly TeamRole[],
  held: readonly { id: string }[],
  taken: TeamRole,
): Permission[] => {
  const others = roles.filter(({ id }) => id !== taken.id && held.some((one) => one.id === id));
  return taken.permissions.filter((permission) =>
    others.every(({ permissions }) => !permissions.includes(permission)),
  );
};

type RoleMarkProps = {
  name: string;
  /** What the button to take it is called; null where it cannot be taken. */
  take: string | null;
  onTake: () => void;
};

/** A role that somebody has. */
export const RoleMark = ({ name, take, onTake }: RoleMarkProps) => (
  <li className="flex min-h-8 items-center rounded-full bg-accent/15 pl-3 text-sm font-semibold text-accent-strong">
    <span className={take === null ? "pr-3" : ""}>{name}</span>
    {take !== null && (
      <button
        type="button"
        aria-label={take}
        title={take}
        className="grid size-8 shrink-0 place-items-center rounded-full transition-colors hover:text-ember focus-visible:-outline-offset-2 max-md:size-11"
        onClick={onTake}
      >
        <X className="size-4" aria-hidden />
      </button>
    )}
  </li>
);
