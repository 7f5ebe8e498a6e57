import { useState } from "react";
import { ConfirmDialog } from "#client/components/confirm-dialog.tsx";
import { ListScreen } from "#client/components/list-screen.tsx";
import { messageOf } from "#client/lib/api-error.ts";
import { useLive } from "#client/lib/feed/live.ts";
import { useFeedEvent } from "#client/lib/feed/use-feed-event.ts";
import { PAGED, clearedSearch, isNarrowed, itemsOf } from "#client/lib/lists.ts";
import type { SearchProps } from "#client/lib/routing/with-search.tsx";
import { inBackground } from "#client/lib/session/cause.ts";
import { useSession } from "#client/lib/session/use-session.ts";
import { createPace } from "#client/lib/timers.ts";
import { toast } from "#client/lib/toast.ts";
import { trpc } from "#client/lib/trpc.ts";
import { ADMINISTRATION, ADMIN_SCREENS } from "#shared/admin-messages.ts";
import { PAGE_SIZE } from "#shared/constants/lists.ts";
import { LOADED_FRESH_MS, MEMBER_POLL_MS } from "#shared/constants/timings.ts";
import { fullName } from "#shared/rules/display-name.ts";
import type { AdminUser } from "#shared/schemas/administration.ts";
import { type UserListSearch, userListSearch } from "./list-search.ts";
import { MakerKeys } from "./maker-keys.tsx";
import { PointsDialog } from "./points-dialog.tsx";
import { USER_ACTS, type UserAct, userName } from "./user-acts.ts";
import { UserFilters, userInputOf } from "./user-filters.tsx";
import { UserRow, UserRowSkeletons } from "./user-row.tsx";

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

/**
 * Does what an Admin has confirmed about a member, and says so in a toast.
 * @param act which of them is asked about.
 * @param onDone the question is answered.
 */
const useUserAct = (act: UserAct, onDone: () => void) => {
  const { users } = trpc.useUtils().administration;
  const { promote, demote, deactivate, reactivate, endSessions } = trpc.administration;
  const options = {
    onSuccess: (sentence: string) => {
      toast("success", sentence, "admin");
      onDone();
    },
    onSettled: () => users.invalidate(),
  };
  const mutations = {
    promote: promote.useMutation(options),
    demote: demote.useMutation(options),
    deactivate: deactivate.useMutation(options),
    reactivate: reactivate.useMutation(options),
    endSessions: endSessions.useMutation(options),
  };
  const { mutate, reset, isPending, error } = mutations[act];
  return {
    mutate,
    reset,
    isPending,
    /** The server's reason where it has one. */
    problem: error === null ? null : (messageOf(error) ?? USER_ACTS[act].failed),
  };
};

type UsersScreenProps = SearchProps<UserListSearch>;

/** Asks before an act. What was asked last stays readable while the question fades out. */
const useQuestion = () => {
  const [asked, setAsked] = useState<{ act: UserAct; user: AdminUser } | null>(null);
  const [isAsking, setIsAsking] = useState(false);
  const [keptKeyIds, setKeptKeyIds] = useState<readonly string[]>([]);
  const me = useSession();
  const isOwn = asked !== null && asked.user.id === me?.id;
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
          {endsKeys && asked.user.role === "Admin" && !isOwn && (
            <MakerKeys userId={asked.user.id} keptKeyIds={keptKeyIds} onChange={setKeptKeyIds} />
          )}
          {endsKeys && isOwn && <p>{ADMINISTRATION.ownKeysEnd}</p>}
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
