import { useEffect, useEffectEvent, useState } from "react";
import { useFeedEvent } from "#client/lib/feed/live.ts";
import { inBackground } from "#client/lib/session/cause.ts";
import { parting } from "#client/lib/session/parting.ts";
import { useSession, useTokens } from "#client/lib/session/use-session.ts";
import { trpc } from "#client/lib/trpc.ts";
import { PRESENCE_BEAT_MS, PRESENCE_MS } from "#shared/constants/queue.ts";

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
