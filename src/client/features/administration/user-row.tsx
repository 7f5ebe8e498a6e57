import { Link } from "@tanstack/react-router";
import { ArrowDown, ArrowUp } from "lucide-react";
import { PlatformIcon } from "#client/components/brand/platform-icon.tsx";
import { TierEmblem } from "#client/components/brand/tier-emblem.tsx";
import { SortColumn, type Sorting } from "#client/components/list-tools.tsx";
import { MemberAvatar, PointsText } from "#client/components/marks.tsx";
import { ColumnName, ColumnNames, SkeletonRows } from "#client/components/paged-list.tsx";
import { Skeleton } from "#client/components/ui/alert.tsx";
import { Button } from "#client/components/ui/button.tsx";
import { cn } from "#client/lib/cn.ts";
import { useSite } from "#client/lib/site.ts";
import { dayText, exactTime } from "#client/lib/time.ts";
import { USER_SCREEN } from "#shared/admin-messages.ts";
import { type Platform, PLATFORM_NAMES } from "#shared/constants/accounts.ts";
import { tierIn, tierOf } from "#shared/rules/community.ts";
import type { AdminUser } from "#shared/schemas/administration.ts";
import { copyId, type Help, namesOf, type UserAct, userName, useUserActs } from "./user-acts.tsx";
import { UserMenu } from "./user-menu.tsx";

type Slot = { platform: Platform; id: string | null; name: string | null };

/** A place for each platform, always the same, so that a column of rows can be read at a glance. */
const slotsOf = (member: AdminUser["zlgMember"]): Slot[] => [
  { platform: "discord", id: member.discordId, name: member.discordName },
  { platform: "steam", id: member.steamId, name: member.steamName },
  { platform: "minecraft", id: member.minecraftUuid, name: member.minecraftUsername },
  { platform: "epic", id: member.eosId, name: member.epicName },
];

const PLACE = "grid size-8 place-items-center rounded-lg max-md:size-11";

