import type { ReactNode } from "react";
import { HexFrame } from "#client/components/brand/hex-frame.tsx";
import { DiscordIcon } from "#client/components/shell/discord-icon.tsx";
import { Alert } from "#client/components/ui/alert.tsx";
import { Button } from "#client/components/ui/button.tsx";
import { REGISTER_SCREEN, REGISTRATION, LOGIN } from "#shared/account-messages.ts";
import type { DiscordAccount } from "#shared/schemas/accounts.ts";

type DiscordAccountCardProps = { account: DiscordAccount; onChange: () => void };

/** The Discord account that a registration will belong to, and the way to another one. */
export const DiscordAccountCard = ({ account, onChange }: DiscordAccountCardProps) => {
  const { discordName, discordImgUrl } = account;
  return (
    <div className="panel flex items-center gap-4 p-4">
      <HexFrame className="w-14 shrink-0">
        {discordImgUrl === null ? (
          <span className="grid size-full place-items-center bg-ground-700 font-display text-2xl font-extrabold text-accent display-case">
            {Array.from(discordName)[0]}
          </span>
        ) : (
          <img src={discordImgUrl} alt="" className="size-full object-cover" />
        )}
      </HexFrame>
      <div className="min-w-0 flex-1">
        <p className="text-sm text-muted">Discord account</p>
        <p className="truncate font-semibold text-ink">
          <bdi>{discordName}</bdi>
        </p>
        <button
          type="button"
          onClick={onChange}
          className="min-h-6 text-left text-sm font-semibold text-accent underline-offset-4 hover:text-accent-strong hover:underline"
        >
          {REGISTER_SCREEN.anotherDiscord}
        </button>
      </div>
    </div>
  );
};

type DiscordWaitingProps = {
  isBlocked: boolean;
  /** What went wrong in the window; null while nothing did. */
  problem: string | null;
  /** While the server is asked, there is nothing to press yet. */
  isReady: boolean;
  onOpen: () => void;
};

const Told = ({ term, children }: { term: string; children: ReactNode }) => (
  <div className="flex gap-3">
    <dt className="w-20 shrink-0 font-semibold text-ink">{term}</dt>
    <dd>{children}</dd>
  </div>
);

/** What stands on the page while a person is in Discord's window. */
export const DiscordWaiting = ({ isBlocked, problem, isReady, onOpen }: DiscordWaitingProps) => (
  <div className="grid gap-6">
    <div className="panel flex items-center gap-4 p-4 sm:p-5">
      <span className="relative grid h-16 w-14 shrink-0 place-items-center" aria-hidden>
        <span className="hexagon absolute inset-0 animate-pulse bg-accent/20" />
        <span className="hexagon absolute inset-1 bg-ground-850" />
        <DiscordIcon className="relative size-7 text-accent" />
      </span>
      <output className="font-display text-2xl leading-tight font-bold text-ink">
        {isBlocked || problem !== null ? REGISTRATION.notLinked : REGISTRATION.waiting}
      </output>
    </div>
    {isBlocked && <Alert kind="error">{LOGIN.popupBlocked}</Alert>}
    {problem !== null && <Alert kind="error">{problem}</Alert>}
    <Button size="lg" className="w-full" disabled={!isReady} onClick={onOpen}>
      <DiscordIcon />
      {REGISTER_SCREEN.continueWithDiscord}
    </Button>
    <dl className="grid gap-2 text-[0.95rem] leading-relaxed text-muted">
      <Told term="We learn">{REGISTER_SCREEN.learned}</Told>
      <Told term="We never">{REGISTER_SCREEN.neverDone}</Told>
    </dl>
  </div>
);
