import { Navigate } from "@tanstack/react-router";
import { MEMBER_AREA } from "#shared/messages.ts";

/** The member area before a module is chosen; goes on to the tickets at once [NAV-07]. */
export const MemberIndex = () => (
  <>
    <p className="text-lg text-muted">{MEMBER_AREA.index}</p>
    <Navigate to="/member/tickets" replace />
  </>
);
