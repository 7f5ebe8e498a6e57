import { Navigate } from "@tanstack/react-router";

/** The member area before a module is chosen; goes on to the first one at once (facts §4a). */
export const MemberIndex = () => (
  <>
    <p className="text-lg text-muted">Select a module from the navigation above.</p>
    <Navigate to="/member/accountsettings" replace />
  </>
);
