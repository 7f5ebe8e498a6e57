/** What opens over the list of members and over a member's page, in one script. */
export { GiveRoleDialog, MakerKeys } from "./role-questions.tsx";
export { HelpDialog } from "./help-dialogs.tsx";
export { PointsDialog } from "./points-dialog.tsx";
