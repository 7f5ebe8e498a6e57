import { useEffect, useEffectEvent, useRef, useState } from "react";
import { messageOf } from "#client/lib/api-error.ts";
import {
  isPersonHere,
  listenToSignInWindows,
  untilClosed,
  waiting,
} from "#client/lib/sign-in-window.ts";
import { toast } from "#client/lib/toast.ts";
import { trpc } from "#client/lib/trpc.ts";
import { type AuthMessage, authMessage } from "#shared/auth-message.ts";
import { PLATFORM_NAMES, type Platform } from "#shared/constants/accounts.ts";
import { LINKS, LOGIN } from "#shared/messages.ts";
import { PROOF_SENTENCES } from "#shared/proof-messages.ts";
import { openLinkWindow } from "./link-window.ts";
import { outcomeOf } from "./outcome.ts";

type Problem = { platform: Platform; text: string };

export type Linking = {
  /** Opens the platform's window, within a click of the person. */
  begin: (platform: Platform) => void;
  /** Whose window is open; null for none. */
  awaited: Platform | null;
  /** What is being linked right now; null for nothing. */
  busy: Platform | null;
  /** What went wrong last; null for nothing. */
  problem: Problem | null;
};

/**
 * Links accounts by windows. Every tab hears what a window tells; only the one that opened it acts, by
 * the specification's messages: Steam and Discord are linked from here, the others by their window.
 */
export const useLinking = (): Linking => {
  const { links } = trpc.useUtils();
  const [opened, setOpened] = useState<{ platform: Platform; popup: Window } | null>(null);
  const [problem, setProblem] = useState<Problem | null>(null);
  // Until it succeeds: a window may fail, be tried again and tell anew, or seem closed before it is.
  const expected = useRef(new Set<Platform>());
  const steam = trpc.links.linkSteam.useMutation();
  const discord = trpc.links.linkDiscord.useMutation();

  const link = async (platform: "discord" | "steam", externalId: string) => {
    try {
      const said =
        platform === "steam"
          ? await steam.mutateAsync({ steamId: externalId })
          : await discord.mutateAsync({ discordId: externalId });
      toast("success", platform === "steam" ? LINKS.steamDone : said, "settings");
    } catch (error) {
      setProblem({ platform, text: messageOf(error) ?? LINKS.linkFailed });
    }
    void links.list.invalidate();
  };

  /** Who proves the Discord account again that they have gets its present name and picture. */
  const linkIfOwn = async (otherwise: Problem) => {
    const [proof, { discord: own }] = await Promise.all([
      links.discordProof.fetch(undefined, { staleTime: 0 }),
      links.list.fetch(),
    ]);
    if (proof !== null && proof.discordId === own?.discordId)
      await link("discord", proof.discordId);
    else {
      expected.current.add("discord");
      setProblem(otherwise);
    }
  };

  const hear = useEffectEvent((message: AuthMessage) => {
    const outcome = outcomeOf(message);
    const { platform } = outcome;
    if (!expected.current.has(platform)) {
      if (outcome.kind === "linked") void links.list.invalidate();
      return;
    }
    setOpened((before) => (before?.platform === platform ? null : before));
    if (message.type === "DISCORD_DUPLICATE_ERROR") {
      // Heard twice, it is looked into once.
      expected.current.delete(platform);
      linkIfOwn({ platform, text: PROOF_SENTENCES.discord.linked }).catch(() =>
        setProblem({ platform, text: LINKS.linkFailed }),
      );
      return;
    }
    if (outcome.kind === "problem") {
      setProblem(outcome);
      return;
    }
    expected.current.delete(platform);
    setProblem(null);
    if (outcome.kind === "proven") {
      void link(outcome.platform, outcome.externalId);
      return;
    }
    toast("success", `Your ${PLATFORM_NAMES[platform]} account is linked.`, "settings");
    void links.list.invalidate();
  });
  useEffect(() => listenToSignInWindows(authMessage, (message) => hear(message)), []);

  useEffect(() => {
    if (opened === null) return undefined;
    const ended = new AbortController();
    const { popup } = opened;
    const watch = async () => {
      await untilClosed({
        isClosed: () => popup.closed,
        isPersonHere,
        askForProof: async () => null,
        wait: waiting(ended.signal),
      });
      setOpened(null);
    };
    // It rejects only when this effect has ended.
    watch().catch(() => {});
    return () => ended.abort();
  }, [opened]);

  return {
    begin: (platform) => {
      const popup = openLinkWindow(platform);
      expected.current.add(platform);
      setProblem(popup === null ? { platform, text: LOGIN.popupBlocked } : null);
      setOpened(popup === null ? null : { platform, popup });
    },
    awaited: opened?.platform ?? null,
    busy: steam.isPending ? "steam" : discord.isPending ? "discord" : null,
    problem,
  };
};
