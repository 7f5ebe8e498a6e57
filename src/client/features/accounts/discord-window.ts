import { listenToSignInWindows, openSignInWindow } from "#client/lib/sign-in-window.ts";
import { discordMessage } from "#shared/auth-message.ts";
import { MINUTE_MS } from "#shared/constants/time.ts";

/** Opens the window in which a person proves a Discord account. @returns null where it is blocked. */
export const openDiscordWindow = (): Window | null =>
  openSignInWindow({
    address: "/auth/discord/start?purpose=register",
    name: "discord-sign-in",
    widthPx: 500,
    heightPx: 800,
  });

/** How long a window that was given up may still succeed. */
const LATE_MS = 10 * MINUTE_MS;

/** Tells once if a window that seemed to be closed succeeds after all. */
export const hearLateProof = (onProven: () => void) => {
  const stop = listenToSignInWindows(discordMessage, ({ type }) => {
    if (type !== "DISCORD_AUTH_SUCCESS") return;
    end();
    onProven();
  });
  const timer = setTimeout(stop, LATE_MS);
  const end = () => {
    clearTimeout(timer);
    stop();
  };
};
