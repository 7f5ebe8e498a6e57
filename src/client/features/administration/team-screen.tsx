import { Plus } from "lucide-react";
import { useState } from "react";
import { ScreenHeading } from "#client/components/list-screen.tsx";
import { Button } from "#client/components/ui/button.tsx";
import type { SearchProps } from "#client/lib/routing/with-search.tsx";
import { ADMIN_SCREENS } from "#shared/admin-messages.ts";
import { TEAM_SCREEN } from "#shared/team-screen-messages.ts";
import { TITLES } from "#shared/title-messages.ts";
import type { TeamSearch } from "./list-search.ts";
import { RoleDialog } from "./role-dialog.tsx";
import { TeamPeople } from "./team-people.tsx";
import { TeamRoles } from "./team-roles.tsx";
import { useTeamRoles } from "./use-role-acts.ts";

/** The roles of the team, and who has them [TEAM-02]. */
export const TeamScreen = ({ search: { role }, onSearch }: SearchProps<TeamSearch>) => {
  const roles = useTeamRoles();
  const [isMaking, setIsMaking] = useState(false);
  return (
    <>
      <ScreenHeading
        eyebrow={ADMIN_SCREENS.eyebrow}
        title={TITLES.team}
        actions={
          <Button size="sm" className="max-md:h-11" onClick={() => setIsMaking(true)}>
            <Plus aria-hidden />
            {TEAM_SCREEN.newRole}
          </Button>
        }
      />
      <p className="mt-1.5 max-w-[75ch] text-sm text-pretty text-muted">{TEAM_SCREEN.intro}</p>
      <TeamRoles query={roles} onShow={(roleId) => onSearch({ role: roleId })} />
      <TeamPeople
        roles={roles.data}
        roleId={role}
        onRole={(roleId) => onSearch({ role: roleId })}
      />
      {isMaking && <RoleDialog teamRole={null} onClose={() => setIsMaking(false)} />}
    </>
  );
};
