import { Link } from "@tanstack/react-router";
import { ArrowDown, ArrowLeft, ArrowUp, Maximize2, X } from "lucide-react";
import { type ReactNode, useEffect, useEffectEvent, useRef, useState } from "react";
import { TierEmblem } from "#client/components/brand/tier-emblem.tsx";
import { LoadFailed } from "#client/components/load-states.tsx";
import { MemberAvatar } from "#client/components/member-avatar.tsx";
import { PointsText } from "#client/components/points.tsx";
import { Moment } from "#client/components/time-ago.tsx";
import { Alert } from "#client/components/ui/alert.tsx";
import { Button } from "#client/components/ui/button.tsx";
import { Skeleton } from "#client/components/ui/skeleton.tsx";
import { codeOf } from "#client/lib/api-error.ts";
import { cn } from "#client/lib/cn.ts";
import { useFeedEvent } from "#client/lib/feed/live.ts";
import { inBackground } from "#client/lib/session/cause.ts";
import { useSession } from "#client/lib/session/use-session.ts";
import { useSite } from "#client/lib/site.ts";
import { exactTime } from "#client/lib/time.ts";
import { createPace } from "#client/lib/timers.ts";
import { trpc } from "#client/lib/trpc.ts";
import { ADMINISTRATION, CHANGE_POINTS, MEMBER_FILE, USER_SCREEN } from "#shared/admin-messages.ts";
import { LOADED_FRESH_MS } from "#shared/constants/timings.ts";
import { fullName } from "#shared/rules/display-name.ts";
import { tierIn, tierOf } from "#shared/rules/tiers.ts";
import type { AdminMember } from "#shared/schemas/administration.ts";
import { ChangePointsDialog } from "./change-points-dialog.tsx";
import { LINK, MemberSections, TIME } from "./member-sections.tsx";
import { copyId, type UserAct, userName } from "./user-acts.ts";
import { useQuestion } from "./user-question.tsx";
import { UserMarks } from "./user-row.tsx";

/** Everything about one member, which follows what happens to them. */
const useMember = (id: string) => {
  const { administration } = trpc.useUtils();
  const [pace] = useState(() => createPace(inBackground));
  useFeedEvent((event) => {
    const isAbout =
      event.type === "hello" ||
      event.type === "resync" ||
      event.type === "orders.changed" ||
      event.type === "ticket.changed" ||
      (event.type === "member.changed" && event.userId === id);
    if (isAbout) void pace("member", () => administration.member.invalidate({ id }));
  });
  return trpc.administration.member.useQuery(
    { id },
    {
      staleTime: LOADED_FRESH_MS,
      retry: (failures, error) => codeOf(error) === null && failures < 1,
    },
  );
};

const Fact = ({ name, children }: { name: string; children: ReactNode }) => (
  <div className="flex gap-x-2">
    <dt className="text-faint">{name}</dt>
    <dd className="min-w-0">{children}</dd>
  </div>
);

type ActsProps = {
  member: AdminMember;
  isOwn: boolean;
  onPoints: () => void;
  onAct: (act: UserAct) => void;
};

/** What an Admin does about a member, each button with its name. */
const Acts = ({ member: { user }, isOwn, onPoints, onAct }: ActsProps) => {
  const button = (act: UserAct, label: ReactNode) => (
    <Button variant="outline" size="sm" className="max-md:h-11" onClick={() => onAct(act)}>
      {label}
    </Button>
  );
  return (
    <div className="mt-3 flex flex-wrap gap-2">
      <Button size="sm" className="max-md:h-11" onClick={onPoints}>
        {CHANGE_POINTS.open}
      </Button>
      {user.role === "Admin"
        ? button(
            "demote",
            <>
              <ArrowDown aria-hidden /> {USER_SCREEN.demote}
            </>,
          )
        : button(
            "promote",
            <>
              <ArrowUp aria-hidden /> {USER_SCREEN.promote}
            </>,
          )}
      {!isOwn && user.active && button("endSessions", MEMBER_FILE.endSessions)}
      {!isOwn && user.active && button("deactivate", MEMBER_FILE.deactivate)}
      {!isOwn && !user.active && button("reactivate", MEMBER_FILE.reactivate)}
    </div>
  );
};

/** Who it is: what nobody takes for their own page. */
const Identity = ({ member, isOwn }: { member: AdminMember; isOwn: boolean }) => {
  const { user, tiers, lastSeenAt } = member;
  const { id, email, profile, zlgMember, createdAt } = user;
  const { tiers: known } = useSite();
  const tier = tierIn(known, zlgMember.timedPermissionGroups);
  return (
    <>
      <div className="flex items-center gap-4">
        <MemberAvatar
          name={userName(user)}
          picture={zlgMember.discordImgUrl}
          tier={tier}
          className="h-20 shrink-0"
        />
        <div className="min-w-0">
          <p className="wrap-anywhere text-muted">
            {fullName(profile)} · {email}
          </p>
          <p className="mt-1 flex flex-wrap items-center gap-1.5">
            <UserMarks user={user} isOwn={isOwn} />
          </p>
          <p className="mt-1 flex items-center gap-3 font-display text-2xl font-extrabold tracking-wide">
            <PointsText points={zlgMember.points} />
          </p>
        </div>
      </div>
      <dl className="mt-3 grid grid-cols-1 gap-x-6 gap-y-1 text-sm @xl:grid-cols-2">
        <Fact name={MEMBER_FILE.tier}>
          <span className="flex flex-wrap items-center gap-x-2">
            <TierEmblem tier={tier} className="size-5" />
            {tiers.length === 0
              ? MEMBER_FILE.noTier
              : tiers
                  .map((running) =>
                    MEMBER_FILE.tierEnds(
                      tierOf(known, running.tier).name,
                      exactTime(new Date(running.endsAt)),
                    ),
                  )
                  .join(", ")}
          </span>
        </Fact>
        <Fact name={MEMBER_FILE.joined}>
          <Moment at={createdAt} className={TIME} />
        </Fact>
        <Fact name={MEMBER_FILE.lastSeen}>
          {lastSeenAt === null ? (
            MEMBER_FILE.notSignedIn
          ) : (
            <Moment at={lastSeenAt} className={TIME} />
          )}
        </Fact>
        <Fact name="ID">
          <button
            type="button"
            title={MEMBER_FILE.copyUserId}
            aria-label={`${MEMBER_FILE.copyUserId}: ${id}`}
            className={cn(LINK, "max-w-full truncate text-left")}
            onClick={() => void copyId(id)}
          >
            {id}
          </button>
        </Fact>
      </dl>
    </>
  );
};

