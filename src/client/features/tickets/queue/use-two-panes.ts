import { useNavigate } from "@tanstack/react-router";
import { useEffect, useEffectEvent, useSyncExternalStore } from "react";

/** From here on list and ticket stand beside each other. */
const TWO_PANES = "(width >= 75rem)";
const isWide = (): boolean => matchMedia(TWO_PANES).matches;
const onWidth = (listener: () => void) => {
  const media = matchMedia(TWO_PANES);
  media.addEventListener("change", listener);
  return () => media.removeEventListener("change", listener);
};

/** Whether there is room for the ticket beside the list. */
export const useTwoPanes = (): boolean => useSyncExternalStore(onWidth, isWide, () => false);

/**
 * Where nothing stands beside the list, an address that names a ticket leads to that ticket's own page:
 * on a phone one follows what a colleague has copied on a large screen. Whoever makes the window
 * narrower stays where they are.
 * @param ticketId the ticket that the address names; undefined where it names none.
 */
export const useLeadToTicket = (ticketId: number | undefined): void => {
  const navigate = useNavigate();
  const lead = useEffectEvent((id: number) => {
    if (isWide()) return;
    const params = { ticketId: String(id) };
    void navigate({ to: "/member/tickets/ticket/$ticketId", params, replace: true });
  });
  useEffect(() => {
    if (ticketId !== undefined) lead(ticketId);
  }, [ticketId]);
};
