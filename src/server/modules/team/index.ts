export { giveRoleAsSite, leaveTeam } from "./members.ts";
export { countTeamFactors } from "./second-factors.ts";