const FileSkeleton = () => (
  <div aria-busy className="fills-screen space-y-4">
    <Skeleton className="h-40 w-full" />
    <Skeleton className="h-32 w-full" />
    <Skeleton className="h-32 w-full" />
  </div>
);

type FileProps = { query: ReturnType<typeof useMember> };

const MemberFile = ({ query }: FileProps) => {
  const me = useSession();
  const question = useQuestion();
  const [isChanging, setIsChanging] = useState(false);
  const member = query.data;
  if (member === undefined)
    return (
      <div className="mt-3">
        {!query.isError && <FileSkeleton />}
        {query.isError && codeOf(query.error) === "not_found" && (
          <Alert>{ADMINISTRATION.unknown}</Alert>
        )}
        {query.isError && codeOf(query.error) !== "not_found" && (
          <LoadFailed
            message={MEMBER_FILE.loadFailed}
            isRetrying={query.isFetching}
            onRetry={() => void query.refetch()}
          />
        )}
      </div>
    );
  const { user } = member;
  const isOwn = user.id === me?.id;
  return (
    <>
      <div className="@container mt-3">
        <div className="panel border-l-4 border-l-accent p-4">
          <Identity member={member} isOwn={isOwn} />
          <Acts
            member={member}
            isOwn={isOwn}
            onPoints={() => setIsChanging(true)}
            onAct={(act) => question.ask(act, user)}
          />
        </div>
        <MemberSections {...member} />
      </div>
      {question.dialog}
      {isChanging && (
        <ChangePointsDialog
          userId={user.id}
          name={userName(user)}
          points={user.zlgMember.points}
          onClose={() => setIsChanging(false)}
        />
      )}
    </>
  );
};

const NAME = "headline min-w-0 text-3xl wrap-anywhere outline-none";

const nameIn = ({ data }: FileProps["query"]): string =>
  data === undefined ? MEMBER_FILE.eyebrow : userName(data.user);

/** Everything about one member, on a page of its own [ADMIN-10]. */
export const MemberPage = ({ id }: { id: string }) => {
  const query = useMember(id);
  return (
    <>
      <Link
        to="/member/admin/users"
        className="inline-flex min-h-9 items-center gap-2 font-semibold text-muted transition-colors hover:text-accent-strong"
      >
        <ArrowLeft className="size-4" aria-hidden />
        {MEMBER_FILE.backToUsers}
      </Link>
      <div className="flex flex-row-reverse items-baseline justify-end gap-x-4">
        {/* Beside a name that is still to come it would move. */}
        {query.data !== undefined && <p className="eyebrow">{MEMBER_FILE.eyebrow}</p>}
        <h1 tabIndex={-1} className={cn(NAME, "md:text-4xl")}>
          {nameIn(query)}
        </h1>
      </div>
      <MemberFile query={query} />
    </>
  );
};

/** The same beside the list of members, where there is room for it. Escape in it closes it. */
export const MemberPanel = ({ id, onClose }: { id: string; onClose: () => void }) => {
  const query = useMember(id);
  const panel = useRef<HTMLElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  const close = useEffectEvent(onClose);
  useEffect(() => {
    heading.current?.focus({ preventScroll: true });
    const { current } = panel;
    const onKey = ({ key }: KeyboardEvent) => {
      if (key === "Escape") close();
    };
    current?.addEventListener("keydown", onKey);
    return () => current?.removeEventListener("keydown", onKey);
  }, []);
  return (
    <aside
      ref={panel}
      aria-label={MEMBER_FILE.eyebrow}
      className="sticky top-20 max-h-[calc(100dvh-6rem)] overflow-y-auto rounded-xl max-xl:hidden"
    >
      <div className="flex items-center gap-2">
        <h2 ref={heading} tabIndex={-1} className={cn(NAME, "flex-1")}>
          {nameIn(query)}
        </h2>
        <Button asChild variant="ghost" size="icon">
          <Link
            to="/member/admin/users/$id"
            params={{ id }}
            aria-label={MEMBER_FILE.openPage}
            title={MEMBER_FILE.openPage}
          >
            <Maximize2 aria-hidden />
          </Link>
        </Button>
        <Button
          variant="ghost"
          size="icon"
          aria-label={MEMBER_FILE.close}
          title={MEMBER_FILE.close}
          onClick={onClose}
        >
          <X aria-hidden />
        </Button>
      </div>
      <MemberFile query={query} />
    </aside>
  );
};
