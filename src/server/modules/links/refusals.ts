import { AppError } from "#server/core/errors.ts";
import { type Platform, PLATFORM_NAMES } from "#shared/constants/accounts.ts";
import { LINKED_ACCOUNTS } from "#shared/settings-messages.ts";

/** Why an account elsewhere cannot be linked or unlinked. */
export const linkRefusals = (platform: Platform) => {
  const name = PLATFORM_NAMES[platform];
  return {
    notProven: `Please link your ${name} account again.`,
    taken: `This ${name} account is already linked to another user.`,
    anotherIsLinked: `Another ${name} account is linked to you. Unlink it first.`,
    nothingLinked: `No ${name} account is linked.`,
  };
};

/** What linking and unlinking answer. */
export const linkAnswers = (platform: Platform) => {
  const name = PLATFORM_NAMES[platform];
  const linked = LINKED_ACCOUNTS.linked(name);
  return {
    linked,
    linkedAgain: `${linked} It was unlinked once, so points can no longer be added through it.`,
    unlinked: `Your ${name} account is no longer linked.`,
  };
};

/** The Web API key never leaves the server [LINK-16]. */
const NO_STEAM_KEY =
  "Steam's Web API key never leaves the server, which reads Steam's profiles itself.";

/**
 * What older clients ask for, and nobody gets [LINK-16].
 * @throws {AppError} `forbidden`, whoever asks.
 */
export const refuseSteamKey = async (): Promise<never> => {
  throw new AppError("forbidden", NO_STEAM_KEY);
};
