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
import { REGISTRATION } from "#shared/account-messages.ts";
import { MINUTE_MS } from "#shared/constants/time.ts";
import { discordMessage, type DiscordMessage, PAGE_FAILURES } from "#shared/proof-messages.ts";
import type { DiscordAccount } from "#shared/schemas/accounts.ts";

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
