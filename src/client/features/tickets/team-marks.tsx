import { Timer, TimerOff } from "lucide-react";
import { useEffect, useEffectEvent, useState } from "react";
import { cn } from "#client/lib/cn.ts";
import { useFeedEvent } from "#client/lib/feed/live.ts";
import { inBackground } from "#client/lib/session/cause.ts";
import { parting } from "#client/lib/session/parting.ts";
import { may, useSession, useTokens } from "#client/lib/session/use-session.ts";
import { exactTime, roughDuration, shortDuration, useNow } from "#client/lib/time.ts";
import { trpc } from "#client/lib/trpc.ts";
import { PRESENCE_BEAT_MS, PRESENCE_MS } from "#shared/constants/queue.ts";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "#shared/constants/time.ts";
import { DESK } from "#shared/desk-messages.ts";
import type { CurrentUser } from "#shared/schemas/accounts.ts";
import type { Ticket } from "#shared/schemas/tickets.ts";
import { TURN } from "#shared/thread-messages.ts";

/**
 * Whether somebody works on a ticket as one of the team: whoever is merely on one of a category that takes another
 * permission does not, and is asked and shown nothing of what is the team's alone [DESK-02].
 */
export const worksOn = (user: CurrentUser | null | undefined, { mayWork }: Ticket): boolean =>
  mayWork === true && may(user, "tickets");

/**
 * Says to the rest of the team that one looks at a ticket, and learns who else does [QUEUE-06]. For another
 * ticket it begins anew: give the component the ticket as its key.
 * @returns the ids of the others.
 */
export const usePresence = (ticketId: number): readonly string[] => {
  const user = useSession();
  const tokens = useTokens();
  const look = trpc.queue.look.useMutation();
  /** By the others' ids, until when they count as there. */
  const [others, setOthers] = useState<ReadonlyMap<string, number>>(new Map());
  const say = useEffectEvent((is: "came" | "there" | "left") => {
    if (document.hidden && is !== "left") return;
    inBackground(() => look.mutate({ id: ticketId, is }));
  });
  const sayAtTheEnd = useEffectEvent(() =>
    parting(tokens.read(), "queue.look", { id: ticketId, is: "left" }),
  );
  const forget = useEffectEvent(() => {
    const nowMs = Date.now();
    const left = [...others].filter(([, untilMs]) => untilMs > nowMs);
    if (left.length < others.size) setOthers(new Map(left));
  });
  useEffect(() => {
    say("came");
    const beat = setInterval(() => {
      say("there");
      forget();
    }, PRESENCE_BEAT_MS);
    const onVisible = () => say(document.hidden ? "left" : "came");
    // Of a tab that closes nothing else would be sent any more; one that is gone back to may be kept.
    const onHide = () => sayAtTheEnd();
    const onShow = ({ persisted }: PageTransitionEvent) => persisted && say("came");
    document.addEventListener("visibilitychange", onVisible);
    window.addEventListener("pagehide", onHide);
    window.addEventListener("pageshow", onShow);
    return () => {
      clearInterval(beat);
      document.removeEventListener("visibilitychange", onVisible);
      window.removeEventListener("pagehide", onHide);
      window.removeEventListener("pageshow", onShow);
      say("left");
    };
  }, []);
  useFeedEvent((event) => {
    if (event.type !== "ticket.viewed" || event.ticketId !== ticketId) return;
    if (event.userId === user?.id) return;
    const next = new Map(others);
    if (event.is === "left") next.delete(event.userId);
    else next.set(event.userId, Date.now() + PRESENCE_MS);
    setOthers(next);
    // Whoever has just come does not know yet that this one is there.
    if (event.is === "came") say("there");
  });
  return [...others.keys()];
};

/** So near the time is pointed out. */
const NEAR_MS = HOUR_MS;

/**
 * Until when a ticket is to be answered, from now on: "Answer due in 40 min", "2 h late"; with an icon, so that it is
 * told by more than a colour. Nothing before the page is live.
 */
export const DueMark = ({ dueAt, className }: { dueAt: string; className?: string }) => {
  const nowMs = useNow();
  if (nowMs === null) return null;
  const leftMs = Date.parse(dueAt) - nowMs;
  const isLate = leftMs <= 0;
  const time = shortDuration(Math.max(Math.abs(leftMs), MINUTE_MS));
  const Icon = isLate ? TimerOff : Timer;
  return (
    <span
      data-due={isLate ? "late" : "open"}
      title={DESK.answerUntil(exactTime(new Date(dueAt)))}
      className={cn(
        "inline-flex items-center gap-1.5 rounded-full px-2 py-0.5 text-xs font-semibold whitespace-nowrap",
        isLate
          ? "bg-ember/15 text-ember"
          : leftMs <= NEAR_MS
            ? "bg-accent/15 text-accent-strong"
            : "bg-ground-700 text-muted",
        className,
      )}
    >
      <Icon className="size-3.5 shrink-0" aria-hidden />
      {isLate ? DESK.late(time) : DESK.dueIn(time)}
    </span>
  );
};

/** A time within which it really happens: rounded up. */
const within = (durationMs: number): string => {
  const unitMs = durationMs < HOUR_MS ? 5 * MINUTE_MS : durationMs < DAY_MS ? HOUR_MS : DAY_MS;
  return roughDuration(Math.ceil(durationMs / unitMs) * unitMs);
};

/** How long a first answer usually takes; nothing where that is not known. */
export const UsualAnswer = () => {
  const { data } = trpc.tickets.usualAnswer.useQuery(undefined, { staleTime: 10 * MINUTE_MS });
  if (data?.medianMs == null) return null;
  return <span className="block">{TURN.usually(within(data.medianMs))}</span>;
};
