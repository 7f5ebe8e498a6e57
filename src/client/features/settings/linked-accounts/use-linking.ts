import { useEffect, useEffectEvent, useRef, useState } from "react";
import { messageOf } from "#client/lib/api-error.ts";
import {
  isPersonHere,
  listenToSignInWindows,
  openSignInWindow,
  untilClosed,
  waiting,
} from "#client/lib/sign-in-window.ts";
import { toast } from "#client/lib/toast.ts";
import { trpc } from "#client/lib/trpc.ts";
import { LINKS } from "#shared/account-messages.ts";
import {
  LINK_PAGES,
  type Platform,
  PLATFORM_NAMES,
  type AuthFailure,
  type MinecraftFailure,
} from "#shared/constants/accounts.ts";
import { LINKED_ACCOUNTS } from "#shared/member-area-messages.ts";
import { pageFailure, PROOF_SENTENCES } from "#shared/proof-messages.ts";
import { type AuthMessage, authMessage } from "#shared/schemas/accounts.ts";
import { SIGN_IN_WINDOW } from "#shared/sign-in-window-messages.ts";

const startOf = (platform: Platform) => `/auth/${platform}/start?purpose=link`;

/** Where the window of a platform begins, and how large it is [LINK-17]. */
const WINDOWS: Readonly<Record<Platform, { address: string; widthPx: number; heightPx: number }>> =
  {
    discord: { address: startOf("discord"), widthPx: 500, heightPx: 800 },
    steam: { address: startOf("steam"), widthPx: 600, heightPx: 800 },
    minecraft: { address: LINK_PAGES.minecraft, widthPx: 600, heightPx: 800 },
    epic: { address: LINK_PAGES.epic, widthPx: 600, heightPx: 800 },
  };

/** Opens the window in which a member proves an account. @returns null where it is blocked. */
const openLinkWindow = (platform: Platform): Window | null =>
  openSignInWindow({ ...WINDOWS[platform], name: `${platform}-link` });

/** What a sign-in window brought, as the tab that opened it sees it. */
type Outcome =
  | { kind: "proven"; platform: "discord" | "steam"; externalId: string }
  /** Its window has linked the account already. */
  | { kind: "linked"; platform: "minecraft" | "epic" }
  | { kind: "problem"; platform: Platform; text: string };

const duplicate = (platform: Platform): Outcome => ({
  kind: "problem",
  platform,
  text: PROOF_SENTENCES[platform].linked,
});

const failure = (platform: Platform, reason: AuthFailure | MinecraftFailure): Outcome => ({
  kind: "problem",
  platform,
  text: pageFailure(platform, reason),
});

/** Reads what a window tells [LINK-07]. */
export const outcomeOf = (message: AuthMessage): Outcome => {
  switch (message.type) {
    case "DISCORD_AUTH_SUCCESS":
      return { kind: "proven", platform: "discord", externalId: message.discordId };
    case "STEAM_AUTH_SUCCESS":
      return { kind: "proven", platform: "steam", externalId: message.steamId };
    case "MINECRAFT_AUTH_SUCCESS":
      return { kind: "linked", platform: "minecraft" };
    case "EPIC_AUTH_SUCCESS":
      return { kind: "linked", platform: "epic" };
    case "DISCORD_DUPLICATE_ERROR":
      return duplicate("discord");
    case "STEAM_DUPLICATE_ERROR":
      return duplicate("steam");
    case "MINECRAFT_DUPLICATE_ERROR":
      return duplicate("minecraft");
    case "EPIC_DUPLICATE_ERROR":
      return duplicate("epic");
    case "DISCORD_AUTH_FAILED":
      return failure("discord", message.reason);
    case "STEAM_AUTH_FAILED":
      return failure("steam", message.reason);
    case "MINECRAFT_AUTH_FAILED":
      return failure("minecraft", message.reason);
    default:
      return failure("epic", message.reason);
  }
};

