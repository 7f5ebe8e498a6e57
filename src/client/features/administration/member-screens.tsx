import { Link, useParams } from "@tanstack/react-router";
import { ArrowDown, ArrowLeft, ArrowUp, Maximize2, X } from "lucide-react";
import { type ReactNode, useEffect, useEffectEvent, useRef, useState } from "react";
import { TierEmblem } from "#client/components/brand/tier-emblem.tsx";
import { Placeholder } from "#client/components/document-text.tsx";
import { MemberAvatar, Moment, PointsText } from "#client/components/marks.tsx";
import { LoadFailed } from "#client/components/panels.tsx";
import { Alert, Skeleton } from "#client/components/ui/alert.tsx";
import { Button } from "#client/components/ui/button.tsx";
import { codeOf } from "#client/lib/api-error.ts";
import { cn } from "#client/lib/cn.ts";
import { forThose, FRESH, ONCE } from "#client/lib/routing/lazy-route.ts";
import { useMay, useSession } from "#client/lib/session/use-session.ts";
import { useSite } from "#client/lib/site.ts";
import { exactTime } from "#client/lib/time.ts";
import { trpc } from "#client/lib/trpc.ts";
import { ADMINISTRATION, CHANGE_POINTS, MEMBER_FILE, USER_SCREEN } from "#shared/admin-messages.ts";
import { LOADED_FRESH_MS } from "#shared/constants/time.ts";
import { PEOPLE_SCREEN, TEAM_SCREEN } from "#shared/people-messages.ts";
import { tierIn, tierOf } from "#shared/rules/community.ts";
import type { AdminMember } from "#shared/schemas/administration.ts";
import { ChangePointsDialog, EraseButton, MemberRoles } from "./member-dialogs.tsx";
import { LINK, MemberSections, StrikeButton, TIME } from "./member-sections.tsx";
import { GiveRoleDialog } from "./role-questions.tsx";
import {
  copyId,
  type Help,
  namesOf,
  useHelp,
  useHelpsFor,
  type UserAct,
  userName,
  useUserActs,
} from "./user-acts.tsx";
import { useQuestion } from "./user-menu.tsx";
import { UserMarks } from "./user-row.tsx";

/** Everything about one member, which follows what happens to them. */
const useMember = (id: string) => {
  return trpc.administration.member.useQuery(
    { id },
    {
      staleTime: LOADED_FRESH_MS,
      retry: (failures, error) => codeOf(error) === null && failures < 1,
    },
  );
};

const Fact = ({ name, children }: { name: string; children: ReactNode }) => (
  <div className="flex items-center gap-x-2">
    <dt className="text-faint">{name}</dt>
    <dd className="min-w-0">{children}</dd>
  </div>
);

type ActsProps = {
  member: AdminMember;
  isOwn: boolean;
  onPoints: () => void;
  onAct: (act: UserAct) => void;
  onHelp: (help: Help) => void;
  onGiveRole: () => void;
};

/** What is done about a member, each button with its name, as far as whoever looks may do it. */
const Acts = ({ member: { user }, isOwn, onPoints, onAct, onHelp, onGiveRole }: ActsProps) => {
  const helps = useHelpsFor(user, isOwn);
  const acts = useUserActs(user, isOwn);
  const mayStrike = useMay("strikes");
  const button = (act: UserAct, label: ReactNode) => (
    <Button variant="outline" size="sm" className="max-md:h-11" onClick={() => onAct(act)}>
      {label}
    </Button>
  );
  return (
    <div className="mt-3 flex flex-wrap gap-2 empty:hidden">
      {acts.mayChangePoints && (
        <Button size="sm" className="max-md:h-11" onClick={onPoints}>
          {CHANGE_POINTS.open}
        </Button>
      )}
      {acts.mayDemote &&
        button(
          "demote",
          <>
            <ArrowDown aria-hidden /> {USER_SCREEN.demote}
          </>,
        )}
      {acts.mayPromote &&
        button(
          "promote",
          <>
            <ArrowUp aria-hidden /> {USER_SCREEN.promote}
          </>,
        )}
      {acts.mayGiveRole && (
        <Button variant="outline" size="sm" className="max-md:h-11" onClick={onGiveRole}>
          {TEAM_SCREEN.give}
        </Button>
      )}
      {helps.map(({ act, label }) => (
        <Button
          key={act}
          variant="outline"
          size="sm"
          className="max-md:h-11"
          onClick={() => onHelp({ act })}
        >
          {label}
        </Button>
      ))}
      {acts.mayEndSessions && button("endSessions", MEMBER_FILE.endSessions)}
      {acts.mayDeactivate && button("deactivate", MEMBER_FILE.deactivate)}
      {acts.mayReactivate && button("reactivate", MEMBER_FILE.reactivate)}
      {mayStrike && !isOwn && user.role !== "Admin" && <StrikeButton user={user} />}
      <EraseButton user={user} />
    </div>
  );
};

