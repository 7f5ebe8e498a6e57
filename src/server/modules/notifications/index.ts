export { notifyEveryone } from "./create.ts";
export { forgetNotifications } from "./remove.ts";
export { notifyAdmins, notify, welcome } from "./notify.ts";
