import { Ban, CircleCheck, ExternalLink } from "lucide-react";
import { useState } from "react";
import { HexFrame } from "#client/components/brand/hex-frame.tsx";
import { PlatformIcon } from "#client/components/brand/platform-icon.tsx";
import { ConfirmDialog } from "#client/components/confirm-dialog.tsx";
import { MemberAvatar } from "#client/components/marks.tsx";
import { Alert } from "#client/components/ui/alert.tsx";
import { Button } from "#client/components/ui/button.tsx";
import { messageOf } from "#client/lib/api-error.ts";
import { toast } from "#client/lib/toast.ts";
import { trpc } from "#client/lib/trpc.ts";
import { LINKS } from "#shared/account-messages.ts";
import { BRIDGE } from "#shared/bridge-messages.ts";
import {
  type GamePlatform,
  type Platform,
  PLATFORM_NAMES,
  PLATFORMS,
} from "#shared/constants/accounts.ts";
import { LINKED_ACCOUNTS } from "#shared/member-area-messages.ts";
import { PROVIDER_NAMES } from "#shared/proof-messages.ts";
import type { LinkedAccounts } from "#shared/schemas/accounts.ts";
import { useLinking } from "./use-linking.ts";

/** An account that may be unlinked, and what it is called. */
export type Unlinked = { platform: GamePlatform; name: string };

type UnlinkDialogProps = {
  isOpen: boolean;
  /** What it is about; null before anything was asked about. */
  account: Unlinked | null;
  onClose: () => void;
};

/** Asks before an account is unlinked, which costs it its points for good [LINK-06]. */
export const UnlinkDialog = ({ isOpen, account, onClose }: UnlinkDialogProps) => {
  const { links } = trpc.useUtils();
  const [error, setError] = useState<string | null>(null);
  const unlink = trpc.links.unlink.useMutation({
    onSuccess: async (said) => {
      await links.list.invalidate();
      toast("success", said, "settings");
      onClose();
    },
    onError: (failure) => setError(messageOf(failure) ?? LINKS.unlinkFailed),
  });
  const close = () => {
    setError(null);
    onClose();
  };
  return (
    <ConfirmDialog
      isOpen={isOpen}
      title={LINKS.unlinkTitle}
      text={
        <>
          {account !== null && (
            <p className="flex items-center gap-2.5 text-ink">
              <PlatformIcon platform={account.platform} className="size-5 shrink-0 text-muted" />
              <span className="sr-only">{PLATFORM_NAMES[account.platform]}:</span>
              <bdi className="min-w-0 truncate font-semibold">{account.name}</bdi>
            </p>
          )}
          <p>{LINKS.unlinkText}</p>
        </>
      }
      action={LINKS.unlinkAction}
      isBusy={unlink.isPending}
      error={error}
      onConfirm={() => {
        setError(null);
        if (account !== null) unlink.mutate({ platform: account.platform });
      }}
      onClose={close}
    />
  );
};

/** An account elsewhere, whatever it is called there. */
type LinkedAccount = {
  name: string;
  picture: string | null;
  /** Null for Discord, which has nothing to do with points. */
  isEligible: boolean | null;
};

export type PlatformRow = {
  platform: Platform;
  account: LinkedAccount | null;
  /** Whether this site can link accounts of the platform. */
  isOffered: boolean;
};

const accountOf = (links: LinkedAccounts, platform: Platform): LinkedAccount | null => {
  const { discord, steam, minecraft, epic } = links;
  switch (platform) {
    case "discord":
      return (
        discord && { name: discord.discordName, picture: discord.discordImgUrl, isEligible: null }
      );
    case "steam":
      return steam && { ...steam, name: steam.steamName, picture: steam.steamImgUrl };
    case "minecraft":
      return (
        minecraft && {
          ...minecraft,
          name: minecraft.minecraftUsername,
          picture: minecraft.minecraftAvatarUrl,
        }
      );
    default:
      return epic && { ...epic, name: epic.epicName, picture: null };
  }
};

/** What the tab lists: what is linked, and what could be. */
export const rowsOf = (links: LinkedAccounts): readonly PlatformRow[] =>
  PLATFORMS.map((platform) => ({
    platform,
    account: accountOf(links, platform),
    isOffered: links.available.includes(platform),
  })).filter(({ account, isOffered }) => account !== null || isOffered);

