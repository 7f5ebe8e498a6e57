import { useRef, useState } from "react";
import { TICKET_FIELDS } from "#shared/constants/tickets.ts";
import { problemsOf, type TicketDraft } from "./ticket-draft.ts";

/** Says what is wrong with a draft from the first try to send it on. */
export const useTicketCheck = (draft: TicketDraft) => {
  const form = useRef<HTMLFormElement>(null);
  const [wasTried, setWasTried] = useState(false);
  return {
    form,
    problems: wasTried ? problemsOf(draft) : {},
    /** True where the draft can be sent; else the first field that is wrong takes the focus. */
    check: (): boolean => {
      const found = problemsOf(draft);
      const wrong = TICKET_FIELDS.find((field) => found[field] !== undefined);
      setWasTried(wrong !== undefined);
      if (wrong !== undefined)
        form.current?.querySelector<HTMLElement>(`[name="${wrong}"]`)?.focus();
      return wrong === undefined;
    },
  };
};
