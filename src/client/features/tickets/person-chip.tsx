import { Crown, X } from "lucide-react";
import { fullName } from "#shared/rules/full-name.ts";
import type { Person } from "#shared/schemas/members.ts";
import { TICKETS, TICKET_SCREEN } from "#shared/ticket-messages.ts";

type PersonChipProps = {
  person: Person;
  isCreator: boolean;
  /** Null where this person cannot be taken off. */
  onRemove: ((button: HTMLElement) => void) | null;
};

/** Somebody who was chosen. */
export const PersonChip = ({ person, isCreator, onRemove }: PersonChipProps) => (
  <li
    title={isCreator ? TICKETS.creatorStays : undefined}
    className="flex min-h-9 items-center gap-2 rounded-full border border-night-600 bg-night-800 pl-3.5 text-[0.95rem] wrap-anywhere"
  >
    {isCreator && <Crown className="size-4 shrink-0 text-amber" aria-hidden />}
    <span className={onRemove === null ? "py-1.5 pr-3.5" : "py-1.5"}>
      {fullName(person)}
      {isCreator && <span className="sr-only">{TICKET_SCREEN.isOpener}</span>}
    </span>
    {onRemove !== null && (
      <button
        type="button"
        aria-label={`Remove ${fullName(person)}`}
        className="grid size-9 shrink-0 place-items-center rounded-full text-muted transition-colors hover:bg-night-700 hover:text-ember focus-visible:-outline-offset-2"
        onClick={({ currentTarget }) => onRemove(currentTarget)}
      >
        <X className="size-4" aria-hidden />
      </button>
    )}
  </li>
);