/** Who it is: what nobody takes for their own page. */
const Identity = ({
  member,
  isOwn,
  onHelp,
}: {
  member: AdminMember;
  isOwn: boolean;
  onHelp: (help: Help) => void;
}) => {
  const { user, tiers, lastSeenAt } = member;
  const { id, zlgMember, createdAt } = user;
  const { tiers: known } = useSite();
  const mayEndTiers = useMay("orders");
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
          <p className="wrap-anywhere text-muted">{namesOf(user)}</p>
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
            {tiers.length === 0 && MEMBER_FILE.noTier}
            {tiers.map(({ tier: key, endsAt }) => {
              const { name } = tierOf(known, key);
              return (
                <span key={key} className="flex flex-wrap items-center gap-x-1.5">
                  {MEMBER_FILE.tierEnds(name, exactTime(new Date(endsAt)))}
                  {mayEndTiers && (
                    <button
                      type="button"
                      aria-label={PEOPLE_SCREEN.endTier.label(name)}
                      className={cn(LINK, "min-h-6 px-1 max-md:min-h-11")}
                      onClick={() => onHelp({ act: "endTier", tier: key })}
                    >
                      {PEOPLE_SCREEN.endTier.short}
                    </button>
                  )}
                </span>
              );
            })}
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
            className={cn(LINK, "max-w-full truncate text-left leading-6")}
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
  <Placeholder aria-busy className="space-y-4">
    <Skeleton className="h-40 w-full" />
    <Skeleton className="h-32 w-full" />
    <Skeleton className="h-32 w-full" />
  </Placeholder>
);

type FileProps = { query: ReturnType<typeof useMember> };

const MemberFile = ({ query }: FileProps) => {
  const me = useSession();
  const question = useQuestion();
  const help = useHelp();
  const [isChanging, setIsChanging] = useState(false);
  const [isGiving, setIsGiving] = useState(false);
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
  const holder = { id: user.id, name: userName(user) };
  const onHelp = (asked: Help) => help.ask(asked, user);
  return (
    <>
      <div className="@container mt-3">
        <div className="panel border-l-4 border-l-accent p-4">
          <Identity member={member} isOwn={isOwn} onHelp={onHelp} />
          <MemberRoles holder={holder} />
          <Acts
            member={member}
            isOwn={isOwn}
            onPoints={() => setIsChanging(true)}
            onAct={(act) => question.ask(act, user)}
            onHelp={onHelp}
            onGiveRole={() => setIsGiving(true)}
          />
        </div>
        <MemberSections member={member} onHelp={onHelp} />
      </div>
      {question.dialog}
      {help.dialog}
      {isGiving && <GiveRoleDialog holder={holder} onClose={() => setIsGiving(false)} />}
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
const MemberPage = ({ id }: { id: string }) => {
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

export const Member = () => {
  const { id } = useParams({ from: "/_site/member/admin/users_/$id" });
  // Another member's page begins anew.
  return <MemberPage key={id} id={id} />;
};

export const loadMember = forThose<object, { id: string }>(
  "members",
  ({ queries, params: { id } }) =>
    queries.administration.member.prefetch({ id }, { ...ONCE, ...FRESH }),
);
