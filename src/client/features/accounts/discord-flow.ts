import { REGISTRATION } from "#shared/account-messages.ts";
import type { DiscordMessage } from "#shared/auth-message.ts";
import { PAGE_FAILURES } from "#shared/proof-messages.ts";
import type { DiscordAccount } from "#shared/schemas/accounts.ts";

/** Where a person stands on the way to a proven Discord account. */
export type DiscordFlow =
  /** The server is asked whether this browser has proven one already. */
  | { step: "asking" }
  | { step: "waiting"; isBlocked: boolean; problem: string | null }
  | { step: "proven"; account: DiscordAccount }
  /** This site knows no Discord at all. */
  | { step: "unavailable" }
  /** Our own server does not answer. */
  | { step: "unreachable" };

export type DiscordFlowEvent =
  | { type: "asked" }
  | { type: "opened"; isBlocked: boolean }
  | { type: "proven"; account: DiscordAccount }
  | { type: "heard"; message: DiscordMessage }
  /** The proof is used up or has run out. */
  | { type: "lost" }
  | { type: "unavailable" }
  | { type: "unreachable" };

/** What a message of a sign-in window leads to. A failure concerns only whoever waits. */
const afterMessage = (flow: DiscordFlow, message: DiscordMessage): DiscordFlow => {
  if (message.type === "DISCORD_AUTH_SUCCESS") {
    const { discordId, discordName, discordImgUrl } = message;
    return { step: "proven", account: { discordId, discordName, discordImgUrl } };
  }
  if (flow.step !== "waiting") return flow;
  const problem =
    message.type === "DISCORD_DUPLICATE_ERROR"
      ? REGISTRATION.discordTaken
      : PAGE_FAILURES.discord[message.reason];
  return { step: "waiting", isBlocked: false, problem };
};

/** The next step of the flow [LINK-19]. */
export const nextStep = (flow: DiscordFlow, event: DiscordFlowEvent): DiscordFlow => {
  switch (event.type) {
    case "asked":
      return { step: "asking" };
    case "opened":
      return { step: "waiting", isBlocked: event.isBlocked, problem: null };
    case "proven":
      return { step: "proven", account: event.account };
    case "heard":
      return afterMessage(flow, event.message);
    case "lost":
      return { step: "waiting", isBlocked: false, problem: REGISTRATION.linkAgain };
    default:
      return { step: event.type };
  }
};
