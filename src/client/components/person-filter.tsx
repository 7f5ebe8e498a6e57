import { keepPreviousData } from "@tanstack/react-query";
import { X } from "lucide-react";
import { useId, useState } from "react";
import { cn } from "#client/lib/cn.ts";
import { searchTermsIn } from "#client/lib/lists.ts";
import { useDebounced } from "#client/lib/time.ts";
import { trpc } from "#client/lib/trpc.ts";
import { LENGTHS } from "#shared/constants/accounts.ts";
import { SEARCH_AFTER_MS } from "#shared/constants/time.ts";
import { PEOPLE } from "#shared/list-messages.ts";
import { fullName } from "#shared/rules/lines.ts";
import type { Person } from "#shared/schemas/members.ts";
import { Combobox } from "./ui/combobox.tsx";
import { COMPACT_FIELD, Label } from "./ui/field.tsx";

/**
 * The state of a box in which people are looked for by name. The server finds only those whom the
 * member may see.
 * @param limit how many are asked for at most.
 */
export const usePeopleSearch = (limit: number) => {
  const [text, onText] = useState("");
  const [isOpen, onOpenChange] = useState(false);
  const asked = useDebounced(text, SEARCH_AFTER_MS);
  const found = trpc.members.people.useQuery(
    { search: searchTermsIn(asked), limit },
    { enabled: isOpen, placeholderData: keepPreviousData },
  );
  const isBehind = asked !== text || found.isPlaceholderData;
  const box = { text, onText, isBehind, onOpenChange };
  return { box, isOpen, found, people: found.data?.items ?? [] };
};

const SHOWN = 8;

/**
 * What the people are called by whom a list is narrowed: their ids alone stand in the address.
 * @param shown finds somebody among what the list shows.
 */
export const useNames = (shown: (id: string) => Person | null | undefined) => {
  const [chosen, setChosen] = useState<readonly Person[]>([]);
  return {
    /** Their id, where nobody of that id has been chosen or is shown. */
    nameOf: (id: string): string => {
      const person = chosen.find((known) => known.id === id) ?? shown(id);
      return person == null ? id : fullName(person);
    },
    remember: (person: Person | null) =>
      setChosen((known) => (person === null ? known : [...known, person])),
  };
};

type PersonFilterProps = {
  label: string;
  /** What whoever is chosen is called; null for nobody. */
  chosen: string | null;
  onChoose: (person: Person | null) => void;
  className?: string;
};

/** Chooses one person by name, whom the server looks up. */
export const PersonFilter = ({ label, chosen, onChoose, className }: PersonFilterProps) => {
  const id = useId();
  const { box, isOpen, people } = usePeopleSearch(SHOWN);
  const onOpenChange = (isNowOpen: boolean) => {
    box.onOpenChange(isNowOpen);
    if (!isNowOpen) box.onText("");
  };
  return (
    <div className={cn(COMPACT_FIELD.frame, className)}>
      <Label htmlFor={id} className={COMPACT_FIELD.label}>
        {label}
      </Label>
      <Combobox
        id={id}
        {...box}
        text={isOpen ? box.text : (chosen ?? "")}
        onOpenChange={onOpenChange}
        closesOnChoose
        items={people}
        itemKey={(person) => person.id}
        listLabel={PEOPLE.list}
        onChoose={onChoose}
        input={{
          maxLength: LENGTHS.search,
          placeholder: PEOPLE.anyone,
          className: cn("text-ellipsis", chosen !== null && "pr-9!"),
        }}
        beside={
          chosen !== null && (
            <button
              type="button"
              aria-label={PEOPLE.showAll(label)}
              className="absolute inset-y-1 right-1 grid w-8 place-items-center rounded-md text-faint transition-colors hover:text-ink"
              onClick={() => onChoose(null)}
            >
              <X className="size-4" aria-hidden />
            </button>
          )
        }
      >
        {fullName}
      </Combobox>
    </div>
  );
};
