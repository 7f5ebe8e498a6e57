import type { Platform } from "#shared/constants/accounts.ts";

const NAMES: Readonly<Record<Platform, string>> = {
  discord: "Discord",
  steam: "Steam",
  minecraft: "Minecraft",
  epic: "Epic",
};

/** Why an account elsewhere cannot be linked or unlinked (facts §4). */
export const linkRefusals = (platform: Platform) => ({
  notProven: `Please link your ${NAMES[platform]} account again.`,
  taken: `This ${NAMES[platform]} account is already linked to another user.`,
  anotherIsLinked: `Another ${NAMES[platform]} account is linked to you. Unlink it first.`,
  nothingLinked: `No ${NAMES[platform]} account is linked.`,
});
