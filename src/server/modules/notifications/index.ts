export { forgetNotifications } from "./forget-notifications.ts";
export { notify } from "./notify.ts";
export { welcome } from "./welcome.ts";
