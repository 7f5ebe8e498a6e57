export { forgetNotifications } from "./forget-notifications.ts";
export { welcome } from "./welcome.ts";
