import { X } from "lucide-react";
import { useId, useState } from "react";
import { ConfirmDialog } from "#client/components/confirm-dialog.tsx";
import { LoadFailed } from "#client/components/panels.tsx";
import { Alert, Skeleton } from "#client/components/ui/alert.tsx";
import { Button } from "#client/components/ui/button.tsx";
import {
  AlertDialog,
  AlertDialogCancel,
  AlertDialogContent,
  AlertDialogDescription,
  AlertDialogFooter,
  AlertDialogTitle,
} from "#client/components/ui/dialog.tsx";
import { Checkbox, Label } from "#client/components/ui/field.tsx";
import { messageOf } from "#client/lib/api-error.ts";
import { cn } from "#client/lib/cn.ts";
import { ADMINS, may, useSession } from "#client/lib/session/use-session.ts";
import { useGameName } from "#client/lib/site.ts";
import { toast } from "#client/lib/toast.ts";
import { trpc } from "#client/lib/trpc.ts";
import { ADMINISTRATION } from "#shared/admin-messages.ts";
import { BRIDGE_SCOPE_TEXTS } from "#shared/bridge-messages.ts";
import { type Permission, PERMISSIONS } from "#shared/constants/accounts.ts";
import { MEMBER_POLL_MS } from "#shared/constants/time.ts";
import { ROLE_QUESTIONS } from "#shared/people-messages.ts";
import type { CurrentUser } from "#shared/schemas/accounts.ts";
import type { BridgeKey } from "#shared/schemas/bridge.ts";
import type { TeamRole } from "#shared/schemas/team.ts";
import { PERMISSION_TEXTS } from "#shared/team-messages.ts";

/** All roles there are; they follow what is changed elsewhere. */
export const useTeamRoles = (isWanted = true) =>
  trpc.team.roles.useQuery(undefined, { enabled: isWanted, refetchInterval: MEMBER_POLL_MS });

/** What is shown and read anew once something about roles is done. */
const useRoleAnswer = (onDone: () => void) => {
  const { administration, team } = trpc.useUtils();
  return {
    onSuccess: (sentence: string) => {
      toast("success", sentence, "admin");
      onDone();
    },
    onSettled: () => Promise.all([team.invalidate(), administration.invalidate()]),
  };
};

/** The server's reason, or else a sentence of one's own; null while nothing failed. */
const problemOf = (error: unknown, own: string): string | null =>
  error === null ? null : (messageOf(error) ?? own);

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

const KeyChoice = ({
  bridgeKey: { name, games, scopes },
  isKept,
  onChange,
}: {
  bridgeKey: BridgeKey;
  isKept: boolean;
  onChange: (isKept: boolean) => void;
}) => {
  const id = useId();
  const gameName = useGameName();
  return (
    <li className="flex min-h-9 items-start gap-3 py-1">
      <Checkbox
        id={id}
        checked={isKept}
        aria-describedby={`${id}-text`}
        onCheckedChange={(checked) => onChange(checked === true)}
      />
      <div className="min-w-0">
        <Label htmlFor={id} className="wrap-anywhere">
          Keep {name}
        </Label>
        <p id={`${id}-text`} className="text-sm text-muted">
          {games.map(gameName).join(", ")}:{" "}
          {scopes.map((scope) => BRIDGE_SCOPE_TEXTS[scope].label.toLowerCase()).join(", ")}
        </p>
      </div>
    </li>
  );
};

type MakerKeysProps = {
  /** Whose keys. */
  userId: string;
  keptKeyIds: readonly string[];
  onChange: (keptKeyIds: readonly string[]) => void;
};

