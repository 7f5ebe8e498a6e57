import { Check, TriangleAlert, UserRound } from "lucide-react";
import { type ReactNode, useState } from "react";
import { PlatformIcon } from "#client/components/brand/platform-icon.tsx";
import { type EmblemIcon, StepPanel } from "#client/components/step-panel.tsx";
import { Button } from "#client/components/ui/button.tsx";
import { useAfter } from "#client/lib/timers.ts";
import { LINKS } from "#shared/account-messages.ts";
import { type LinkPagePlatform, PLATFORM_NAMES } from "#shared/constants/accounts.ts";
import { MESSAGES } from "#shared/messages.ts";
import { LINK_WINDOW, PROVIDER_NAMES } from "#shared/proof-messages.ts";
import { useLinkWindow } from "./use-link-window.ts";

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
