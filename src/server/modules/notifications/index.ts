export { forgetNotifications } from "./forget-notifications.ts";
export { notifyAdmins, notify } from "./notify.ts";
export { welcome } from "./welcome.ts";