/** The bridge keys that end with somebody's role, and which of them are to go on; nothing for none. */
export const MakerKeys = ({ userId, keptKeyIds, onChange }: MakerKeysProps) => {
  const { data: keys, isError } = trpc.bridge.keysOf.useQuery({ id: userId }, { staleTime: 0 });
  if (isError) return <p>{ADMINISTRATION.keysUnlisted}</p>;
  if (keys === undefined || keys.length === 0) return null;
  return (
    <div>
      <p>{ADMINISTRATION.keysEnd}</p>
      <ul className="-mx-1.5 mt-1 max-h-52 overflow-y-auto p-1.5">
        {keys.map((key) => (
          <KeyChoice
            key={key.id}
            bridgeKey={key}
            isKept={keptKeyIds.includes(key.id)}
            onChange={(isKept) =>
              onChange(isKept ? [...keptKeyIds, key.id] : keptKeyIds.filter((id) => id !== key.id))
            }
          />
        ))}
      </ul>
    </div>
  );
};

type RemoveRoleProps = { role: TeamRole; onClose: () => void };

/** Asks before a role is removed, and says what is lost with it. */
export const RemoveRole = ({ role, onClose }: RemoveRoleProps) => {
  const remove = trpc.team.remove.useMutation(useRoleAnswer(onClose));
  const { id, revision, name, permissions, members } = role;
  const { title, nobody, people, loses, action, failed } = ROLE_QUESTIONS.remove;
  return (
    <ConfirmDialog
      isOpen
      title={title(name)}
      text={
        <>
          <p>{members === 0 ? nobody : people(members)}</p>
          {members > 0 && permissions.length > 0 && (
            <>
              <p>{loses}</p>
              <PermissionList label={loses} permissions={permissions} />
            </>
          )}
        </>
      }
      action={action}
      isBusy={remove.isPending}
      error={problemOf(remove.error, failed)}
      onConfirm={() => remove.mutate({ id, revision })}
      onClose={onClose}
    />
  );
};

/** Who has a role, as far as the question goes. */
export type Holder = { id: string; name: string };

export type TakenRole = {
  id: string;
  name: string;
  /** What they lose with it: what none of their other roles allows. */
  lost: readonly Permission[];
};

type TakeRoleProps = { holder: Holder; role: TakenRole; onClose: () => void };

/** Asks before a role is taken from somebody, and says what they lose [TEAM-11]. */
export const TakeRole = ({ holder, role, onClose }: TakeRoleProps) => {
  const me = useSession();
  const take = trpc.team.take.useMutation(useRoleAnswer(onClose));
  const [keptKeyIds, setKeptKeyIds] = useState<readonly string[]>([]);
  const isOwn = holder.id === me?.id;
  const endsKeys = role.lost.includes("bridge");
  const { title, loses, keepsAll, own, keys, action, failed } = ROLE_QUESTIONS.take;
  return (
    <ConfirmDialog
      isOpen
      title={title(role.name)}
      text={
        role.lost.length === 0 ? (
          <p>{keepsAll(holder.name)}</p>
        ) : (
          <>
            <p className="wrap-anywhere">{loses(holder.name)}</p>
            <PermissionList label={loses(holder.name)} permissions={role.lost} />
            {endsKeys &&
              (isOwn || !may(me, "members") ? (
                <p>{keys}</p>
              ) : (
                <MakerKeys userId={holder.id} keptKeyIds={keptKeyIds} onChange={setKeptKeyIds} />
              ))}
            {isOwn && !may(me, ADMINS) && <p>{own}</p>}
          </>
        )
      }
      action={action}
      isBusy={take.isPending}
      error={problemOf(take.error, failed)}
      onConfirm={() =>
        take.mutate({ userId: holder.id, roleId: role.id, keptKeyIds: [...keptKeyIds] })
      }
      onClose={onClose}
    />
  );
};

const TEXTS = ROLE_QUESTIONS.give;

type RoleChoiceProps = {
  role: TeamRole;
  group: string;
  isChosen: boolean;
  /** Why it cannot be given; null where it can. */
  reason: string | null;
  onChoose: () => void;
};

