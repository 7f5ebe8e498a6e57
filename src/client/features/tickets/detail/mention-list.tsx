/* oxlint-disable jsx-a11y/click-events-have-key-events, jsx-a11y/prefer-tag-over-role, jsx-a11y/no-noninteractive-element-to-interactive-role -- the box beside the list has focus and keys */
import { useEffect, useRef } from "react";
import { MemberAvatar } from "#client/components/member-avatar.tsx";
import type { ThreadPerson } from "#shared/schemas/thread.ts";
import { COMPOSER } from "#shared/thread-messages.ts";

type MentionListProps = {
  id: string;
  people: readonly ThreadPerson[];
  /** Which of them Enter chooses. */
  active: number;
  onChoose: (person: ThreadPerson) => void;
};

/** Whom one can mention, above the box in which one types: the focus stays there. */
export const MentionList = ({ id, people, active, onChoose }: MentionListProps) => {
  const list = useRef<HTMLUListElement>(null);
  useEffect(() => {
    list.current?.children[active]?.scrollIntoView({ block: "nearest" });
  }, [active]);
  return (
    <>
      <ul
        ref={list}
        id={id}
        role="listbox"
        aria-label={COMPOSER.people}
        className="panel absolute bottom-full left-0 z-30 mb-2 max-h-56 w-72 max-w-full overflow-y-auto p-1.5"
      >
        {people.map((person, index) => (
          <li
            key={person.id}
            id={`${id}-${index}`}
            role="option"
            tabIndex={-1}
            aria-selected={index === active}
            className="flex min-h-11 cursor-pointer items-center gap-2.5 rounded-lg px-2.5 wrap-anywhere hover:bg-ground-700/60 aria-selected:bg-ground-700 aria-selected:text-accent-strong"
            // The box keeps the focus.
            onPointerDown={(event) => event.preventDefault()}
            onClick={() => onChoose(person)}
          >
            <MemberAvatar name={person.name} picture={person.picture} className="h-8 shrink-0" />
            <bdi>{person.name}</bdi>
          </li>
        ))}
      </ul>
      <output className="sr-only">{COMPOSER.found(people.length)}</output>
    </>
  );
};
