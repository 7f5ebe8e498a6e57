/* oxlint-disable jsx-a11y/prefer-tag-over-role, jsx-a11y/no-noninteractive-element-to-interactive-role, jsx-a11y/click-events-have-key-events -- the list of a combobox: its box has the focus and hears the keys */
import type { RefObject } from "react";
import { cn } from "#client/lib/cn.ts";
import type { Person } from "#shared/schemas/members.ts";
import { fullName } from "./person-name.ts";

type PeopleOptionsProps = {
  id: string;
  ref: RefObject<HTMLUListElement | null>;
  people: readonly Person[];
  /** The one that Enter would choose; undefined while the list is closed. */
  active: Person | undefined;
  optionId: (person: Person) => string;
  onActive: (index: number) => void;
  onChoose: (person: Person) => void;
};

/** The people that can be chosen, below the box that searches for them. */
export const PeopleOptions = ({
  id,
  ref,
  people,
  active,
  optionId,
  onActive,
  onChoose,
}: PeopleOptionsProps) => (
  <ul
    ref={ref}
    id={id}
    role="listbox"
    tabIndex={-1}
    aria-label="People"
    className={cn(
      "absolute inset-x-0 top-full z-20 mt-2 max-h-64 overflow-y-auto rounded-xl border border-night-600 bg-night-850 p-1.5 shadow-2xl",
      active === undefined && "hidden",
    )}
  >
    {people.map((person, index) => (
      <li
        key={person.id}
        id={optionId(person)}
        role="option"
        aria-selected={person === active}
        className="flex min-h-11 cursor-pointer items-center rounded-lg px-3 wrap-anywhere aria-selected:bg-night-700 aria-selected:text-amber-strong"
        // The focus stays in the box.
        onPointerDown={(event) => event.preventDefault()}
        onClick={() => onChoose(person)}
        onPointerMove={() => onActive(index)}
      >
        {fullName(person)}
      </li>
    ))}
  </ul>
);
