import { useNavigate } from "@tanstack/react-router";
import { type ReactNode, useEffect, useEffectEvent, useState } from "react";
import { type Needed, useMay } from "#client/lib/session/use-session.ts";
import { toast } from "#client/lib/toast.ts";
import { MEMBER_AREA } from "#shared/member-area-messages.ts";
import { MESSAGES } from "#shared/messages.ts";

/** Leads away from what one has just lost the permission for, and says why. */
const LeadAway = () => {
  const navigate = useNavigate();
  const leave = useEffectEvent(() => {
    toast("info", MEMBER_AREA.permissionLost);
    void navigate({ to: "/member", replace: true });
  });
  useEffect(() => leave(), []);
  return null;
};

type PermittedProps = {
  needed: Needed;
  /** The heading of the screen for whoever may not see it. */
  title: string;
  children: ReactNode;
};

/**
 * A screen that takes a permission [TEAM-10]: whoever comes without it is denied, and whoever loses it
 * meanwhile is led to the member area. Give it the screen's path as key, since what one may see differs.
 */
export const Permitted = ({ needed, title, children }: PermittedProps) => {
  const isGiven = useMay(needed);
  const [wasGiven, setWasGiven] = useState(isGiven);
  if (isGiven && !wasGiven) setWasGiven(true);
  if (isGiven) return children;
  if (wasGiven) return <LeadAway />;
  return (
    <>
      <h1 className="headline text-3xl md:text-4xl">{title}</h1>
      <p role="alert" className="mt-4 text-xl font-semibold text-ember">
        {MESSAGES.accessDenied}
      </p>
    </>
  );
};
