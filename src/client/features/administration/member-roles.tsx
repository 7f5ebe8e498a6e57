import { useState } from "react";
import { useMay } from "#client/lib/session/may.ts";
import { useSession } from "#client/lib/session/use-session.ts";
import { trpc } from "#client/lib/trpc.ts";
import { LOADED_FRESH_MS } from "#shared/constants/timings.ts";
import { TEAM_SCREEN } from "#shared/team-screen-messages.ts";
import { beyond, lostWith, RoleMark } from "./role-parts.tsx";
import { type Holder, type TakenRole, TakeRole } from "./role-questions.tsx";
import { useTeamRoles } from "./use-role-acts.ts";

/** The roles of one member on their page, each to be taken where whoever looks may do that. */
export const MemberRoles = ({ holder }: { holder: Holder }) => {
  const me = useSession();
  const mayLook = useMay("roles");
  const roles = useTeamRoles(mayLook);
  const held = trpc.team.rolesOf.useQuery(
    { id: holder.id },
    { enabled: mayLook, staleTime: LOADED_FRESH_MS },
  );
  const [taken, setTaken] = useState<TakenRole | null>(null);
  if (!mayLook || held.data === undefined || roles.data === undefined) return null;
  const { roles: theirs } = held.data;
  const known = roles.data;
  return (
    <>
      {theirs.length > 0 && (
        <ul aria-label={TEAM_SCREEN.roles} className="mt-3 flex flex-wrap gap-1.5">
          {theirs.map(({ id, name }) => {
            const role = known.find((one) => one.id === id);
            const mayTake = role !== undefined && beyond(me, role.permissions).length === 0;
            return (
              <RoleMark
                key={id}
                name={name}
                take={mayTake ? TEAM_SCREEN.takeThis(name, holder.name) : null}
                onTake={() => role && setTaken({ id, name, lost: lostWith(known, theirs, role) })}
              />
            );
          })}
        </ul>
      )}
      {taken !== null && <TakeRole holder={holder} role={taken} onClose={() => setTaken(null)} />}
    </>
  );
};
