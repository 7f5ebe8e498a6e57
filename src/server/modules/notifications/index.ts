export { forgetNotifications } from "./forget-notifications.ts";
export { notifyAdmins } from "./notify-admins.ts";
export { notify } from "./notify.ts";
export { welcome } from "./welcome.ts";
