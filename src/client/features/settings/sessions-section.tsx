import { useNavigate } from "@tanstack/react-router";
import { Monitor, Smartphone } from "lucide-react";
import { useId, useState } from "react";
import { ConfirmDialog } from "#client/components/confirm-dialog.tsx";
import { TimeAgo } from "#client/components/marks.tsx";
import { LoadFailed } from "#client/components/panels.tsx";
import { Skeleton } from "#client/components/ui/alert.tsx";
import { Button } from "#client/components/ui/button.tsx";
import { messageOf } from "#client/lib/api-error.ts";
import { cn } from "#client/lib/cn.ts";
import { useSessionActions } from "#client/lib/session/use-session.ts";
import { toast } from "#client/lib/toast.ts";
import { trpc } from "#client/lib/trpc.ts";
import { SESSIONS } from "#shared/member-area-messages.ts";
import type { OpenSession } from "#shared/schemas/accounts.ts";
import { SettingsSection } from "./section.tsx";

/** Ways out that lead to the home page: signing out, and whatever else ends the session. */
export const useLeave = () => {
  const navigate = useNavigate();
  const { leave, signOut } = useSessionActions();
  const goHome = () => navigate({ to: "/", replace: true });
  return {
    /** Signs this browser out. */
    signOut: async () => {
      await signOut();
      await goHome();
    },
    /** @throws what `work` throws; then nobody leaves. */
    after: async <T,>(work: () => Promise<T>): Promise<T> => {
      const result = await leave(work);
      await goHome();
      return result;
    },
  };
};

/** So many are shown at first. */
const SHOWN_FIRST = 5;
const HANDHELD = /android|iphone|ipad|ios|phone|mobile|tablet/i;

type SessionRowProps = {
  session: OpenSession;
  /** The present in milliseconds; null before it is known. */
  onSignOut: () => void;
};

/** One browser that is signed in: what it is, where, since when and when it was last used. */
const SessionRow = ({ session, onSignOut }: SessionRowProps) => {
  const { browser, address, createdAt, lastUsedAt, isCurrent } = session;
  const Icon = HANDHELD.test(browser) ? Smartphone : Monitor;
  const detailsId = useId();
  return (
    <li className="flex flex-wrap items-start gap-x-4 gap-y-3 py-5 last:pb-0 sm:flex-nowrap sm:items-center">
      <span
        aria-hidden
        className={cn(
          "hexagon grid h-12 w-[2.6rem] shrink-0 place-items-center",
          isCurrent ? "bg-accent text-ground-950" : "bg-ground-700 text-muted",
        )}
      >
        <Icon className="size-5" />
      </span>
      <div className="min-w-0 flex-1 basis-48">
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1 font-semibold wrap-anywhere">
          {browser}
          {isCurrent && (
            <span className="rounded-full bg-moss/15 px-2.5 py-0.5 text-xs font-semibold text-moss">
              This browser
            </span>
          )}
        </p>
        <p
          id={detailsId}
          className="mt-1 flex flex-col gap-x-2 text-sm text-muted md:flex-row md:flex-wrap md:[&>span+span]:before:mr-2 md:[&>span+span]:before:text-faint md:[&>span+span]:before:content-['·']"
        >
          <span className="tabular-nums">{address}</span>
          <span>
            Logged in <TimeAgo at={createdAt} />
          </span>
          <span>
            {isCurrent ? (
              SESSIONS.inUse
            ) : (
              <>
                Last used <TimeAgo at={lastUsedAt} />
              </>
            )}
          </span>
        </p>
      </div>
      <Button
        variant="outline"
        size="sm"
        className="ml-[3.6rem] sm:ml-0"
        aria-describedby={detailsId}
        aria-label={isCurrent ? SESSIONS.signOut : `Log out ${browser}`}
        onClick={onSignOut}
      >
        Log out
      </Button>
    </li>
  );
};

/** Which sessions somebody is asked about: one, or all but their own. */
type Asked = { about: "one"; session: OpenSession } | { about: "others"; count: number };

const questionOf = (asked: Asked) => {
  if (asked.about === "others")
    return {
      title: SESSIONS.endOthersTitle,
      text: SESSIONS.endOthersText(asked.count),
      done: SESSIONS.othersEnded,
    };
  return asked.session.isCurrent
    ? {
        title: SESSIONS.endHereTitle,
        text: SESSIONS.endHereText,
        done: SESSIONS.signedOutHere,
      }
    : {
        title: SESSIONS.endOneTitle,
        text: SESSIONS.endOneText(asked.session.browser, asked.session.address),
        done: SESSIONS.ended(asked.session.browser),
      };
};

