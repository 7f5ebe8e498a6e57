import { Eye, UserRound } from "lucide-react";
import { usePresence } from "#client/features/tickets/queue/presence.ts";
import { trpc } from "#client/lib/trpc.ts";
import { QUEUE_SCREEN } from "#shared/queue-messages.ts";
import { fullName } from "#shared/rules/display-name.ts";

/**
 * For the team on a ticket's own page: who takes care of it, and who else looks at it, so that no two answer
 * it at once [QUEUE-06]. For another ticket it begins anew: give it the ticket as its key.
 */
export const TeamLine = ({ ticketId, userId }: { ticketId: number; userId: string }) => {
  const { data: facts } = trpc.queue.facts.useQuery({ id: ticketId });
  const helpers = trpc.queue.helpers.useQuery();
  const others = usePresence(ticketId);
  const looking = others.flatMap((id) => helpers.data?.find((one) => one.id === id) ?? []);
  const assignee = facts?.assignee ?? null;
  const taken =
    assignee === null
      ? QUEUE_SCREEN.takenByNobody
      : assignee.id === userId
        ? QUEUE_SCREEN.takenByYou
        : QUEUE_SCREEN.takenBy(fullName(assignee));
  return (
    <section
      aria-label={QUEUE_SCREEN.facts}
      className="mb-3 flex min-h-6 flex-wrap items-center gap-x-5 gap-y-1 px-1 text-sm text-muted"
    >
      <span className="flex items-center gap-2">
        <UserRound aria-hidden className="size-4 shrink-0 text-faint" />
        <bdi>{facts === undefined ? "…" : taken}</bdi>
      </span>
      <output className="flex items-center gap-2 text-accent-strong empty:hidden">
        {looking.length > 0 && (
          <>
            <Eye aria-hidden className="size-4 shrink-0" />
            {QUEUE_SCREEN.alsoLooking(looking.map(fullName))}
          </>
        )}
      </output>
    </section>
  );
};
