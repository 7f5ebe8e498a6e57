export { forgetNotifications } from "./forget.ts";
export { notifyAdmins, notify, welcome } from "./notify.ts";
