import { PlatformIcon } from "#client/components/brand/platform-icon.tsx";
import { USER_SCREEN } from "#shared/admin-messages.ts";
import { PLATFORM_NAMES, type Platform } from "#shared/constants/accounts.ts";
import type { AdminUser } from "#shared/schemas/administration.ts";
import { copyId } from "./copy-id.ts";

type Slot = { platform: Platform; id: string | null; name: string | null };

/** A place for each platform, always the same, so that a column of rows can be read at a glance. */
const slotsOf = (member: AdminUser["zlgMember"]): Slot[] => [
  { platform: "discord", id: member.discordId, name: member.discordName },
  { platform: "steam", id: member.steamId, name: member.steamName },
  { platform: "minecraft", id: member.minecraftUuid, name: member.minecraftUsername },
  { platform: "epic", id: member.eosId, name: member.epicName },
];

const PLACE = "grid size-10 place-items-center rounded-lg max-md:size-11";

/** What somebody has linked, each with its name on hover; a click copies its id [ADMIN-05]. */
export const LinkedIcons = ({ member, of }: { member: AdminUser["zlgMember"]; of: string }) => {
  const slots = slotsOf(member);
  const isNone = slots.every(({ id }) => id === null);
  return (
    <>
      {isNone && <span className="sr-only">Nothing linked</span>}
      <ul aria-label={`Accounts of ${of}`} aria-hidden={isNone} className="flex">
        {slots.map(({ platform, id, name }) =>
          id === null ? (
            <li
              key={platform}
              aria-hidden
              title={`No ${PLATFORM_NAMES[platform]} account`}
              className={`${PLACE} text-night-600`}
            >
              <PlatformIcon platform={platform} className="size-5" />
            </li>
          ) : (
            <li key={platform}>
              <button
                type="button"
                title={`${PLATFORM_NAMES[platform]}: ${name ?? id}`}
                aria-label={USER_SCREEN.copyId(PLATFORM_NAMES[platform], name ?? id)}
                className={`${PLACE} text-bone transition-colors hover:bg-night-700 hover:text-amber-strong`}
                onClick={() => void copyId(id)}
              >
                <PlatformIcon platform={platform} className="size-5" />
              </button>
            </li>
          ),
        )}
      </ul>
    </>
  );
};