const SkeletonRows = () => (
  <div className="divide-y divide-ground-700">
    {["first", "second"].map((key) => (
      <div key={key} className="flex items-center gap-4 py-4">
        <Skeleton className="h-12 w-11 shrink-0" />
        <div className="flex-1 space-y-2">
          <Skeleton className="h-5 w-48 max-w-full" />
          <Skeleton className="h-4 w-64 max-w-full" />
        </div>
      </div>
    ))}
  </div>
);

/** The browsers that are signed in, each with a way to sign it out. */
export const SessionsSection = () => {
  const { signOut } = useLeave();
  const utils = trpc.useUtils();
  const sessions = trpc.accounts.sessions.useQuery();
  // What was asked last stays readable while the question fades out.
  const [asked, setAsked] = useState<Asked | null>(null);
  const [isAsking, setIsAsking] = useState(false);
  const [isLeaving, setIsLeaving] = useState(false);
  const [error, setError] = useState<string | null>(null);
  const [showsAll, setShowsAll] = useState(false);
  const others = sessions.data?.filter((session) => !session.isCurrent) ?? [];

  const ask = (next: Asked) => {
    setAsked(next);
    setError(null);
    setIsAsking(true);
  };
  const onSettled = () => utils.accounts.sessions.invalidate();
  const onError = (failure: unknown) => setError(messageOf(failure) ?? SESSIONS.endingFailed);
  const onDone = (stays: (session: OpenSession) => boolean) => {
    utils.accounts.sessions.setData(undefined, (list) => list?.filter(stays));
    setIsAsking(false);
    if (asked !== null) toast("success", questionOf(asked).done, "settings");
  };
  const endOne = trpc.accounts.endSession.useMutation({
    onSuccess: (_nothing, { id }) => onDone((session) => session.id !== id),
    onError,
    onSettled,
  });
  const endOthers = trpc.accounts.endOtherSessions.useMutation({
    onSuccess: () => onDone((session) => session.isCurrent),
    onError,
    onSettled,
  });

  const leaveHere = async () => {
    setIsLeaving(true);
    await signOut();
    toast("success", SESSIONS.signedOutHere, "settings");
  };
  const confirm = () => {
    setError(null);
    if (asked?.about === "others") endOthers.mutate();
    else if (asked?.session.isCurrent === true) void leaveHere();
    else if (asked !== null) endOne.mutate({ id: asked.session.id });
  };

  return (
    <SettingsSection
      title={SESSIONS.title}
      text={SESSIONS.text}
      aside={
        others.length > 0 && (
          <Button
            variant="outline"
            size="sm"
            onClick={() => ask({ about: "others", count: others.length })}
          >
            {SESSIONS.endOthers}
          </Button>
        )
      }
    >
      {sessions.data !== undefined ? (
        <>
          <ul className="divide-y divide-ground-700 border-t border-ground-700">
            {sessions.data.slice(0, showsAll ? undefined : SHOWN_FIRST).map((session) => (
              <SessionRow
                key={session.id}
                session={session}
                onSignOut={() => ask({ about: "one", session })}
              />
            ))}
          </ul>
          {sessions.data.length > SHOWN_FIRST && (
            <Button
              variant="outline"
              size="sm"
              className="mt-6 w-full sm:w-auto"
              aria-expanded={showsAll}
              onClick={() => setShowsAll(!showsAll)}
            >
              {showsAll ? SESSIONS.showFirst(SHOWN_FIRST) : SESSIONS.showAll(sessions.data.length)}
            </Button>
          )}
        </>
      ) : sessions.isError ? (
        <LoadFailed
          message={SESSIONS.loadFailed}
          isRetrying={sessions.isFetching}
          onRetry={() => void sessions.refetch()}
        />
      ) : (
        <SkeletonRows />
      )}
      {asked !== null && (
        <ConfirmDialog
          isOpen={isAsking}
          {...questionOf(asked)}
          action={asked.about === "others" ? SESSIONS.endOthers : "Log out"}
          isBusy={isLeaving || endOne.isPending || endOthers.isPending}
          error={error}
          onConfirm={confirm}
          onClose={() => setIsAsking(false)}
        />
      )}
    </SettingsSection>
  );
};
