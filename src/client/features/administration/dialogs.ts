/** What opens over the list of members and over a member's page, in one script. */
export { GiveRoleDialog } from "./give-role-dialog.tsx";
export { HelpDialog } from "./help-dialogs.tsx";
export { PointsDialog } from "./points-dialog.tsx";
export { MakerKeys } from "./role-questions.tsx";
