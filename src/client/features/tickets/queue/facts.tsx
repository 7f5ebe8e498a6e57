import { Link } from "@tanstack/react-router";
import { Eye } from "lucide-react";
import type { ReactNode } from "react";
import { Button } from "#client/components/ui/button.tsx";
import { DueMark } from "#client/features/tickets/due-mark.tsx";
import { useMay } from "#client/lib/session/may.ts";
import { trpc } from "#client/lib/trpc.ts";
import { PRIORITY_NAMES, QUEUE_SCREEN } from "#shared/queue-messages.ts";
import { fullName } from "#shared/rules/display-name.ts";
import { LabelMark } from "./looks.tsx";
import type { Choosing } from "./pickers.tsx";
import { usePresence } from "./presence.ts";
import { Requester } from "./requester.tsx";

const Fact = ({ term, children }: { term: string; children: ReactNode }) => (
  <div className="min-w-0">
    <dt className="text-sm text-faint">{term}</dt>
    <dd className="mt-0.5 flex flex-wrap items-center gap-1.5">{children}</dd>
  </div>
);

/** Stands for what has not arrived yet. */
const UNKNOWN = "…";

type QueueFactsProps = {
  ticketId: number;
  onChoose: (what: Choosing) => void;
};

/**
 * What the team keeps about a ticket, who else of it looks at it, and the way to whoever opened it; nothing of a ticket
 * that one is merely on.
 */
export const QueueFacts = (props: QueueFactsProps) => {
  const { data: ticket } = trpc.tickets.byId.useQuery({ id: props.ticketId });
  return ticket !== undefined && ticket.mayWork !== true ? null : <FactsPanel {...props} />;
};

const FactsPanel = ({ ticketId, onChoose }: QueueFactsProps) => {
  const { data: facts } = trpc.queue.facts.useQuery({ id: ticketId });
  const { data: ticket } = trpc.tickets.byId.useQuery({ id: ticketId });
  const helpers = trpc.queue.helpers.useQuery();
  const mayOpenMember = useMay("members");
  const others = usePresence(ticketId);
  const looking = others.flatMap((id) => helpers.data?.find((one) => one.id === id) ?? []);
  const requester = ticket?.assignedUsers.find(({ id }) => id === ticket.createdBy);
  const change = (what: Choosing) => (
    <Button variant="ghost" size="sm" onClick={() => onChoose(what)}>
      <span className="sr-only">{QUEUE_SCREEN.choosing[what]}: </span>
      {QUEUE_SCREEN.edit}
    </Button>
  );
  return (
    <section aria-label={QUEUE_SCREEN.facts} className="panel p-4">
      <output className="flex items-center gap-2 text-sm text-accent-strong empty:hidden">
        {looking.length > 0 && (
          <>
            <Eye aria-hidden className="size-4 shrink-0" />
            {QUEUE_SCREEN.alsoLooking(looking.map(fullName))}
          </>
        )}
      </output>
      <dl className="grid grid-cols-2 gap-x-4 gap-y-3 sm:grid-cols-4 min-[88rem]:grid-cols-1">
        <Fact term={QUEUE_SCREEN.assignee}>
          <bdi>
            {facts === undefined
              ? UNKNOWN
              : facts.assignee === null
                ? QUEUE_SCREEN.nobody
                : fullName(facts.assignee)}
          </bdi>
          {change("assign")}
        </Fact>
        <Fact term={QUEUE_SCREEN.priority}>
          {facts === undefined ? UNKNOWN : PRIORITY_NAMES[facts.priority]}
          {change("priority")}
        </Fact>
        {ticket?.status === "Open" && facts?.dueAt != null && (
          <Fact term={QUEUE_SCREEN.due}>
            <DueMark dueAt={facts.dueAt} />
          </Fact>
        )}
        <Fact term={QUEUE_SCREEN.labels}>
          {facts === undefined && UNKNOWN}
          {facts?.labels.length === 0 && QUEUE_SCREEN.noLabels}
          {facts?.labels.map((label) => (
            <LabelMark key={label.id} label={label} />
          ))}
          {change("label")}
        </Fact>
        <Fact term={QUEUE_SCREEN.requester}>
          {requester !== undefined &&
            (mayOpenMember ? (
              <Link
                to="/member/admin/users/$id"
                params={{ id: requester.id }}
                className="min-h-6 rounded-sm underline decoration-ground-500 underline-offset-4 transition-colors hover:text-accent-strong hover:decoration-accent"
              >
                <bdi>{fullName(requester)}</bdi>
              </Link>
            ) : (
              <bdi>{fullName(requester)}</bdi>
            ))}
        </Fact>
      </dl>
      {requester !== undefined && <Requester ticketId={ticketId} userId={requester.id} />}
    </section>
  );
};
