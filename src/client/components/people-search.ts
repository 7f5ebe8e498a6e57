import { keepPreviousData } from "@tanstack/react-query";
import { useState } from "react";
import { searchTermsIn } from "#client/lib/lists.ts";
import { useDebounced } from "#client/lib/timers.ts";
import { trpc } from "#client/lib/trpc.ts";
import { SEARCH_AFTER_MS } from "#shared/constants/timings.ts";

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
