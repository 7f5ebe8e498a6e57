/* oxlint-disable jsx-a11y/prefer-tag-over-role, jsx-a11y/no-noninteractive-element-to-interactive-role, jsx-a11y/click-events-have-key-events -- a combobox after WAI-ARIA's pattern: its box has the focus and hears the keys */
import { keepPreviousData } from "@tanstack/react-query";
import { X } from "lucide-react";
import { type KeyboardEvent, useId, useState } from "react";
import { Input } from "#client/components/ui/input.tsx";
import { Label } from "#client/components/ui/label.tsx";
import { cn } from "#client/lib/cn.ts";
import { trpc } from "#client/lib/trpc.ts";
import { useDebounced } from "#client/lib/use-debounced.ts";
import { LENGTHS } from "#shared/constants/accounts.ts";
import type { Person } from "#shared/schemas/members.ts";
import { line } from "#shared/schemas/text.ts";

const SEARCH_AFTER_MS = 250;
const SHOWN = 8;
const words = line(LENGTHS.search);
const fullName = ({ firstName, lastName }: Person) => `${firstName} ${lastName}`.trim();

type PersonFilterProps = {
  label: string;
  /** What whoever is chosen is called; null for nobody. */
  chosen: string | null;
  onChoose: (person: Person | null) => void;
};

/** Chooses one person by name, whom the server looks up. */
export const PersonFilter = ({ label, chosen, onChoose }: PersonFilterProps) => {
  const id = useId();
  const [text, setText] = useState("");
  const [isOpen, setIsOpen] = useState(false);
  const [active, setActive] = useState(0);
  const search = words.safeParse(useDebounced(text, SEARCH_AFTER_MS)).data;
  const found = trpc.members.people.useQuery(
    { search: search === "" ? undefined : search, limit: SHOWN },
    { enabled: isOpen, placeholderData: keepPreviousData },
  );
  const people = isOpen ? (found.data?.items ?? []) : [];
  const choice = people[Math.min(active, people.length - 1)];
  const optionId = (person: Person) => `${id}-${person.id}`;
  const choose = (person: Person | null) => {
    setText("");
    setActive(0);
    setIsOpen(false);
    onChoose(person);
  };
  const step = (by: number) => {
    setIsOpen(true);
    if (choice !== undefined)
      setActive((people.indexOf(choice) + by + people.length) % people.length);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === "ArrowDown") step(1);
    else if (event.key === "ArrowUp") step(-1);
    else if (event.key === "Enter" && choice !== undefined) choose(choice);
    else if (event.key === "Escape" && isOpen) setIsOpen(false);
    else return;
    event.preventDefault();
  };

  return (
    <div
      className="flex min-w-0 flex-col gap-2 max-sm:col-span-2"
      onBlur={({ currentTarget, relatedTarget }) => {
        if (currentTarget.contains(relatedTarget)) return;
        setIsOpen(false);
        setText("");
      }}
    >
      <Label htmlFor={id}>{label}</Label>
      <div className="relative">
        <Input
          id={id}
          role="combobox"
          aria-expanded={people.length > 0}
          aria-controls={`${id}-list`}
          aria-autocomplete="list"
          aria-activedescendant={choice === undefined ? undefined : optionId(choice)}
          autoComplete="off"
          maxLength={LENGTHS.search}
          placeholder="Anyone"
          className={cn("text-ellipsis", chosen !== null && "pr-11")}
          value={isOpen ? text : (chosen ?? "")}
          onFocus={() => setIsOpen(true)}
          onClick={() => setIsOpen(true)}
          onChange={(event) => {
            setText(event.target.value);
            setActive(0);
            setIsOpen(true);
          }}
          onKeyDown={onKeyDown}
        />
        {chosen !== null && (
          <button
            type="button"
            aria-label={`${label}: show all`}
            className="absolute inset-y-1 right-1 grid w-10 place-items-center rounded-md text-faint transition-colors hover:text-bone"
            onClick={() => choose(null)}
          >
            <X className="size-4" aria-hidden />
          </button>
        )}
        <ul
          id={`${id}-list`}
          role="listbox"
          tabIndex={-1}
          aria-label="People"
          className={cn(
            "absolute inset-x-0 top-full z-20 mt-2 max-h-64 overflow-y-auto rounded-xl border border-night-600 bg-night-850 p-1.5 shadow-2xl",
            people.length === 0 && "hidden",
          )}
        >
          {people.map((person, index) => (
            <li
              key={person.id}
              id={optionId(person)}
              role="option"
              aria-selected={person === choice}
              className="flex min-h-11 cursor-pointer items-center rounded-lg px-3 wrap-anywhere aria-selected:bg-night-700 aria-selected:text-amber-strong"
              // The focus stays in the box.
              onPointerDown={(event) => event.preventDefault()}
              onClick={() => choose(person)}
              onPointerMove={() => setActive(index)}
            >
              {fullName(person)}
            </li>
          ))}
        </ul>
      </div>
    </div>
  );
};
