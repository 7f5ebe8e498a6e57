import { useId, useState } from "react";
import { LoadFailed } from "#client/components/panels.tsx";
import { Alert } from "#client/components/ui/alert.tsx";
import { Button } from "#client/components/ui/button.tsx";
import {
  AlertDialog,
  AlertDialogCancel,
  AlertDialogContent,
  AlertDialogDescription,
  AlertDialogFooter,
  AlertDialogTitle,
} from "#client/components/ui/dialog.tsx";
import { Skeleton } from "#client/components/ui/skeleton.tsx";
import { useSession } from "#client/lib/session/use-session.ts";
import { trpc } from "#client/lib/trpc.ts";
import { ROLE_QUESTIONS } from "#shared/people-messages.ts";
import type { TeamRole } from "#shared/schemas/team.ts";
import {
  beyond,
  type Holder,
  permissionNames,
  problemOf,
  useRoleAnswer,
} from "./role-questions.tsx";

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
