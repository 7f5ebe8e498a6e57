import { useState } from "react";
import { ConfirmDialog } from "#client/components/confirm-dialog.tsx";
import { ListScreen } from "#client/components/list-screen.tsx";
import { useLive } from "#client/lib/feed/live.ts";
import { clearedSearch, isNarrowed } from "#client/lib/list-filter.ts";
import { itemsOf, PAGED } from "#client/lib/pages.ts";
import { useSession } from "#client/lib/session/use-session.ts";
import { trpc } from "#client/lib/trpc.ts";
import { ADMIN_SCREENS, ADMINISTRATION } from "#shared/admin-messages.ts";
import { PAGE_SIZE } from "#shared/constants/lists.ts";
import { LOADED_FRESH_MS, MEMBER_POLL_MS } from "#shared/constants/timings.ts";
import { fullName } from "#shared/rules/full-name.ts";
import type { AdminUser } from "#shared/schemas/administration.ts";
import { type UserListSearch, userListSearch } from "./list-search.ts";
import { MakerKeys } from "./maker-keys.tsx";
import { PointsDialog } from "./points-dialog.tsx";
import { useUserAct } from "./use-user-act.ts";
import { useUsersLive } from "./use-users-live.ts";
import { USER_ACTS, type UserAct } from "./user-acts.ts";
import { userInputOf } from "./user-filter.ts";
import { UserFilters } from "./user-filters.tsx";
import { userName } from "./user-name.ts";
import { UserRow, UserRowSkeletons } from "./user-row.tsx";

type UsersScreenProps = {
  /** Who is shown, from the address. */
  search: UserListSearch;
  onSearch: (change: Partial<UserListSearch>) => void;
};

/** Asks before an act. What was asked last stays readable while the question fades out. */
const useQuestion = () => {
  const [asked, setAsked] = useState<{ act: UserAct; user: AdminUser } | null>(null);
  const [isAsking, setIsAsking] = useState(false);
  const [keptKeyIds, setKeptKeyIds] = useState<readonly string[]>([]);
  const close = () => setIsAsking(false);
  const act = asked?.act ?? "promote";
  const { mutate, reset, isPending, problem } = useUserAct(act, close);
  const ask = (next: UserAct, user: AdminUser) => {
    reset();
    setKeptKeyIds([]);
    setAsked({ act: next, user });
    setIsAsking(true);
  };
  const { title, text, action, isDangerous, endsKeys } = USER_ACTS[act];
  const dialog = asked !== null && (
    <ConfirmDialog
      isOpen={isAsking}
      title={title}
      text={
        <>
          <p>{text}</p>
          <p className="font-semibold wrap-anywhere text-bone">
            {userName(asked.user)} ({fullName(asked.user.profile)})
          </p>
          {endsKeys && asked.user.role === "Admin" && (
            <MakerKeys userId={asked.user.id} keptKeyIds={keptKeyIds} onChange={setKeptKeyIds} />
          )}
        </>
      }
      action={action}
      isDangerous={isDangerous}
      isBusy={isPending}
      error={problem}
      onConfirm={() => mutate({ id: asked.user.id, keptKeyIds: [...keptKeyIds] })}
      onClose={close}
    />
  );
  return { ask, dialog };
};

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

/** Everybody who has an account, and what an Admin does about them. */
export const UsersScreen = ({ search, onSearch }: UsersScreenProps) => {
  const me = useSession();
  const input = userInputOf(search);
  const isLive = useLive(true);
  const list = trpc.administration.users.useInfiniteQuery(
    { ...input, limit: PAGE_SIZE },
    { ...PAGED, staleTime: LOADED_FRESH_MS, refetchInterval: isLive ? false : MEMBER_POLL_MS },
  );
  const users = itemsOf(list.data);
  useUsersLive(users, isNarrowed(input));
  const clear = () => onSearch(clearedSearch(userListSearch));
  const question = useQuestion();
  const editor = usePointsEditor(users);

  return (
    <>
      <ListScreen
        eyebrow={ADMIN_SCREENS.eyebrow}
        title={ADMIN_SCREENS.users.title}
        filters={<UserFilters search={search} onSearch={onSearch} onClear={clear} />}
        list={list}
        items={users}
        counted={["user", "users"]}
        failure={ADMINISTRATION.loadFailed}
        skeletons={<UserRowSkeletons />}
        noMatch={{ ...ADMIN_SCREENS.users.noMatch, onClear: clear }}
        empty={null}
      >
        {(user) => (
          <UserRow
            key={user.id}
            user={user}
            isOwn={user.id === me?.id}
            onEditPoints={() => editor.open(user)}
            onAct={(act) => question.ask(act, user)}
          />
        )}
      </ListScreen>
      {question.dialog}
      {editor.dialog}
    </>
  );
};
