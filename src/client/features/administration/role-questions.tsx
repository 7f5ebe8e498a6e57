import { useState } from "react";
import { ConfirmDialog } from "#client/components/confirm-dialog.tsx";
import { ADMINS, may } from "#client/lib/session/may.ts";
import { useSession } from "#client/lib/session/use-session.ts";
import { trpc } from "#client/lib/trpc.ts";
import type { Permission } from "#shared/constants/permissions.ts";
import type { TeamRole } from "#shared/schemas/team.ts";
import { ROLE_QUESTIONS } from "#shared/team-screen-messages.ts";
import { MakerKeys } from "./maker-keys.tsx";
import { PermissionList } from "./role-parts.tsx";
import { problemOf, useRoleAnswer } from "./use-role-acts.ts";

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
