import { useState } from "react";
import { ConfirmDialog } from "#client/components/confirm-dialog.tsx";
import { LoadFailed } from "#client/components/load-failed.tsx";
import { Button } from "#client/components/ui/button.tsx";
import { Skeleton } from "#client/components/ui/skeleton.tsx";
import { messageOf } from "#client/lib/api-error.ts";
import { toast } from "#client/lib/toast.ts";
import { trpc } from "#client/lib/trpc.ts";
import { useNow } from "#client/lib/use-now.ts";
import type { OpenSession } from "#shared/schemas/accounts.ts";
import { SESSIONS } from "#shared/settings-messages.ts";
import { SessionRow } from "./session-row.tsx";
import { SettingsSection } from "./settings-section.tsx";
import { useLeave } from "./use-leave.ts";

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
  <div className="divide-y divide-night-700">
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
  const now = useNow();
  const { signOut } = useLeave();
  const utils = trpc.useUtils();
  const sessions = trpc.accounts.sessions.useQuery();
  // What was asked last stays readable while the question fades out.
  const [asked, setAsked] = useState<Asked | null>(null);
  const [isAsking, setIsAsking] = useState(false);
  const [isLeaving, setIsLeaving] = useState(false);
  const [error, setError] = useState<string | null>(null);
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
        <ul className="divide-y divide-night-700 border-t border-night-700">
          {sessions.data.map((session) => (
            <SessionRow
              key={session.id}
              session={session}
              now={now}
              onSignOut={() => ask({ about: "one", session })}
            />
          ))}
        </ul>
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
          action={asked.about === "others" ? SESSIONS.endOthers : "Sign out"}
          isBusy={isLeaving || endOne.isPending || endOthers.isPending}
          error={error}
          onConfirm={confirm}
          onClose={() => setIsAsking(false)}
        />
      )}
    </SettingsSection>
  );
};
