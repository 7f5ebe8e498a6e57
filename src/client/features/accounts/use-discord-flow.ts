import { useCallback, useEffect, useReducer, useState } from "react";
import { codeOf } from "#client/lib/api-error.ts";
import {
  isPersonHere,
  listenToSignInWindows,
  openSignInWindow,
  untilClosed,
  waiting,
} from "#client/lib/sign-in-window.ts";
import { trpc } from "#client/lib/trpc.ts";
import { discordMessage } from "#shared/auth-message.ts";
import { MINUTE_MS } from "#shared/constants/time.ts";
import { type DiscordFlow, nextStep } from "./discord-flow.ts";

/** Opens the window in which a person proves a Discord account. @returns null where it is blocked. */
const openDiscordWindow = (): Window | null =>
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

type DiscordFlowControls = {
  flow: DiscordFlow;
  /** Opens the window, within a click of the person. */
  openWindow: () => void;
  /** Asks the server once more whether it answers. */
  retry: () => void;
  /** The proof turned out to be worth nothing. */
  lose: () => void;
};

/**
 * The way to a proven Discord account [LINK-19]: what this browser has proven already, else a window
 * that opens by itself, or by a click where the browser wants one.
 * @param isOn false while it is not known whether the person needs an account at all.
 * @param onLeave called when the window was closed without success, with what went wrong in it.
 */
export const useDiscordFlow = (
  isOn: boolean,
  onLeave: (problem: string | null) => void,
): DiscordFlowControls => {
  const [flow, tell] = useReducer(nextStep, { step: "asking" });
  const [opened, setOpened] = useState<Window | null>(null);
  const { links } = trpc.useUtils();

  const openWindow = useCallback(() => {
    const next = openDiscordWindow();
    setOpened(next);
    tell({ type: "opened", isBlocked: next === null });
  }, []);

  const askForProof = useCallback(
    () => links.discordProof.fetch(undefined, { staleTime: 0 }),
    [links],
  );

  useEffect(
    () => listenToSignInWindows(discordMessage, (message) => tell({ type: "heard", message })),
    [],
  );

  const { step } = flow;
  useEffect(() => {
    const ended = new AbortController();
    const ask = async () => {
      try {
        const [, account] = await Promise.all([links.discordClient.fetch(), askForProof()]);
        if (ended.signal.aborted) return;
        if (account === null) openWindow();
        else tell({ type: "proven", account });
      } catch (error) {
        if (ended.signal.aborted) return;
        tell({ type: codeOf(error) === "unavailable" ? "unavailable" : "unreachable" });
      }
    };
    if (isOn && step === "asking") void ask();
    return () => ended.abort();
  }, [isOn, step, links, askForProof, openWindow]);

  const problem = flow.step === "waiting" ? flow.problem : null;
  useEffect(() => {
    const ended = new AbortController();
    const watch = async (popup: Window) => {
      const account = await untilClosed({
        isClosed: () => popup.closed,
        isPersonHere,
        askForProof,
        wait: waiting(ended.signal),
      });
      if (ended.signal.aborted) return;
      if (account === null) onLeave(problem);
      else tell({ type: "proven", account });
    };
    // It rejects only when this effect has ended.
    if (step === "waiting" && opened !== null) watch(opened).catch(() => {});
    return () => ended.abort();
  }, [step, opened, problem, askForProof, onLeave]);

  return {
    flow,
    openWindow,
    retry: () => tell({ type: "asked" }),
    lose: () => {
      setOpened(null);
      tell({ type: "lost" });
    },
  };
};
