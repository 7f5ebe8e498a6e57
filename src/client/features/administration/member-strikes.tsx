import { Link } from "@tanstack/react-router";
import { Gavel } from "lucide-react";
import { useState } from "react";
import { IssueDialog } from "#client/components/strikes/issue-dialog.tsx";
import { LiftButton } from "#client/components/strikes/lift-dialog.tsx";
import { forbidsText, StrikeStateMark } from "#client/components/strikes/strike-facts.tsx";
import { Moment } from "#client/components/time-ago.tsx";
import { Button } from "#client/components/ui/button.tsx";
import { trpc } from "#client/lib/trpc.ts";
import type { AdminUser } from "#shared/schemas/administration.ts";
import { STRIKE_FORM, STRIKE_SECTION } from "#shared/strike-screen-messages.ts";
import { LINK, ROW, Section, TIME } from "./member-section.tsx";

/** The newest of them: the list has all. */
const SHOWN = 5;

/** A member's strikes, and the way to issue another one. */
export const MemberStrikes = ({ user }: { user: AdminUser }) => {
  const { data, isError } = trpc.strikes.list.useQuery({ userId: user.id, limit: SHOWN });
  return (
    <Section
      title={STRIKE_SECTION.title}
      none={
        isError
          ? STRIKE_SECTION.failed
          : data === undefined
            ? STRIKE_SECTION.loading
            : STRIKE_SECTION.none
      }
      items={data?.items ?? []}
      all={
        <Link to="/member/admin/strikes" search={{ whom: user.id }} className={LINK}>
          {STRIKE_SECTION.all}
        </Link>
      }
    >
      {(strike) => (
        <li key={strike.id} className={ROW}>
          <span className="font-semibold tabular-nums">#{strike.id}</span>
          <StrikeStateMark state={strike.state} />
          <span className="min-w-0 grow basis-32 truncate" title={strike.reason}>
            {forbidsText(strike)}
            {strike.rule !== null && <span className="text-faint"> {strike.rule.number}</span>}
          </span>
          <span className="ml-auto flex items-center gap-2">
            <Moment at={strike.issuedAt} className={TIME} />
            {strike.state === "active" && <LiftButton strikeId={strike.id} />}
          </span>
        </li>
      )}
    </Section>
  );
};

/** The button that issues one, beside all that is done about a member. */
export const StrikeButton = ({ user }: { user: AdminUser }) => {
  const [isIssuing, setIsIssuing] = useState(false);
  const member = { id: user.id, ...user.profile };
  return (
    <>
      <Button
        variant="outline"
        size="sm"
        className="max-md:h-11"
        onClick={() => setIsIssuing(true)}
      >
        <Gavel aria-hidden />
        {STRIKE_FORM.open}
      </Button>
      {isIssuing && <IssueDialog member={member} onClose={() => setIsIssuing(false)} />}
    </>
  );
};
