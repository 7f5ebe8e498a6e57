import { keepPreviousData } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { LostDen } from "#client/components/brand/lost-den.tsx";
import { ConfirmDialog } from "#client/components/confirm-dialog.tsx";
import { ListEnd } from "#client/components/list-end.tsx";
import { LoadFailed } from "#client/components/load-failed.tsx";
import { cn } from "#client/lib/cn.ts";
import { useSession } from "#client/lib/session/use-session.ts";
import { trpc } from "#client/lib/trpc.ts";
import { useLoadMore } from "#client/lib/use-load-more.ts";
import { ADMINISTRATION } from "#shared/admin-messages.ts";
import { PAGE_SIZE } from "#shared/constants/lists.ts";
import type { AdminUser } from "#shared/schemas/administration.ts";
import type { UserListSearch } from "./list-search.ts";
import { PointsDialog } from "./points-dialog.tsx";
import { USER_ACTS, type UserAct } from "./user-acts.ts";
import { isNarrowed, userInputOf } from "./user-filter.ts";
import { UserFilters } from "./user-filters.tsx";
import { fullName, userName } from "./user-name.ts";
import { UserRow, UserRowSkeletons } from "./user-row.tsx";
import { useUserAct } from "./use-user-act.ts";

type UsersScreenProps = {
  /** Who is shown, from the address. */
  search: UserListSearch;
  onSearch: (change: Partial<UserListSearch>) => void;
};

/** Asks before an act. What was asked last stays readable while the question fades out. */
const useQuestion = () => {
  const [asked, setAsked] = useState<{ act: UserAct; user: AdminUser } | null>(null);
  const [isAsking, setIsAsking] = useState(false);
  const close = () => setIsAsking(false);
  const act = asked?.act ?? "promote";
  const { mutate, reset, isPending, problem } = useUserAct(act, close);
  const ask = (next: UserAct, user: AdminUser) => {
    reset();
    setAsked({ act: next, user });
    setIsAsking(true);
  };
  const { title, text, action, isDangerous } = USER_ACTS[act];
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
        </>
      }
      action={action}
      isDangerous={isDangerous}
      isBusy={isPending}
      error={problem}
      onConfirm={() => mutate({ id: asked.user.id })}
      onClose={close}
    />
  );
  return { ask, dialog };
};

/** The points of one member at a time, each time from what the list says now. */
const usePointsEditor = () => {
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
      isOpen={isOpen}
      onClose={() => setIsOpen(false)}
    />
  );
  return { open, dialog };
};

/** Everybody who has an account, and what an Admin does about them (member §2 "Admin users screen"). */
export const UsersScreen = ({ search, onSearch }: UsersScreenProps) => {
  const me = useSession();
  const input = userInputOf(search);
  const list = trpc.administration.users.useInfiniteQuery(
    { ...input, limit: PAGE_SIZE },
    { getNextPageParam: (page) => page.nextCursor, placeholderData: keepPreviousData },
  );
  const users = list.data?.pages.flatMap((page) => page.items);
  const rows = useRef<HTMLUListElement>(null);
  const loadMore = useLoadMore(list, rows, users?.length ?? 0);
  const question = useQuestion();
  const editor = usePointsEditor();

  return (
    <>
      <p className="eyebrow">Administration</p>
      <h1 className="headline mt-2 text-5xl md:text-6xl">Users</h1>
      <UserFilters search={search} onSearch={onSearch} />
      {users === undefined ? (
        list.isError ? (
          <div className="mt-6">
            <LoadFailed
              message={ADMINISTRATION.loadFailed}
              isRetrying={list.isFetching}
              onRetry={() => void list.refetch()}
            />
          </div>
        ) : (
          <UserRowSkeletons />
        )
      ) : users.length === 0 ? (
        <div className="panel mt-6 flex flex-col items-center px-5 pt-6 pb-10 text-center">
          <LostDen className="w-full max-w-xs" />
          <h2 className="headline mt-4 text-3xl md:text-4xl">Nobody matches.</h2>
          <p className="mt-3 max-w-md text-pretty text-muted">
            {isNarrowed(input)
              ? "Try fewer words or another filter, or clear them all."
              : "Nobody has an account yet."}
          </p>
        </div>
      ) : (
        <>
          <ul
            ref={rows}
            aria-label="Users"
            aria-busy={list.isPlaceholderData}
            className={cn(
              "panel @container mt-6 divide-y divide-night-700 transition-opacity",
              list.isPlaceholderData && "opacity-60",
            )}
          >
            {users.map((user) => (
              <UserRow
                key={user.id}
                user={user}
                isOwn={user.id === me?.id}
                onEditPoints={() => editor.open(user)}
                onAct={(act) => question.ask(act, user)}
              />
            ))}
          </ul>
          <ListEnd list={list} failure={ADMINISTRATION.loadFailed} loadMore={loadMore} />
        </>
      )}
      <output className="sr-only">
        {users !== undefined &&
          !list.isPlaceholderData &&
          `${users.length} ${users.length === 1 ? "user" : "users"} shown`}
      </output>
      {question.dialog}
      {editor.dialog}
    </>
  );
};
