import type { z } from "zod/mini";
import { AUTH_CHANNEL } from "#shared/constants/accounts.ts";
import { POPUP_CLOSED_REDIRECT_MS } from "#shared/constants/time.ts";
import type { AuthMessage } from "#shared/schemas/accounts.ts";

const LOOK_MS = 250;
const UNREACHABLE_PAUSE_MS = 2000;

type WindowToOpen = {
  address: string;
  /** One that is open under this name already begins anew. */
  name: string;
  widthPx: number;
  heightPx: number;
};

/**
 * Opens a window in which a person proves an account elsewhere, in the middle of this one.
 * @returns null where the browser does not allow it.
 */
export const openSignInWindow = (wanted: WindowToOpen): Window | null => {
  const { address, name, widthPx, heightPx } = wanted;
  const left = Math.max(0, window.screenX + (window.outerWidth - widthPx) / 2);
  const top = Math.max(0, window.screenY + (window.outerHeight - heightPx) / 2);
  const opened = window.open(
    address,
    name,
    `popup,width=${widthPx},height=${heightPx},left=${Math.round(left)},top=${Math.round(top)}`,
  );
  return opened === null || opened.closed ? null : opened;
};

/**
 * Hears what sign-in windows tell: by a message [LINK-07] of this origin alone, and by a
 * channel, since a provider's opener policy may have cut the window off. Most is heard twice.
 * @param schema of the messages that matter here; others are passed over.
 * @returns ends the listening.
 */
export const listenToSignInWindows = <M>(
  schema: z.ZodMiniType<M>,
  hear: (message: M) => void,
): (() => void) => {
  const take = (data: unknown) => {
    const message = schema.safeParse(data);
    if (message.success) hear(message.data);
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

/** Tells, from within such a window, whoever opened it and every tab of the site. */
export const tellTabs = (message: AuthMessage): void => {
  const channel = new BroadcastChannel(AUTH_CHANNEL);
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel is of one origin
  channel.postMessage(message);
  channel.close();
  const opener = window.opener as Window | null;
  opener?.postMessage(message, window.location.origin);
};

/** A window that was cut off looks closed while the person is in it. */
export const isPersonHere = (): boolean =>
  document.visibilityState === "visible" && document.hasFocus();

/** The part of the world that `untilClosed` looks at. */
type Watch<P> = {
  isClosed: () => boolean;
  /** Whether the person is on our page: a window that was cut off looks closed while they are in it. */
  isPersonHere: () => boolean;
  /** Asks the server what this browser has proven. */
  askForProof: () => Promise<P | null>;
  /** Rejects when nobody wants to know any more. */
  wait: (ms: number) => Promise<void>;
};

/**
 * Waits until a sign-in window is closed, and that can be believed.
 * @returns what was proven nevertheless, or null when it is time to go [LINK-08].
 */
export const untilClosed = async <P>(watch: Watch<P>): Promise<P | null> => {
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