/** What somebody has linked, each with its name on hover; a click copies its id [ADMIN-05]. */
const LinkedIcons = ({ member, of }: { member: AdminUser["zlgMember"]; of: string }) => {
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
              className={`${PLACE} text-ground-600`}
            >
              <PlatformIcon platform={platform} className="size-5" />
            </li>
          ) : (
            <li key={platform}>
              <button
                type="button"
                title={`${PLATFORM_NAMES[platform]}: ${name ?? id}`}
                aria-label={USER_SCREEN.copyId(PLATFORM_NAMES[platform], name ?? id)}
                className={`${PLACE} text-ink transition-colors hover:bg-ground-700 hover:text-accent-strong`}
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

/** Who, and what they have below; all in one line of 48 px where there is room. */
const ROW =
  "grid min-h-12 grid-cols-[minmax(0,1fr)_auto] items-center gap-x-3 gap-y-1 px-4 py-3 max-sm:pb-2 @3xl:grid-cols-[minmax(0,1fr)_8.5rem_8rem_8rem_auto] @3xl:gap-x-4 @3xl:py-0.5";
const WHO = "col-span-2 flex min-w-0 items-center gap-3 @3xl:col-span-1";
const ACTS = "flex items-center justify-end gap-1 @3xl:w-19";
const LINKS = "-ml-2 @3xl:ml-0";
/** Below the name where there is no column for them. */
const POINTS = "hidden justify-end font-display text-xl font-bold tracking-wide @3xl:flex";
const POINTS_BELOW = "mt-0.5 flex font-display text-lg font-bold tracking-wide @3xl:hidden";
const JOINED = "hidden text-right text-sm whitespace-nowrap text-faint tabular-nums @3xl:block";

/** What the columns of the list are called. */
export const UserColumns = (sorting: Sorting<"name" | "joined" | "points">) => (
  <ColumnNames className={ROW}>
    <SortColumn {...sorting} name="name" first="name">
      Member
    </SortColumn>
    <ColumnName>Accounts</ColumnName>
    <SortColumn {...sorting} name="points" first="-points" isRight>
      Points
    </SortColumn>
    <SortColumn {...sorting} name="joined" first="-joined" isRight>
      Joined
    </SortColumn>
    <td className={ACTS} />
  </ColumnNames>
);

const Mark = ({ text, className }: { text: string; className: string }) => (
  <span
    className={`rounded-full px-2 py-0.5 text-xs leading-4 font-semibold whitespace-nowrap ${className}`}
  >
    {text}
  </span>
);

/** What sets an account apart from others. */
export const UserMarks = ({ user, isOwn }: { user: AdminUser; isOwn: boolean }) => (
  <>
    {user.role === "Admin" && <Mark text="Admin" className="bg-accent/15 text-accent-strong" />}
    {isOwn && <Mark text="You" className="bg-ground-700 text-ink" />}
    {!user.active && (
      <Mark
        text={user.deactivatedBy === "owner" ? USER_SCREEN.closedByOwner : "Deactivated"}
        className="bg-ember/15 text-ember"
      />
    )}
    {user.waiting && <Mark text="Waiting" className="bg-accent/15 text-accent-strong" />}
    {!user.verified && !user.waiting && (
      <Mark text="Unverified" className="bg-ground-700 text-muted" />
    )}
  </>
);

type UserRowProps = {
  user: AdminUser;
  isOwn: boolean;
  /** Whether their page stands beside the list. */
  isOpen: boolean;
  /** Shows their page beside the list. @returns false where there is no room for it. */
  onOpen: () => boolean;
  onEditPoints: () => void;
  onAct: (act: UserAct) => void;
  onHelp: (help: Help) => void;
  onGiveRole: () => void;
};

/** A member as the team sees them. */
export const UserRow = ({
  user,
  isOwn,
  isOpen,
  onOpen,
  onEditPoints,
  onAct,
  onHelp,
  onGiveRole,
}: UserRowProps) => {
  const { id, zlgMember, createdAt } = user;
  const name = userName(user);
  const { tiers } = useSite();
  const tier = tierIn(tiers, zlgMember.timedPermissionGroups);
  const { name: tierName } = tierOf(tiers, tier);
  const acts = useUserActs(user, isOwn);
  const [, until = ""] = zlgMember.timedPermissionGroups.split(":");
  return (
    <li
      aria-label={name}
      className={cn(
        ROW,
        "transition-colors first:rounded-t-[13px] last:rounded-b-[13px] hover:bg-ground-800/60",
        isOpen && "bg-ground-800",
      )}
    >
      <div className={WHO}>
        <span className="relative flex shrink-0 items-center gap-3">
          <MemberAvatar
            name={name}
            picture={zlgMember.discordImgUrl}
            tier={tier}
            className="h-14 @3xl:h-10"
          />
          <span
            className="absolute -right-2 -bottom-2 @3xl:static"
            title={until === "" ? tierName : `${tierName} until ${until}`}
          >
            <TierEmblem tier={tier} className="size-7" />
            <span className="sr-only">{tierName}</span>
          </span>
        </span>
        <div className="min-w-0 @3xl:flex @3xl:items-baseline @3xl:gap-3">
          <p className="flex items-center gap-x-2 gap-y-0.5 @max-3xl:flex-wrap @3xl:shrink-0">
            <Link
              to="/member/admin/users/$id"
              params={{ id }}
              title={name}
              aria-current={isOpen}
              className="truncate rounded-sm text-lg leading-snug font-semibold decoration-accent underline-offset-4 transition-colors hover:text-accent-strong hover:underline"
              onClick={(event) => {
                const isPlain = !(event.metaKey || event.ctrlKey || event.shiftKey || event.altKey);
                if (isPlain && onOpen()) event.preventDefault();
              }}
            >
              {name}
            </Link>
            <UserMarks user={user} isOwn={isOwn} />
          </p>
          <p className="truncate text-sm text-muted" title={namesOf(user)}>
            {namesOf(user)}
          </p>
          <p className={POINTS_BELOW}>
            <PointsText points={zlgMember.points} />
          </p>
        </div>
      </div>
      <div className={LINKS}>
        <LinkedIcons member={zlgMember} of={name} />
      </div>
      <p className={POINTS}>
        <PointsText points={zlgMember.points} />
      </p>
      <time dateTime={createdAt} className={JOINED} title={exactTime(new Date(createdAt))}>
        {dayText(new Date(createdAt))}
      </time>
      <div className={ACTS}>
        {acts.mayDemote && (
          <Button
            variant="ghost"
            size="icon"
            className="max-md:size-11"
            aria-label={USER_SCREEN.demoteThis(name)}
            title={USER_SCREEN.demote}
            onClick={() => onAct("demote")}
          >
            <ArrowDown aria-hidden />
          </Button>
        )}
        {acts.mayPromote && (
          <Button
            variant="danger"
            size="icon"
            className="max-md:size-11"
            aria-label={USER_SCREEN.promoteThis(name)}
            title={USER_SCREEN.promote}
            onClick={() => onAct("promote")}
          >
            <ArrowUp aria-hidden />
          </Button>
        )}
        <UserMenu
          user={user}
          isOwn={isOwn}
          onEditPoints={onEditPoints}
          onAct={onAct}
          onHelp={onHelp}
          onGiveRole={onGiveRole}
        />
      </div>
    </li>
  );
};

/** Holds the place of the first members. */
export const UserRowSkeletons = () => (
  <SkeletonRows rows={12} className={ROW}>
    <div className={WHO}>
      <Skeleton className="hexagon aspect-[13/15] h-14 shrink-0 @3xl:h-10" />
      <Skeleton className="hidden size-7 shrink-0 @3xl:block" />
      <div className="min-w-0 flex-1">
        <Skeleton className="h-6 w-40 max-w-full" />
        <Skeleton className="mt-1 h-4 w-56 max-w-full @3xl:hidden" />
        <Skeleton className="mt-1.5 h-5 w-20 @3xl:hidden" />
      </div>
    </div>
    <Skeleton className="h-10 w-28" />
    <Skeleton className="hidden h-6 w-20 justify-self-end @3xl:block" />
    <Skeleton className="hidden h-5 w-24 justify-self-end @3xl:block" />
    <div className={ACTS}>
      <Skeleton className="size-11 md:size-9" />
      <Skeleton className="size-11 md:size-9" />
    </div>
  </SkeletonRows>
);