const RoleChoice = ({ role, group, isChosen, reason, onChoose }: RoleChoiceProps) => {
  const id = useId();
  return (
    <li className="relative">
      <label className="grid cursor-pointer grid-cols-[auto_minmax(0,1fr)] items-center gap-x-3 rounded-lg border border-ground-600 px-3.5 py-2.5 transition-colors has-checked:border-accent has-checked:bg-accent/10 has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-accent-strong has-disabled:cursor-not-allowed">
        <input
          type="radio"
          name={group}
          aria-label={role.name}
          aria-describedby={id}
          className="size-4 accent-accent"
          checked={isChosen}
          disabled={reason !== null}
          onChange={onChoose}
        />
        <span className="font-semibold wrap-anywhere text-ink">{role.name}</span>
        <span id={id} className="col-start-2 text-sm text-pretty text-muted">
          {reason ?? permissionNames(role.permissions)}
        </span>
      </label>
    </li>
  );
};

type GiveRoleDialogProps = { holder: Holder; onClose: () => void };

/** Gives somebody a role: those alone can be chosen that whoever asks may give [TEAM-11]. */
export const GiveRoleDialog = ({ holder, onClose }: GiveRoleDialogProps) => {
  const group = useId();
  const me = useSession();
  const roles = trpc.team.roles.useQuery();
  const held = trpc.team.rolesOf.useQuery({ id: holder.id });
  const give = trpc.team.give.useMutation(useRoleAnswer(onClose));
  const [chosen, setChosen] = useState<string | null>(null);
  const [isMissing, setIsMissing] = useState(false);
  const reasonOf = (role: TeamRole): string | null => {
    if (held.data?.roles.some(({ id }) => id === role.id) === true) return TEXTS.has;
    const missing = beyond(me, role.permissions);
    return missing.length === 0 ? null : TEXTS.beyondOwn(permissionNames(missing));
  };
  const isLoaded = roles.data !== undefined && held.data !== undefined;
  const hasFailed = !isLoaded && (roles.isError || held.isError);
  const isAdmin = held.data?.isAdmin === true;
  return (
    <AlertDialog open onOpenChange={(open) => !open && !give.isPending && onClose()}>
      <AlertDialogContent>
        <AlertDialogTitle className="wrap-anywhere">{TEXTS.title(holder.name)}</AlertDialogTitle>
        <form
          noValidate
          className="contents"
          onSubmit={(event) => {
            event.preventDefault();
            setIsMissing(chosen === null);
            if (chosen !== null && !give.isPending)
              give.mutate({ userId: holder.id, roleId: chosen });
          }}
        >
          <AlertDialogDescription>{isAdmin ? TEXTS.isAdmin : TEXTS.text}</AlertDialogDescription>
          {hasFailed && (
            <LoadFailed
              message={TEXTS.loadFailed}
              isRetrying={roles.isFetching || held.isFetching}
              onRetry={() => void Promise.all([roles.refetch(), held.refetch()])}
            />
          )}
          {!isLoaded && !hasFailed && <Skeleton className="h-56 w-full" />}
          {isLoaded && !isAdmin && (
            <fieldset>
              <legend className="sr-only">{TEXTS.roles}</legend>
              <ul className="space-y-2">
                {roles.data.map((role) => (
                  <RoleChoice
                    key={role.id}
                    role={role}
                    group={group}
                    isChosen={chosen === role.id}
                    reason={reasonOf(role)}
                    onChoose={() => {
                      setChosen(role.id);
                      setIsMissing(false);
                      give.reset();
                    }}
                  />
                ))}
              </ul>
            </fieldset>
          )}
          {isMissing && <Alert>{TEXTS.notChosen}</Alert>}
          {give.isError && <Alert>{problemOf(give.error, TEXTS.failed)}</Alert>}
          <AlertDialogFooter>
            <AlertDialogCancel asChild>
              <Button variant="outline" disabled={give.isPending}>
                Cancel
              </Button>
            </AlertDialogCancel>
            {!isAdmin && (
              <Button type="submit" disabled={!isLoaded} isBusy={give.isPending}>
                {TEXTS.action}
              </Button>
            )}
          </AlertDialogFooter>
        </form>
      </AlertDialogContent>
    </AlertDialog>
  );
};
