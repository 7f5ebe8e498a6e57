import { HexFrame } from "#client/components/brand/hex-frame.tsx";
import { REGISTER_SCREEN } from "#shared/account-messages.ts";
import type { DiscordAccount } from "#shared/schemas/accounts.ts";

type DiscordAccountCardProps = { account: DiscordAccount; onChange: () => void };

/** The Discord account that a registration will belong to, and the way to another one. */
export const DiscordAccountCard = ({ account, onChange }: DiscordAccountCardProps) => {
  const { discordName, discordImgUrl } = account;
  return (
    <div className="panel flex items-center gap-4 p-4">
      <HexFrame className="w-14 shrink-0">
        {discordImgUrl === null ? (
          <span className="grid size-full place-items-center bg-night-700 font-display text-2xl font-extrabold text-amber uppercase">
            {Array.from(discordName)[0]}
          </span>
        ) : (
          <img src={discordImgUrl} alt="" className="size-full object-cover" />
        )}
      </HexFrame>
      <div className="min-w-0 flex-1">
        <p className="text-sm text-muted">Discord account</p>
        <p className="truncate font-semibold text-bone">
          <bdi>{discordName}</bdi>
        </p>
        <button
          type="button"
          onClick={onChange}
          className="min-h-6 text-left text-sm font-semibold text-amber underline-offset-4 hover:text-amber-strong hover:underline"
        >
          {REGISTER_SCREEN.anotherDiscord}
        </button>
      </div>
    </div>
  );
};
