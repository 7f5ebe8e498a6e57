import { Check, TriangleAlert, UserRound } from "lucide-react";
import { type ReactNode, useEffect, useEffectEvent, useRef, useState } from "react";
import { PlatformIcon } from "#client/components/brand/platform-icon.tsx";
import { type EmblemIcon, StepPanel } from "#client/components/panels.tsx";
import { Button } from "#client/components/ui/button.tsx";
import { codeOf, messageOf } from "#client/lib/api-error.ts";
import { useSession } from "#client/lib/session/use-session.ts";
import { tellTabs } from "#client/lib/sign-in-window.ts";
import { tabStorage } from "#client/lib/storage.ts";
import { useAfter } from "#client/lib/time.ts";
import { trpc } from "#client/lib/trpc.ts";
import { LINKS } from "#shared/account-messages.ts";
import { type LinkPagePlatform, PLATFORM_NAMES } from "#shared/constants/accounts.ts";
import { LINK_WINDOW_CLOSE_MS } from "#shared/constants/time.ts";
import { MESSAGES } from "#shared/messages.ts";
import {
  LINK_WINDOW,
  pageFailure,
  PROOF_SENTENCES,
  PROVIDER_NAMES,
} from "#shared/proof-messages.ts";
import { type AuthMessage, authMessage } from "#shared/schemas/accounts.ts";

const KEY = "lynxdenLinking";

/** Marks that this tab leaves for a provider: what it comes back with was asked for. */
const beginFlow = (platform: LinkPagePlatform): void => void tabStorage.setItem(KEY, platform);

/** Spends the mark. */
const endFlow = (): void => tabStorage.removeItem(KEY);

/**
 * Whether this tab has left for that provider and not come back yet. Any page can open one of ours with
 * an outcome in its address that no provider gave.
 */
const hasBegunFlow = (platform: LinkPagePlatform): boolean => tabStorage.getItem(KEY) === platform;

/**
 * What the callback of the sign-in has put into the fragment of a window's address.
 * @returns null for nothing, for nonsense and for another platform's.
 */
