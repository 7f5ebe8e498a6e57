import { Suspense, useRef, useState } from "react";
import { DayFilter, FilterBar, PeriodFilter } from "#client/components/filter-bar.tsx";
import {
  ClearButton,
  ListScreen,
  SearchBox,
  useSearchText,
} from "#client/components/list-screen.tsx";
import { CsvButton, type Sorting, SortSelect } from "#client/components/list-tools.tsx";
import { NativeSelect } from "#client/components/ui/field.tsx";
import { lazyPart } from "#client/lib/chunks.ts";
import { cn } from "#client/lib/cn.ts";
import { useLive } from "#client/lib/feed/live.ts";
import { clearedSearch, dayIn, idIn, itemsOf, PAGED, searchTermsIn } from "#client/lib/lists.ts";
import { type UserListSearch, userListSearch } from "#client/lib/routing/list-searches.ts";
import type { SearchProps } from "#client/lib/routing/with-search.tsx";
import { useMay, useSession } from "#client/lib/session/use-session.ts";
import { useSite } from "#client/lib/site.ts";
import { trpc } from "#client/lib/trpc.ts";
import { ADMIN_SCREENS, ADMINISTRATION, USER_SCREEN } from "#shared/admin-messages.ts";
import { CONSENT_WAY_NAMES } from "#shared/consent-messages.ts";
import { ACCOUNT_STATES, PLATFORM_NAMES, PLATFORMS, ROLES } from "#shared/constants/accounts.ts";
import { PAGE_SIZE } from "#shared/constants/lists.ts";
import { NO_TIER } from "#shared/constants/shop.ts";
import { LOADED_FRESH_MS, MEMBER_POLL_MS } from "#shared/constants/time.ts";
import { SORTS } from "#shared/list-messages.ts";
import { MAILING_LIST } from "#shared/newsletter-messages.ts";
import { tierOf } from "#shared/rules/community.ts";
import { fullName } from "#shared/rules/lines.ts";
import type { AdminUser, AdminUserListInput } from "#shared/schemas/administration.ts";
import type { CommunityTier } from "#shared/schemas/community/play.ts";
import type { ListedRecipient } from "#shared/schemas/newsletters.ts";
import type { Holder } from "./role-questions.tsx";
import { GiveRoleDialog, PointsDialog, useHelp, userName } from "./user-acts.tsx";
import { useQuestion } from "./user-menu.tsx";
import { UserColumns, UserRow, UserRowSkeletons } from "./user-row.tsx";

const among = <Value extends string>(values: readonly Value[], asked: string | undefined) =>
  values.find((value) => value === asked);

/** What the server is asked for: what nobody can ask for is left out of what the address says. */
export const userInputOf = (
  { q, ...asked }: UserListSearch,
  tiers: readonly CommunityTier[],
): AdminUserListInput => {
  const search = searchTermsIn(q);
  return {
    ...(search !== undefined && { search }),
    tier: among([NO_TIER, ...tiers.map(({ key }) => key)], asked.tier),
    link: among(PLATFORMS, asked.link),
    role: among(ROLES, asked.role),
    state: among(ACCOUNT_STATES, asked.state),
    joinedFrom: dayIn(asked.from),
    news: among(["agreed"], asked.news),
  };
};

const STATES = {
  active: "Active",
  deactivated: "Deactivated",
  unverified: "Unverified",
  waiting: "Waiting",
} as const satisfies Record<(typeof ACCOUNT_STATES)[number], string>;

/** What the list can be narrowed by, each with its choices: the value and what it is called. */
const CHOICES = [
  {
    name: "link",
    label: "Linked account",
    all: "Any account",
    options: PLATFORMS.map((platform) => [platform, `Has ${PLATFORM_NAMES[platform]}`]),
  },
  { name: "role", label: "Role", all: "All roles", options: ROLES.map((role) => [role, role]) },
  {
    name: "state",
    label: "State",
    all: "All states",
    options: ACCOUNT_STATES.map((state) => [state, STATES[state]]),
  },
  {
    name: "news",
    label: MAILING_LIST.filter,
    all: MAILING_LIST.all,
    options: [["agreed", MAILING_LIST.agreed]],
  },
] as const;

/** The same with the tiers before them, where there are some. */
const choicesOf = (tiers: readonly CommunityTier[]) => {
  if (tiers.length === 0) return CHOICES;
  const named = tiers.map(({ key }) => [key, tierOf(tiers, key).name] as const);
  const options = [[NO_TIER, NO_TIER] as const, ...named];
  return [{ name: "tier", label: "Tier", all: "All tiers", options } as const, ...CHOICES];
};

type UserFiltersProps = SearchProps<UserListSearch> & {
  onClear: () => void;
  sorting: Sorting<"name" | "joined" | "points">;
};

/** Narrows the list of members by words, tier, linked account, role and state. */
const UserFilters = ({ search, onSearch, onClear, sorting }: UserFiltersProps) => {
  const { tiers, timezone } = useSite();
  const input = userInputOf(search, tiers);
  const choices = choicesOf(tiers);
  const box = useSearchText({ committed: search.q, commit: (q) => onSearch({ q }) });
  return (
    <FilterBar
      lead={<SearchBox label={USER_SCREEN.search} box={box} />}
      narrowing={[input.tier, input.link, input.role, input.state, input.news, input.joinedFrom]}
      chips={[
        ...choices.flatMap(({ name, label, options }) => {
          const chosen = options.find(([value]) => value === input[name]);
          return chosen === undefined
            ? []
            : { text: `${label}: ${chosen[1]}`, onRemove: () => onSearch({ [name]: undefined }) };
        }),
        ...(input.joinedFrom === undefined
          ? []
          : [
              {
                text: `${USER_SCREEN.joinedFrom}: ${input.joinedFrom}`,
                onRemove: () => onSearch({ from: undefined }),
              },
            ]),
      ]}
      seldom={
        <>
          <PeriodFilter
            label={USER_SCREEN.joined}
            className="@3xl:w-36"
            from={input.joinedFrom}
            to={undefined}
            timeZone={timezone}
            onChange={({ from }) => onSearch({ from })}
          />
          <DayFilter
            label={USER_SCREEN.joinedFrom}
            title={USER_SCREEN.joinedFrom}
            className="@3xl:w-40"
            value={input.joinedFrom}
            onChange={(from) => onSearch({ from })}
          />
        </>
      }
      clear={<ClearButton box={box} onClear={onClear} className="col-span-full" />}
    >
      {choices.map(({ name, label, all, options }) => (
        <NativeSelect
          key={name}
          aria-label={label}
          className="@3xl:w-33"
          value={input[name] ?? ""}
          onChange={(event) => onSearch({ [name]: event.target.value || undefined })}
        >
          <option value="">{all}</option>
          {options.map(([value, text]) => (
            <option key={value} value={value}>
              {text}
            </option>
          ))}
        </NativeSelect>
      ))}
      <SortSelect {...sorting} {...SORTS.users} />
    </FilterBar>
  );
};

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