/** What an account is good for, where none is linked yet. */
const USES: Readonly<Record<Platform, string>> = {
  discord: LINKED_ACCOUNTS.forDiscord,
  steam: LINKED_ACCOUNTS.forSteam,
  minecraft: LINKED_ACCOUNTS.forMinecraft,
  epic: LINKED_ACCOUNTS.forEpic,
};
const DISCORD_USE = LINKED_ACCOUNTS.discordWithoutPoints;

/** Whether an account counts, and why not. */
const Standing = ({ isEligible }: Pick<LinkedAccount, "isEligible">) => {
  if (isEligible === null) return <p className="mt-1 text-sm text-muted">{DISCORD_USE}</p>;
  const Icon = isEligible ? CircleCheck : Ban;
  return (
    <p className="mt-1 flex items-start gap-2 text-sm text-pretty text-muted">
      <Icon
        className={
          isEligible ? "mt-0.5 size-4 shrink-0 text-moss" : "mt-0.5 size-4 shrink-0 text-ember"
        }
        aria-hidden
      />
      <span>{isEligible ? LINKS.eligible : BRIDGE.retired}</span>
    </p>
  );
};

type ActionProps = Pick<PlatformRow, "platform" | "account"> & {
  isBusy: boolean;
  onLink: () => void;
  onUnlink: () => void;
};

/** What can be done about an account. One button, which keeps the focus when it changes. */
const Action = ({ platform, account, isBusy, onLink, onUnlink }: ActionProps) => {
  const name = PLATFORM_NAMES[platform];
  const isGone = account === null;
  const isLinking = isGone || platform === "discord";
  return (
    <Button
      variant={isGone ? "primary" : "outline"}
      className="w-full sm:w-56"
      isBusy={isBusy}
      aria-label={isLinking ? undefined : `Unlink ${name}`}
      onClick={isLinking ? onLink : onUnlink}
    >
      {isLinking && <ExternalLink aria-hidden />}
      {isGone ? `Link ${name}` : isLinking ? LINKED_ACCOUNTS.anotherAccount : "Unlink"}
    </Button>
  );
};

type AccountRowProps = PlatformRow & { onUnlink: () => void };

/** One platform: the account that is linked and what can be done about it, or the way to link one. */
export const AccountRow = ({ platform, account, isOffered, onUnlink }: AccountRowProps) => {
  const { begin, isAwaited, isBusy, problem, forget } = useLinking(platform);
  const name = PLATFORM_NAMES[platform];
  const isReplaced = platform === "discord";
  // What kept an account from being linked is over once one is, in whatever tab.
  const isLinkable = account === null || isReplaced;
  return (
    <li className="py-5 last:pb-0">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-3 sm:flex-nowrap">
        {account === null ? (
          <HexFrame className="h-14 shrink-0">
            <span className="grid size-full place-items-center bg-ground-850 text-faint">
              <PlatformIcon platform={platform} className="size-5" />
            </span>
          </HexFrame>
        ) : (
          <MemberAvatar name={account.name} picture={account.picture} className="h-14 shrink-0" />
        )}
        <div className="min-w-0 flex-1 basis-48">
          <h3 className="flex items-center gap-2 text-sm font-semibold text-muted">
            {account !== null && <PlatformIcon platform={platform} className="size-4 shrink-0" />}
            {name}
          </h3>
          {account === null ? (
            <p className="mt-1 text-sm text-pretty text-muted">{USES[platform]}</p>
          ) : (
            <>
              <p className="truncate text-lg leading-snug font-semibold" title={account.name}>
                <bdi>{account.name}</bdi>
              </p>
              <Standing isEligible={account.isEligible} />
            </>
          )}
        </div>
        {(isOffered || !isLinkable) && (
          <Action
            platform={platform}
            account={account}
            isBusy={isBusy}
            onLink={begin}
            onUnlink={() => {
              forget();
              onUnlink();
            }}
          />
        )}
      </div>
      {isAwaited && isLinkable && (
        <Alert kind="info" className="mt-4">
          {LINKED_ACCOUNTS.goOnInWindow(PROVIDER_NAMES[platform])}
        </Alert>
      )}
      {problem !== null && isLinkable && <Alert className="mt-4">{problem}</Alert>}
    </li>
  );
};
