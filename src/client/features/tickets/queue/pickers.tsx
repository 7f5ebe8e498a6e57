import type { KeyboardEvent, ReactNode } from "react";
import {
  Dialog,
  DialogContent,
  DialogDescription,
  DialogTitle,
} from "#client/components/ui/dialog.tsx";
import { LabelForm } from "#client/features/tickets/labels/manage-dialog.tsx";
import { messageOf } from "#client/lib/api-error.ts";
import { useSession } from "#client/lib/session/use-session.ts";
import { toast } from "#client/lib/toast.ts";
import { trpc } from "#client/lib/trpc.ts";
import { PRIORITIES } from "#shared/constants/queue.ts";
import { PRIORITY_NAMES, QUEUE_SCREEN } from "#shared/desk-messages.ts";
import { fullName } from "#shared/rules/lines.ts";
import type { QueueStep, TicketFacts } from "#shared/schemas/desk.ts";
import { LabelDot } from "./row.tsx";

/** What is chosen for some tickets. */
export type Choosing = "assign" | "label" | "priority";

type Chosen = readonly Pick<TicketFacts, "id" | "labels">[];
type Option = { key: string; name: ReactNode; step: Omit<QueueStep, "ids"> };

const moveFocus = (event: KeyboardEvent<HTMLElement>) => {
  const step = { ArrowDown: 1, ArrowUp: -1, j: 1, k: -1 }[event.key];
  const options = [...event.currentTarget.querySelectorAll<HTMLElement>("[data-option]")];
  const digit = /^[1-9]$/.test(event.key) ? Number(event.key) : null;
  if (digit !== null) options[digit - 1]?.click();
  if (step === undefined) return;
  event.preventDefault();
  const at = options.indexOf(document.activeElement as HTMLElement);
  options[(at + step + options.length) % options.length]?.focus();
};

const Options = ({
  options,
  onPick,
}: {
  options: readonly Option[];
  onPick: (step: Option["step"]) => void;
}) => (
  // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- Arrows and digits reach its buttons.
  <ul className="grid gap-1" onKeyDown={moveFocus}>
    {options.map(({ key, name, step }, index) => (
      <li key={key}>
        <button
          type="button"
          data-option
          // oxlint-disable-next-line jsx-a11y/no-autofocus -- The dialog was opened to choose.
          autoFocus={index === 0}
          className="flex min-h-11 w-full items-center gap-3 rounded-lg px-3 text-left hover:bg-ground-700 focus-visible:bg-ground-700"
          onClick={() => onPick(step)}
        >
          <span aria-hidden className="w-4 text-sm text-faint tabular-nums max-md:hidden">
            {index < 9 ? index + 1 : ""}
          </span>
          {name}
        </button>
      </li>
    ))}
  </ul>
);

/** Makes a label, which the tickets get at once. */
const NewLabel = ({ onMade }: { onMade: (id: number) => void }) => {
  const { queue } = trpc.useUtils();
  const make = trpc.queue.makeLabel.useMutation({
    onSuccess: ({ id }) => onMade(id),
    onError: (error) => toast("error", messageOf(error) ?? QUEUE_SCREEN.changeFailed),
    onSettled: () => queue.labels.invalidate(),
  });
  return (
    <div className="mt-4 border-t border-ground-700 pt-3">
      <LabelForm label={null} isBusy={make.isPending} onSave={(said) => make.mutate(said)} />
    </div>
  );
};

const useOptions = (what: Choosing | null, chosen: Chosen): readonly Option[] => {
  const user = useSession();
  const helpers = trpc.queue.helpers.useQuery(
    { ids: chosen.map(({ id }) => id) },
    { enabled: what === "assign" },
  );
  const labels = trpc.queue.labels.useQuery(undefined, { enabled: what === "label" });
  if (what === "priority")
    return PRIORITIES.map((priority) => ({
      key: priority,
      name: PRIORITY_NAMES[priority],
      step: { priority },
    }));
  if (what === "assign") {
    const others = (helpers.data ?? []).filter(({ id }) => id !== user?.id);
    return [
      { key: "me", name: QUEUE_SCREEN.toMe, step: { assigneeId: user?.id ?? null } },
      { key: "nobody", name: QUEUE_SCREEN.toNobody, step: { assigneeId: null } },
      ...others.map((person) => ({
        key: person.id,
        name: <bdi>{fullName(person)}</bdi>,
        step: { assigneeId: person.id },
      })),
    ];
  }
  return (labels.data ?? []).map((label) => {
    const haveIt = chosen.every((ticket) => ticket.labels.some(({ id }) => id === label.id));
    return {
      key: String(label.id),
      name: (
        <>
          <LabelDot colour={label.colour} />
          <bdi>{label.name}</bdi>
          {haveIt && <span className="ml-auto text-sm text-muted">{QUEUE_SCREEN.takeOff}</span>}
        </>
      ),
      step: haveIt ? { removeLabels: [label.id] } : { addLabels: [label.id] },
    };
  });
};

type PickerProps = {
  /** What is chosen; null: nothing is. */
  what: Choosing | null;
  /** For which tickets. */
  chosen: Chosen;
  onPick: (step: Omit<QueueStep, "ids">) => void;
  onClose: () => void;
};

/** Asks who takes care of tickets, how urgent they are, or which label they get. */
export const Picker = ({ what, chosen, onPick, onClose }: PickerProps) => {
  const options = useOptions(what, chosen);
  return (
    <Dialog open={what !== null} onOpenChange={(isOpen) => !isOpen && onClose()}>
      <DialogContent className="max-w-md">
        <div className="overflow-y-auto p-6">
          <DialogTitle className="headline pr-10 text-2xl">
            {what === null ? "" : QUEUE_SCREEN.choosing[what]}
          </DialogTitle>
          <DialogDescription className="mt-1 mb-3 text-muted">
            {QUEUE_SCREEN.forTickets(chosen.length)}
          </DialogDescription>
          <Options options={options} onPick={onPick} />
          {what === "label" && <NewLabel onMade={(id) => onPick({ addLabels: [id] })} />}
        </div>
      </DialogContent>
    </Dialog>
  );
};
