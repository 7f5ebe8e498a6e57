import { type HistoryState, useLocation, useNavigate } from "@tanstack/react-router";
import { useState } from "react";

/**
 * A text that this tab's history carries for the screen.
 * @returns the text, which the screen keeps as long as it is open, and what takes it out of the
 *   history once it is of no more use there.
 */
export const useHistoryState = (
  name: "secret" | "email",
): [text: string | null, forget: () => void] => {
  const carried = useLocation().state[name];
  const navigate = useNavigate();
  const [kept, setKept] = useState(carried);
  if (carried !== undefined && carried !== kept) setKept(carried);

  const without = (state: HistoryState): HistoryState => ({ ...state, [name]: undefined });
  const forget = () =>
    void navigate({ to: ".", search: true, state: without, replace: true, resetScroll: false });
  return [carried ?? kept ?? null, forget];
};
