import { Crown, X } from "lucide-react";
import { useId, useRef } from "react";
import { usePeopleSearch } from "#client/components/person-filter.tsx";
import { Combobox } from "#client/components/ui/combobox.tsx";
import { Label } from "#client/components/ui/field.tsx";
import { LENGTHS } from "#shared/constants/accounts.ts";
import { TICKET_PEOPLE_MAX } from "#shared/constants/tickets.ts";
import { PEOPLE } from "#shared/list-messages.ts";
import { fullName } from "#shared/rules/lines.ts";
import type { Person } from "#shared/schemas/members.ts";
import { TICKET_PEOPLE, TICKET_SCREEN, TICKETS } from "#shared/ticket-messages.ts";

type PersonChipProps = {
  person: Person;
  isCreator: boolean;
  /** Null where this person cannot be taken off. */
  onRemove: ((button: HTMLElement) => void) | null;
};

/** Somebody who was chosen. */
const PersonChip = ({ person, isCreator, onRemove }: PersonChipProps) => (
  <li
    title={isCreator ? TICKETS.creatorStays : undefined}
    className="flex min-h-9 items-center gap-2 rounded-full border border-ground-600 bg-ground-800 pl-3.5 text-[0.95rem] wrap-anywhere"
  >
    {isCreator && <Crown className="size-4 shrink-0 text-accent" aria-hidden />}
    <span className={onRemove === null ? "py-1.5 pr-3.5" : "py-1.5"}>
      {fullName(person)}
      {isCreator && <span className="sr-only">{TICKET_SCREEN.isOpener}</span>}
    </span>
    {onRemove !== null && (
      <button
        type="button"
        aria-label={`Remove ${fullName(person)}`}
        className="grid size-9 shrink-0 place-items-center rounded-full text-muted transition-colors hover:bg-ground-700 hover:text-ember focus-visible:-outline-offset-2"
        onClick={({ currentTarget }) => onRemove(currentTarget)}
      >
        <X className="size-4" aria-hidden />
      </button>
    )}
  </li>
);

type PeoplePickerProps = {
  people: readonly Person[];
  /** Whoever opened the ticket: always on it. */
  creatorId: string;
  /** False shows who is on it and nothing else. */
  isEditable: boolean;
  onChange: (people: Person[]) => void;
};

/** Chooses who is on a ticket, by name. */
export const PeoplePicker = ({ people, creatorId, isEditable, onChange }: PeoplePickerProps) => {
  const id = useId();
  const chosen = useRef<HTMLDivElement>(null);
  const { box, isOpen, found, people: offered } = usePeopleSearch(TICKET_PEOPLE_MAX * 2);
  const isFull = people.length >= TICKET_PEOPLE_MAX;
  const choices = offered.filter(
    (person) => person.id !== creatorId && people.every((chosen) => chosen.id !== person.id),
  );
  const choose = (person: Person) => {
    onChange([...people, person]);
    box.onText("");
  };
  const remove = (person: Person) =>
    onChange(people.filter(({ id: other }) => other !== person.id));
  /** The button of whoever is taken off goes away: the next one has the focus, or the box. */
  const removeByButton = (person: Person, button: HTMLElement) => {
    const stops = [...(chosen.current?.querySelectorAll<HTMLElement>("button, input") ?? [])];
    const at = stops.indexOf(button);
    (stops[at + 1] ?? stops[at - 1])?.focus({ preventScroll: true });
    remove(person);
  };
  const onBackspace = () => {
    const last = people.findLast((person) => person.id !== creatorId);
    if (box.text === "" && last !== undefined) remove(last);
  };

  return (
    <div ref={chosen} className="flex flex-col gap-2">
      {isEditable ? (
        <Label htmlFor={id}>{TICKET_PEOPLE.label}</Label>
      ) : (
        <span className="text-[0.95rem] font-semibold">{TICKET_PEOPLE.label}</span>
      )}
      {people.length > 0 && (
        <ul className="flex flex-wrap gap-2">
          {people.map((person) => (
            <PersonChip
              key={person.id}
              person={person}
              isCreator={person.id === creatorId}
              onRemove={
                isEditable && person.id !== creatorId
                  ? (button) => removeByButton(person, button)
                  : null
              }
            />
          ))}
        </ul>
      )}
      {isEditable && (
        <Combobox
          id={id}
          {...box}
          items={choices}
          itemKey={(person) => person.id}
          listLabel={PEOPLE.list}
          onChoose={choose}
          input={{
            "aria-describedby": `${id}-hint`,
            maxLength: LENGTHS.search,
            placeholder: PEOPLE.searchByName,
            disabled: isFull,
            onKeyDown: ({ key }) => key === "Backspace" && onBackspace(),
          }}
        >
          {fullName}
        </Combobox>
      )}
      {!isEditable && <p className="text-sm text-muted">{TICKETS.mayNotAssign}</p>}
      {isEditable && (
        <output id={`${id}-hint`} className="block min-h-5 text-sm text-muted">
          {isFull
            ? TICKET_PEOPLE.full(TICKET_PEOPLE_MAX)
            : found.isError
              ? PEOPLE.loadFailed
              : isOpen && found.isSuccess && choices.length === 0
                ? TICKET_PEOPLE.nobody
                : TICKET_PEOPLE.hint}
        </output>
      )}
    </div>
  );
};
