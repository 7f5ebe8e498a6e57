import { PlatformIcon } from "#client/components/brand/platform-icon.tsx";
import { copyText } from "#client/lib/clipboard.ts";
import { toast } from "#client/lib/toast.ts";
import { ADMINISTRATION } from "#shared/admin-messages.ts";
import { PLATFORM_NAMES, type Platform } from "#shared/constants/accounts.ts";
import type { AdminUser } from "#shared/schemas/administration.ts";

type Linked = { platform: Platform; id: string; name: string };

const linkedOf = (member: AdminUser["zlgMember"]): Linked[] =>
  [
    { platform: "discord" as const, id: member.discordId, name: member.discordName },
    { platform: "steam" as const, id: member.steamId, name: member.steamName },
    { platform: "minecraft" as const, id: member.minecraftUuid, name: member.minecraftUsername },
    { platform: "epic" as const, id: member.eosId, name: member.epicName },
  ].flatMap(({ platform, id, name }) => (id === null ? [] : { platform, id, name: name ?? id }));

const copyId = async (id: string) => {
  if (await copyText(id)) toast("success", ADMINISTRATION.idCopied, "admin");
  else toast("error", ADMINISTRATION.idNotCopied, "admin");
};

/** What somebody has linked, each with its name on hover; a click copies its id (member §2). */
export const LinkedIcons = ({ member, of }: { member: AdminUser["zlgMember"]; of: string }) => {
  const linked = linkedOf(member);
  if (linked.length === 0) return <span className="text-sm text-faint">Nothing linked</span>;
  return (
    <ul aria-label={`Accounts of ${of}`} className="flex gap-1">
      {linked.map(({ platform, id, name }) => (
        <li key={platform}>
          <button
            type="button"
            title={`${PLATFORM_NAMES[platform]}: ${name}`}
            aria-label={`Copy the ${PLATFORM_NAMES[platform]} ID of ${name}`}
            className="grid size-10 place-items-center rounded-lg text-muted transition-colors hover:bg-night-700 hover:text-amber-strong"
            onClick={() => void copyId(id)}
          >
            <PlatformIcon platform={platform} className="size-5" />
          </button>
        </li>
      ))}
    </ul>
  );
};