export const readOutcome = (platform: LinkPagePlatform, fragment: string): AuthMessage | null => {
  try {
    const told = authMessage.safeParse(JSON.parse(decodeURIComponent(fragment.replace(/^#/, ""))));
    return told.success && told.data.type.startsWith(`${platform.toUpperCase()}_`)
      ? told.data
      : null;
  } catch {
    return null;
  }
};

/** Where a window stands on the way to a linked account. */
type LinkWindow =
  | { step: "looking" }
  | { step: "guest" }
  /** Waits for a click: any page can open this window, and only a person can press its button. */
  | { step: "ready" }
  | { step: "linking" }
  | { step: "done"; text: string }
  | { step: "failed"; text: string };

const MESSAGES_OF = {
  minecraft: { duplicate: "MINECRAFT_DUPLICATE_ERROR", failed: "MINECRAFT_AUTH_FAILED" },
  epic: { duplicate: "EPIC_DUPLICATE_ERROR", failed: "EPIC_AUTH_FAILED" },
} as const;

/** What an outcome that proves nothing says to the person. */
const sentenceOf = (platform: LinkPagePlatform, outcome: AuthMessage): string =>
  "reason" in outcome ? pageFailure(platform, outcome.reason) : PROOF_SENTENCES[platform].linked;

/**
 * Leads a window to the provider and, when it comes back, links what was proven in it; tells the tabs
 * what came of it, and closes the window after a success [LINK-17].
 */
const useLinkWindow = (platform: LinkPagePlatform) => {
  const user = useSession();
  const [outcome] = useState(() =>
    hasBegunFlow(platform) ? readOutcome(platform, window.location.hash) : null,
  );
  const hasBegun = useRef(false);
  const minecraft = trpc.links.linkMinecraft.useMutation();
  const epic = trpc.links.linkEpic.useMutation();
  const { data: said, error } = platform === "epic" ? epic : minecraft;

  const begin = () => {
    beginFlow(platform);
    window.location.replace(`/auth/${platform}/start?purpose=link`);
  };

  /** Tells the tabs what came of it: they know the reasons on the wire alone. */
  const telling = (message: AuthMessage) => ({
    onSuccess: () => tellTabs(message),
    onError: (failure: unknown) => {
      const { duplicate, failed } = MESSAGES_OF[platform];
      const reason = codeOf(failure) === "bad_request" ? "expired" : "unavailable";
      const isTaken = codeOf(failure) === "conflict";
      tellTabs(isTaken ? { type: duplicate } : { type: failed, reason });
    },
  });

  const arrive = useEffectEvent(() => {
    if (outcome === null || hasBegun.current) return;
    hasBegun.current = true;
    endFlow();
    // What was in the fragment is used up: a reload begins anew.
    window.history.replaceState(window.history.state, "", window.location.pathname);
    if (outcome.type === "EPIC_AUTH_SUCCESS")
      epic.mutate({ eosId: outcome.eosId }, telling(outcome));
    else if (outcome.type === "MINECRAFT_AUTH_SUCCESS")
      minecraft.mutate({ minecraftUuid: outcome.minecraftUuid }, telling(outcome));
    else tellTabs(outcome);
  });

  const isMember = user != null;
  useEffect(() => {
    if (isMember) arrive();
  }, [isMember]);

  useAfter(said !== undefined ? LINK_WINDOW_CLOSE_MS : null, () => window.close());

  const now = (): LinkWindow => {
    if (said !== undefined) return { step: "done", text: said };
    if (error !== null) return { step: "failed", text: messageOf(error) ?? LINKS.linkFailed };
    if (user === undefined) return { step: "looking" };
    if (user === null) return { step: "guest" };
    if (outcome === null) return { step: "ready" };
    return outcome.type.endsWith("_AUTH_SUCCESS")
      ? { step: "linking" }
      : { step: "failed", text: sentenceOf(platform, outcome) };
  };
  return { state: now(), begin };
};

/** What a provider tells us of somebody. */
const LEARNED: Readonly<Record<LinkPagePlatform, string>> = {
  minecraft: LINK_WINDOW.learnedMinecraft,
  epic: LINK_WINDOW.learnedEpic,
};

/** The sign of whose account it is about. */
const SIGNS: Readonly<Record<LinkPagePlatform, EmblemIcon>> = {
  minecraft: ({ className }) => <PlatformIcon platform="minecraft" className={className} />,
  epic: ({ className }) => <PlatformIcon platform="epic" className={className} />,
};

/** A browser may keep a window that it did not open itself. */
const STUCK_MS = 500;

const CloseButton = () => {
  const [isClosing, setIsClosing] = useState(false);
  const [isStuck, setIsStuck] = useState(false);
  useAfter(isClosing ? STUCK_MS : null, () => setIsStuck(true));
  return isStuck ? (
    <output className="text-muted">{LINK_WINDOW.staysOpen}</output>
  ) : (
    <Button
      variant="outline"
      onClick={() => {
        setIsClosing(true);
        window.close();
      }}
    >
      Close
    </Button>
  );
};

type ToldProps = {
  icon: EmblemIcon;
  kind: "wait" | "good" | "bad";
  title: string;
  text: string;
  /** What can be done about it. */
  children?: ReactNode;
};

const Told = ({ icon, kind, title, text, children }: ToldProps) => (
  <StepPanel icon={icon} kind={kind} title={title}>
    <p role={kind === "bad" ? "alert" : "status"} className="text-lg text-pretty text-muted">
      {text}
    </p>
    {children !== undefined && (
      <div className="mt-2 flex flex-wrap justify-center gap-3">{children}</div>
    )}
  </StepPanel>
);

/** The window in which a Minecraft or Epic account is proven and linked [LINK-17]. */
const LinkWindowScreen = ({ platform }: { platform: LinkPagePlatform }) => {
  const { state, begin } = useLinkWindow(platform);
  const name = PLATFORM_NAMES[platform];
  const provider = PROVIDER_NAMES[platform];
  switch (state.step) {
    case "looking":
      return (
        <Told icon={SIGNS[platform]} kind="wait" title={`Link ${name}`} text="One moment..." />
      );
    case "guest":
      return (
        <Told icon={UserRound} kind="bad" title={LINK_WINDOW.logInFirst} text={LINKS.signIn}>
          <CloseButton />
        </Told>
      );
    case "ready":
      return (
        <Told
          icon={SIGNS[platform]}
          kind="wait"
          title={`Link ${name}`}
          text={LINK_WINDOW.consent(provider, LEARNED[platform])}
        >
          <Button onClick={begin}>{LINKS.continueTo(provider)}</Button>
        </Told>
      );
    case "linking":
      return (
        <Told
          icon={SIGNS[platform]}
          kind="wait"
          title={`Link ${name}`}
          text={LINK_WINDOW.linking(name)}
        />
      );
    case "done":
      return (
        <Told icon={Check} kind="good" title="All done" text={state.text}>
          <CloseButton />
        </Told>
      );
    default:
      return (
        <Told icon={TriangleAlert} kind="bad" title={MESSAGES.didNotWork} text={state.text}>
          <Button onClick={begin}>Try again</Button>
          <CloseButton />
        </Told>
      );
  }
};

export const EpicWindow = () => <LinkWindowScreen platform="epic" />;
export const MinecraftWindow = () => <LinkWindowScreen platform="minecraft" />;
