import { Suspense, useRef, useState } from "react";
import { CsvButton } from "#client/components/csv-button.tsx";
import { ListScreen } from "#client/components/list-screen.tsx";
import { lazyPart } from "#client/lib/chunks.ts";
import { cn } from "#client/lib/cn.ts";
import { useLive } from "#client/lib/feed/live.ts";
import { PAGED, clearedSearch, idIn, itemsOf } from "#client/lib/lists.ts";
import type { SearchProps } from "#client/lib/routing/with-search.tsx";
import { useMay } from "#client/lib/session/may.ts";
import { useSession } from "#client/lib/session/use-session.ts";
import { useSite } from "#client/lib/site.ts";
import { trpc } from "#client/lib/trpc.ts";
import { ADMINISTRATION, ADMIN_SCREENS } from "#shared/admin-messages.ts";
import { CONSENT_WAY_NAMES } from "#shared/consent-messages.ts";
import { PAGE_SIZE } from "#shared/constants/lists.ts";
import { LOADED_FRESH_MS, MEMBER_POLL_MS } from "#shared/constants/timings.ts";
import { MAILING_LIST } from "#shared/newsletter-messages.ts";
import { fullName } from "#shared/rules/display-name.ts";
import type { AdminUser } from "#shared/schemas/administration.ts";
import type { ListedRecipient } from "#shared/schemas/newsletters.ts";
import { GiveRoleDialog, PointsDialog } from "./lazy-dialogs.ts";
import { type UserListSearch, userListSearch } from "./list-search.ts";
import type { Holder } from "./role-questions.tsx";
import { useHelp } from "./use-help.tsx";
import { userName } from "./user-acts.ts";
import { UserFilters, userInputOf } from "./user-filters.tsx";
import { useQuestion } from "./user-question.tsx";
import { UserColumns, UserRow, UserRowSkeletons } from "./user-row.tsx";

const MemberPanel = lazyPart(async () => ({
  default: (await import("./member-screens.tsx")).MemberPanel,
}));

const lineOf = (person: ListedRecipient): (string | number)[] => [
  person.id,
  person.email,
  person.firstName,
  person.lastName,
  person.agreedAt ?? "",
  person.version ?? "",
  person.way === null ? "" : CONSENT_WAY_NAMES[person.way],
  person.unsubscribeUrl,
];
/** More than any community has members. */
const PAGES_MAX = 500;

/** Saves the addresses of those who agreed to news by email, with when and how [CONSENT-06]. */
const MailingListButton = () => {
  const { newsletters } = trpc.useUtils();
  return (
    <CsvButton
      name="mailing-list"
      label={MAILING_LIST.csv}
      columns={MAILING_LIST.columns}
      lineOf={lineOf}
      query={newsletters.recipients}
      input={{}}
      pagesMax={PAGES_MAX}
    />
  );
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
    <Suspense>
      <PointsDialog
        key={edited.turn}
        user={edited.user}
        current={(users?.find(({ id }) => id === edited.user.id) ?? edited.user).zlgMember.points}
        isOpen={isOpen}
        onClose={() => setIsOpen(false)}
      />
    </Suspense>
  );
  return { open, dialog };
};

/** @param hasAddresses whether whoever saves it is told email addresses. */
const csvColumns = (hasAddresses: boolean) => [
  "ID",
  "Name",
  "Discord",
  ...(hasAddresses ? ["Email"] : []),
  "Role",
  "Verified",
  "Active",
  "Waiting",
  "Tier",
  "Points",
  "Steam",
  "Minecraft",
  "Epic",
  "Joined (UTC)",
];
const csvLineOf =
  (hasAddresses: boolean) =>
  ({ zlgMember, ...user }: AdminUser): (string | number)[] => [
    user.id,
    fullName(user.profile),
    zlgMember.discordName ?? "",
    ...(hasAddresses ? [user.email] : []),
    user.role,
    user.verified ? "yes" : "no",
    user.active ? "yes" : "no",
    user.waiting ? "yes" : "no",
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
  const clear = () => onSearch({ ...clearedSearch(userListSearch), member: search.member, sort });
  const openId = idIn(search.member);
  const rowsRef = useRef<HTMLDivElement>(null);
  const question = useQuestion();
  const help = useHelp();
  const hasAddresses = useMay("addresses");
  const editor = usePointsEditor(users);
  const [given, setGiven] = useState<Holder | null>(null);

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
            <>
              {hasAddresses && input.news !== undefined && <MailingListButton />}
              <CsvButton
                name="users"
                columns={csvColumns(hasAddresses)}
                lineOf={csvLineOf(hasAddresses)}
                query={administration.users}
                input={{ ...input, sort }}
              />
            </>
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
              onHelp={(asked) => help.ask(asked, user)}
              onGiveRole={() => setGiven({ id: user.id, name: userName(user) })}
            />
          )}
        </ListScreen>
      </div>
      {openId !== undefined && (
        <Suspense>
          <MemberPanel key={openId} id={openId} onClose={closePanel} />
        </Suspense>
      )}
      {question.dialog}
      {help.dialog}
      {editor.dialog}
      {given !== null && (
        <Suspense>
          <GiveRoleDialog holder={given} onClose={() => setGiven(null)} />
        </Suspense>
      )}
    </div>
  );
};
