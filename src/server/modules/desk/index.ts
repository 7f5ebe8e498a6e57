export {
  areSeen,
  assertWorksOn,
  findSeen,
  hasRestrictedTickets,
  hiddenCategories,
  isVisible,
  isWorkedOn,
  permissionsForTicket,
  seesAsTeam,
  teamPermissions,
  worksOn,
} from "./visibility.ts";
export { afterWorkingMinutes } from "./working-hours.ts";
