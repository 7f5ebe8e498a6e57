export { notifyEveryone } from "./create.ts";
export { forgetNotifications } from "./remove.ts";
export { notify, notifyAdmins, notifyTeam, notifyTeamOfTicket, welcome } from "./notify.ts";
export { moveReads } from "./reads.ts";
