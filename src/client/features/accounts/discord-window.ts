import { AUTH_CHANNEL, type DiscordMessage, discordMessage } from "#shared/auth-message.ts";
import { POPUP_CLOSED_REDIRECT_MS } from "#shared/constants/timings.ts";
import type { DiscordAccount } from "#shared/schemas/accounts.ts";

const WIDTH_PX = 500;
const HEIGHT_PX = 800;
const LOOK_MS = 250;
const UNREACHABLE_PAUSE_MS = 2000;

/**
 * Opens the window in which a person proves a Discord account, in the middle of this one; one that is
 * open already begins anew.
 * @returns null where the browser does not allow it.
 */
export const openDiscordWindow = (): Window | null => {
  const left = Math.max(0, window.screenX + (window.outerWidth - WIDTH_PX) / 2);
  const top = Math.max(0, window.screenY + (window.outerHeight - HEIGHT_PX) / 2);
  const opened = window.open(
    "/auth/discord/start?purpose=register",
    "discord-sign-in",
    `popup,width=${WIDTH_PX},height=${HEIGHT_PX},left=${Math.round(left)},top=${Math.round(top)}`,
  );
  return opened === null || opened.closed ? null : opened;
};

/**
 * Hears what Discord's sign-in windows tell: by the specification's message, of this origin alone, and by a
 * channel, since a provider's opener policy may have cut the window off.
 * @returns ends the listening.
 */
export const listenToSignInWindows = (hear: (message: DiscordMessage) => void): (() => void) => {
  const take = (data: unknown) => {
    const { success, data: message } = discordMessage.safeParse(data);
    if (success) hear(message);
  };
  const onMessage = ({ origin, data }: MessageEvent<unknown>) => {
    if (origin === window.location.origin) take(data);
  };
  const channel = new BroadcastChannel(AUTH_CHANNEL);
  channel.addEventListener("message", ({ data }: MessageEvent<unknown>) => take(data));
  window.addEventListener("message", onMessage);
  return () => {
    channel.close();
    window.removeEventListener("message", onMessage);
  };
};

/** The part of the world that `untilClosed` looks at. */
type Watch = {
  isClosed: () => boolean;
  /** Whether the person is on our page: a window that was cut off looks closed while they are in it. */
  isPersonHere: () => boolean;
  /** Asks the server what this browser has proven. */
  askForProof: () => Promise<DiscordAccount | null>;
  /** Rejects when nobody wants to know any more. */
  wait: (ms: number) => Promise<void>;
};

/**
 * Waits until a sign-in window is closed, and that can be believed.
 * @returns what was proven nevertheless, or null when it is time to go (public §4).
 */
export const untilClosed = async (watch: Watch): Promise<DiscordAccount | null> => {
  const isGone = () => watch.isClosed() && watch.isPersonHere();
  for (;;) {
    while (!isGone()) await watch.wait(LOOK_MS);
    const proof = await watch.askForProof().catch(() => undefined);
    if (proof !== undefined && proof !== null) return proof;
    await watch.wait(proof === undefined ? UNREACHABLE_PAUSE_MS : POPUP_CLOSED_REDIRECT_MS);
    if (proof === null && isGone()) return null;
  }
};

/** Waits for a time. @throws when the signal says so. */
export const waiting =
  (signal: AbortSignal) =>
  (ms: number): Promise<void> =>
    new Promise((resolve, reject) => {
      signal.throwIfAborted();
      const stop = () => {
        clearTimeout(timer);
        reject(signal.reason as Error);
      };
      const timer = setTimeout(() => {
        signal.removeEventListener("abort", stop);
        resolve();
      }, ms);
      signal.addEventListener("abort", stop, { once: true });
    });

/** How long a window that was given up may still succeed. */
const LATE_MS = 10 * 60_000;

/** Tells once if a window that seemed to be closed succeeds after all. */
export const hearLateProof = (onProven: () => void) => {
  const stop = listenToSignInWindows(({ type }) => {
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
