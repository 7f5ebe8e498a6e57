import { useRef, useState } from "react";
import { CsvButton } from "#client/components/csv-button.tsx";
import { ListScreen } from "#client/components/list-screen.tsx";
import { cn } from "#client/lib/cn.ts";
import { useLive, useFeedEvent } from "#client/lib/feed/live.ts";
import { PAGED, clearedSearch, idIn, isNarrowed, itemsOf } from "#client/lib/lists.ts";
import type { SearchProps } from "#client/lib/routing/with-search.tsx";
import { inBackground } from "#client/lib/session/cause.ts";
import { useSession } from "#client/lib/session/use-session.ts";
import { useSite } from "#client/lib/site.ts";
import { createPace } from "#client/lib/timers.ts";
import { trpc } from "#client/lib/trpc.ts";
import { ADMINISTRATION, ADMIN_SCREENS } from "#shared/admin-messages.ts";
import { PAGE_SIZE } from "#shared/constants/lists.ts";
import { LOADED_FRESH_MS, MEMBER_POLL_MS } from "#shared/constants/timings.ts";
import { fullName } from "#shared/rules/display-name.ts";
import type { AdminUser } from "#shared/schemas/administration.ts";
import { type UserListSearch, userListSearch } from "./list-search.ts";
import { MemberPanel } from "./member-file.tsx";
import { PointsDialog } from "./points-dialog.tsx";
import { UserFilters, userInputOf } from "./user-filters.tsx";
import { useQuestion } from "./user-question.tsx";
import { UserColumns, UserRow, UserRowSkeletons } from "./user-row.tsx";

/**
 * Keeps the list of members in step with what happens to those it shows: points, role, links, state.
 * @param isNarrowed then anybody may come to match, whoever is shown.
 */
const useUsersLive = (users: readonly AdminUser[] | undefined, isNarrowed: boolean) => {
  const { administration } = trpc.useUtils();
  const [pace] = useState(() => createPace(inBackground));
  useFeedEvent((event) => {
    const isAbout =
      event.type === "hello" ||
      event.type === "resync" ||
      (event.type === "member.changed" &&
        (isNarrowed || users?.some(({ id }) => id === event.userId)));
    if (isAbout) void pace("users", () => administration.users.invalidate());
  });
};

type UsersScreenProps = SearchProps<UserListSearch>;

/** The points of one member at a time, each time from what the list says now. */
const usePointsEditor = (users: readonly AdminUser[] | undefined) => {
  const [edited, setEdited] = useState<{ user: AdminUser; turn: number } | null>(null);
  const [isOpen, setIsOpen] = useState(false);
  const open = (user: AdminUser) => {
    setEdited((before) => ({ user, turn: (before?.turn ?? 0) + 1 }));
    setIsOpen(true);
  };
  const dialog = edited !== null && (
    <PointsDialog
      key={edited.turn}
      user={edited.user}
      current={(users?.find(({ id }) => id === edited.user.id) ?? edited.user).zlgMember.points}
      isOpen={isOpen}
      onClose={() => setIsOpen(false)}
    />
  );
  return { open, dialog };
};

const USER_CSV = [
  "ID",
  "Name",
  "Discord",
  "Email",
  "Role",
  "Verified",
  "Active",
  "Tier",
  "Points",
  "Steam",
  "Minecraft",
  "Epic",
  "Joined (UTC)",
];
const userLine = ({ zlgMember, ...user }: AdminUser): (string | number)[] => [
  user.id,
  fullName(user.profile),
  zlgMember.discordName ?? "",
  user.email,
  user.role,
  user.verified ? "yes" : "no",
  user.active ? "yes" : "no",
  zlgMember.timedPermissionGroups,
  zlgMember.points,
  zlgMember.steamId ?? "",
  zlgMember.minecraftUuid ?? "",
  zlgMember.eosId ?? "",
  user.createdAt,
];

/** From this width on there is room beside the list. */
const BESIDE = "(min-width: 80rem)";
const PANEL_GRID = "xl:grid xl:grid-cols-[minmax(0,1fr)_26rem] xl:items-start xl:gap-x-6";

/** Everybody who has an account, and what an Admin does about them. */
export const UsersScreen = ({ search, onSearch }: UsersScreenProps) => {
  const me = useSession();
  const { tiers } = useSite();
  const input = userInputOf(search, tiers);
  const { sort } = search;
  const sorting = { sort, onSort: (next: typeof sort) => onSearch({ sort: next }) };
  const { administration } = trpc.useUtils();
  const isLive = useLive(true);
  const list = trpc.administration.users.useInfiniteQuery(
    { ...input, sort, limit: PAGE_SIZE },
    { ...PAGED, staleTime: LOADED_FRESH_MS, refetchInterval: isLive ? false : MEMBER_POLL_MS },
  );
  const users = itemsOf(list.data);
  useUsersLive(users, isNarrowed(input));
  const clear = () => onSearch({ ...clearedSearch(userListSearch), member: search.member, sort });
  const openId = idIn(search.member);
  const rowsRef = useRef<HTMLDivElement>(null);
  const question = useQuestion();
  const editor = usePointsEditor(users);

  const closePanel = () => {
    rowsRef.current?.querySelector<HTMLElement>("[aria-current=true]")?.focus();
    onSearch({ member: undefined });
  };

  return (
    <div className={cn(openId !== undefined && PANEL_GRID)}>
      <div ref={rowsRef} className="min-w-0">
        <ListScreen
          eyebrow={ADMIN_SCREENS.eyebrow}
          title={ADMIN_SCREENS.users.title}
          showsCount
          actions={
            <CsvButton
              name="users"
              columns={USER_CSV}
              lineOf={userLine}
              query={administration.users}
              input={{ ...input, sort }}
            />
          }
          columns={<UserColumns {...sorting} />}
          filters={
            <UserFilters search={search} onSearch={onSearch} onClear={clear} sorting={sorting} />
          }
          list={list}
          items={users}
          counted={["user", "users"]}
          failure={ADMINISTRATION.loadFailed}
          skeletons={<UserRowSkeletons />}
          noMatch={{ ...ADMIN_SCREENS.users.noMatch, search: search.q, onClear: clear }}
          empty={null}
        >
          {(user) => (
            <UserRow
              key={user.id}
              user={user}
              isOwn={user.id === me?.id}
              isOpen={user.id === openId}
              onOpen={() => {
                const hasRoom = matchMedia(BESIDE).matches;
                if (hasRoom) onSearch({ member: user.id });
                return hasRoom;
              }}
              onEditPoints={() => editor.open(user)}
              onAct={(act) => question.ask(act, user)}
            />
          )}
        </ListScreen>
      </div>
      {openId !== undefined && <MemberPanel key={openId} id={openId} onClose={closePanel} />}
      {question.dialog}
      {editor.dialog}
    </div>
  );
};
