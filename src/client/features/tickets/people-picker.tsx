import { keepPreviousData } from "@tanstack/react-query";
import { type KeyboardEvent, useId, useRef, useState } from "react";
import { Input } from "#client/components/ui/input.tsx";
import { Label } from "#client/components/ui/label.tsx";
import { trpc } from "#client/lib/trpc.ts";
import { useDebounced } from "#client/lib/use-debounced.ts";
import { LENGTHS } from "#shared/constants/accounts.ts";
import { TICKET_PEOPLE_MAX } from "#shared/constants/tickets.ts";
import { TICKETS } from "#shared/messages.ts";
import type { Person } from "#shared/schemas/members.ts";
import { line } from "#shared/schemas/text.ts";
import { PeopleOptions } from "./people-options.tsx";
import { PersonChip } from "./person-chip.tsx";

const SEARCH_AFTER_MS = 250;
const words = line(LENGTHS.search);

type PeoplePickerProps = {
  people: readonly Person[];
  /** Whoever opened the ticket: always on it. */
  creatorId: string;
  /** False shows who is on it and nothing else. */
  isEditable: boolean;
  onChange: (people: Person[]) => void;
};

/**
 * Chooses who is on a ticket, by name: a combobox after WAI-ARIA's pattern. The server offers only
 * people whom the member may see.
 */
export const PeoplePicker = ({ people, creatorId, isEditable, onChange }: PeoplePickerProps) => {
  const id = useId();
  const list = useRef<HTMLUListElement>(null);
  const chosen = useRef<HTMLDivElement>(null);
  const [text, setText] = useState("");
  const [isOpen, setIsOpen] = useState(false);
  const [active, setActive] = useState(0);
  const search = words.safeParse(useDebounced(text, SEARCH_AFTER_MS)).data;
  const found = trpc.members.people.useQuery(
    { search: search === "" ? undefined : search, limit: TICKET_PEOPLE_MAX * 2 },
    { enabled: isOpen, placeholderData: keepPreviousData },
  );
  const isFull = people.length >= TICKET_PEOPLE_MAX;
  const choices = (found.data?.items ?? []).filter(
    (person) => person.id !== creatorId && people.every((chosen) => chosen.id !== person.id),
  );
  const choice = choices[Math.min(active, choices.length - 1)];
  const optionId = (person: Person) => `${id}-${person.id}`;

  const choose = (person: Person) => {
    onChange([...people, person]);
    setText("");
    setActive(0);
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
  const step = (by: number) => {
    setIsOpen(true);
    if (!isOpen || choice === undefined) return;
    const next = (choices.indexOf(choice) + by + choices.length) % choices.length;
    setActive(next);
    list.current?.children[next]?.scrollIntoView({ block: "nearest" });
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const last = people.findLast((person) => person.id !== creatorId);
    if (event.key === "ArrowDown") step(1);
    else if (event.key === "ArrowUp") step(-1);
    // Never sends the form: in here Enter chooses.
    else if (event.key === "Enter") {
      if (isOpen && choice !== undefined) choose(choice);
    } else if (event.key === "Escape" && isOpen) setIsOpen(false);
    else {
      if (event.key === "Backspace" && text === "" && last !== undefined) remove(last);
      return;
    }
    event.preventDefault();
  };

  return (
    <div ref={chosen} className="flex flex-col gap-2">
      {isEditable ? (
        <Label htmlFor={id}>Assigned people</Label>
      ) : (
        <span className="text-[0.95rem] font-semibold">Assigned people</span>
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
        <div
          className="relative"
          onBlur={({ currentTarget, relatedTarget }) => {
            if (!currentTarget.contains(relatedTarget)) setIsOpen(false);
          }}
        >
          <Input
            id={id}
            // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- no tag searches on the server
            role="combobox"
            aria-expanded={isOpen && choices.length > 0}
            aria-controls={`${id}-list`}
            aria-autocomplete="list"
            aria-activedescendant={isOpen && choice !== undefined ? optionId(choice) : undefined}
            aria-describedby={`${id}-hint`}
            autoComplete="off"
            maxLength={LENGTHS.search}
            placeholder="Search by name"
            disabled={isFull}
            value={text}
            onFocus={() => setIsOpen(true)}
            onClick={() => setIsOpen(true)}
            onChange={(event) => {
              setText(event.target.value);
              setActive(0);
              setIsOpen(true);
            }}
            onKeyDown={onKeyDown}
          />
          <PeopleOptions
            id={`${id}-list`}
            ref={list}
            people={choices}
            active={isOpen ? choice : undefined}
            optionId={optionId}
            onActive={setActive}
            onChoose={choose}
          />
        </div>
      )}
      {!isEditable && <p className="text-sm text-muted">{TICKETS.mayNotAssign}</p>}
      {isEditable && (
        <output id={`${id}-hint`} className="block min-h-5 text-sm text-muted">
          {isFull
            ? `${TICKET_PEOPLE_MAX} people at most can be on a ticket.`
            : found.isError
              ? "The list of people could not be loaded."
              : isOpen && found.isSuccess && choices.length === 0
                ? "Nobody to choose by that name."
                : "Optional. The team sees every ticket; add who else should take part."}
        </output>
      )}
    </div>
  );
};