type Linking = {
  /** Opens the platform's window, within a click of the person. */
  begin: () => void;
  /** The platform's window is open. */
  isAwaited: boolean;
  /** An account is being linked right now. */
  isBusy: boolean;
  /** What went wrong last; null for nothing. */
  problem: string | null;
  /** What went wrong does not matter any more. */
  forget: () => void;
};

/**
 * Links accounts of one platform by a window. Every tab hears what a window tells; only those that
 * opened one act, by the messages of [LINK-07]: Steam and Discord are linked from here, the others
 * by their window.
 */
export const useLinking = (platform: Platform): Linking => {
  const { links } = trpc.useUtils();
  const [popup, setPopup] = useState<Window | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  // Until it succeeds: a window may fail, be tried again and tell anew, or seem closed before it is.
  const isExpected = useRef(false);
  const steam = trpc.links.linkSteam.useMutation();
  const discord = trpc.links.linkDiscord.useMutation();

  const fetchLinks = () => links.list.fetch(undefined, { staleTime: 0 });

  const succeed = () =>
    toast(
      "success",
      platform === "steam" ? LINKS.steamDone : LINKED_ACCOUNTS.linked(PLATFORM_NAMES[platform]),
      "settings",
    );

  const link = async (externalId: string) => {
    try {
      if (platform === "steam") await steam.mutateAsync({ steamId: externalId });
      else await discord.mutateAsync({ discordId: externalId });
      succeed();
    } catch (error) {
      // Of two tabs that have opened a window, one comes second: then all is well.
      const own = await fetchLinks().catch(() => null);
      if ([own?.steam?.steamId, own?.discord?.discordId].includes(externalId)) succeed();
      else setProblem(messageOf(error) ?? LINKS.linkFailed);
    }
    void links.list.invalidate();
  };

  /** Who proves the Discord account again that they have gets its present name and picture. */
  const linkIfOwn = async () => {
    const [proof, { discord: own }] = await Promise.all([
      links.discordProof.fetch(undefined, { staleTime: 0 }),
      fetchLinks(),
    ]);
    if (proof !== null && proof.discordId === own?.discordId) await link(proof.discordId);
    else {
      isExpected.current = true;
      setProblem(PROOF_SENTENCES.discord.linked);
    }
  };

  const hear = useEffectEvent((message: AuthMessage) => {
    const outcome = outcomeOf(message);
    if (outcome.platform !== platform) return;
    if (!isExpected.current) {
      if (outcome.kind === "linked") void links.list.invalidate();
      return;
    }
    setPopup(null);
    if (message.type === "DISCORD_DUPLICATE_ERROR") {
      // Heard twice, it is looked into once.
      isExpected.current = false;
      linkIfOwn().catch((error: unknown) => setProblem(messageOf(error) ?? LINKS.linkFailed));
      return;
    }
    if (outcome.kind === "problem") {
      setProblem(outcome.text);
      return;
    }
    isExpected.current = false;
    setProblem(null);
    if (outcome.kind === "proven") {
      void link(outcome.externalId);
      return;
    }
    succeed();
    void links.list.invalidate();
  });
  useEffect(() => listenToSignInWindows(authMessage, (message) => hear(message)), []);

  useEffect(() => {
    if (popup === null) return undefined;
    const ended = new AbortController();
    const watch = async () => {
      await untilClosed({
        isClosed: () => popup.closed,
        isPersonHere,
        askForProof: async () => null,
        wait: waiting(ended.signal),
      });
      setPopup(null);
    };
    // It rejects only when this effect has ended.
    watch().catch(() => {});
    return () => ended.abort();
  }, [popup]);

  return {
    begin: () => {
      const opened = openLinkWindow(platform);
      isExpected.current = true;
      setProblem(opened === null ? SIGN_IN_WINDOW.blocked : null);
      setPopup(opened);
    },
    isAwaited: popup !== null,
    isBusy: steam.isPending || discord.isPending,
    problem,
    forget: () => setProblem(null),
  };
};
