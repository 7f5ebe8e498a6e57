import { lazyPart } from "#client/lib/chunks.ts";

const load = () => import("./dialogs.ts");

export const GiveRoleDialog = lazyPart(async () => ({ default: (await load()).GiveRoleDialog }));
export const HelpDialog = lazyPart(async () => ({ default: (await load()).HelpDialog }));
export const MakerKeys = lazyPart(async () => ({ default: (await load()).MakerKeys }));
export const PointsDialog = lazyPart(async () => ({ default: (await load()).PointsDialog }));

/** Fetches them before they are asked for: whoever opens a menu may choose one of them. */
export const preloadDialogs = HelpDialog.preload;
