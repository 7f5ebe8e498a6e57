import { useEffect, useEffectEvent } from "react";
import { z } from "zod/mini";
import { useHistoryState } from "#client/lib/history-state.ts";

declare module "@tanstack/react-router" {
  interface HistoryState {
    /** The address of an account, which one screen hands on to the next beside the URL. */
    email?: string | undefined;
  }
}

/**
 * The address that the screen before has handed on; null for none. The screen alone keeps it: whoever
 * reloads it, or goes back in this tab's history, learns no address.
 */
export const useHandedEmail = (): string | null => {
  const [email, forget] = useHistoryState("email");
  const onShown = useEffectEvent(() => {
    if (email !== null) forget();
  });
  useEffect(() => onShown(), []);
  return email;
};

const CHANNEL = "lynxdenVerified";
const message = z.object({ email: z.nullable(z.string()) });

/** Tells the tabs that are open now, and keeps nothing, that an address was proven in this one. */
export const tellVerified = (email: string | null): void => {
  const channel = new BroadcastChannel(CHANNEL);
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel is of one origin
  channel.postMessage({ email } satisfies z.infer<typeof message>);
  channel.close();
};

/** Hears which address was proven in another tab. @returns a function that ends it. */
export const onVerified = (listener: (email: string | null) => void): (() => void) => {
  const channel = new BroadcastChannel(CHANNEL);
  channel.addEventListener("message", ({ data }: MessageEvent<unknown>) => {
    const heard = message.safeParse(data);
    if (heard.success) listener(heard.data.email);
  });
  return () => channel.close();
};
