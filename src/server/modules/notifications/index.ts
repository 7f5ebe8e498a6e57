export { forgetNotifications } from "./forget-notifications.ts";
export { notifyAdmins, notify, welcome } from "./notify.ts";
