import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { AttachmentsView } from "#client/components/attachments/view.tsx";
import { Moment } from "#client/components/time-ago.tsx";
import { cn } from "#client/lib/cn.ts";
import type { StrikeState } from "#shared/constants/strikes.ts";
import { fullName } from "#shared/rules/lines.ts";
import type { OwnStrike, Strike } from "#shared/schemas/strikes.ts";
import { STRIKE_ACT_NAMES } from "#shared/strike-messages.ts";
import { STRIKE_PARTS, STRIKE_STATE_NAMES } from "#shared/strike-screen-messages.ts";

const LOOKS: Readonly<Record<StrikeState, string>> = {
  active: "bg-ember/15 text-ember",
  expired: "bg-ground-700 text-muted",
  lifted: "bg-moss/15 text-moss",
};

/** How a strike stands, in a word and a colour. */
export const StrikeStateMark = ({
  state,
  className,
}: {
  state: StrikeState;
  className?: string;
}) => (
  <span
    className={cn(
      "inline-flex items-center gap-1.5 rounded-full px-2.5 py-0.5 text-xs font-semibold",
      LOOKS[state],
      className,
    )}
  >
    <span aria-hidden className="hexagon h-2 w-[0.45rem] bg-current" />
    {STRIKE_STATE_NAMES[state]}
  </span>
);

/** What a strike forbids, in words; a warning is called so. */
export const forbidsText = ({ forbids }: Pick<OwnStrike, "forbids">): string =>
  forbids.length === 0
    ? STRIKE_PARTS.warning
    : forbids.map((act) => STRIKE_ACT_NAMES[act].name).join(", ");

/** Until when, or that it has no end. */
export const StrikeEnd = ({ strike: { endsAt, forbids } }: { strike: OwnStrike | Strike }) =>
  endsAt === null ? (
    forbids.length === 0 ? (
      STRIKE_PARTS.noEnd
    ) : (
      STRIKE_PARTS.permanent
    )
  ) : (
    <Moment at={endsAt} />
  );

const IN_TEXT =
  "rounded-sm underline decoration-ground-500 underline-offset-4 transition-colors hover:text-accent-strong hover:decoration-accent";

const LINK =
  "inline-flex min-h-6 items-center rounded-sm underline decoration-ground-500 underline-offset-4 transition-colors hover:text-accent-strong hover:decoration-accent max-md:min-h-11";

export const StrikeTicketLink = ({
  ticketId,
  children,
}: {
  ticketId: number;
  children: ReactNode;
}) => (
  <Link
    to="/member/tickets/ticket/$ticketId"
    params={{ ticketId: String(ticketId) }}
    className={LINK}
  >
    {children}
  </Link>
);

const Fact = ({ name, children }: { name: string; children: ReactNode }) => (
  <div className="min-w-0">
    <dt className="text-sm text-faint">{name}</dt>
    <dd className="wrap-anywhere whitespace-pre-line text-ink">{children}</dd>
  </div>
);

/** What both the member and the team see of a strike. */
const CommonFacts = ({ strike }: { strike: OwnStrike | Strike }) => {
  const { rule, reason, issuedAt, endsAt, state } = strike;
  const issuer = "issuer" in strike ? fullName(strike.issuer) : strike.issuerName;
  return (
    <>
      <Fact name={STRIKE_PARTS.rule}>
        {rule === null ? (
          STRIKE_PARTS.noRule
        ) : (
          <>
            <Link
              to="/rules"
              search={{ tab: rule.id.split("-")[0] }}
              hash={rule.id}
              className={IN_TEXT}
            >
              {rule.number}
            </Link>{" "}
            {rule.text}
          </>
        )}
      </Fact>
      <Fact name={STRIKE_PARTS.reason}>{reason === "" ? STRIKE_PARTS.reasonErased : reason}</Fact>
      <Fact name={STRIKE_PARTS.forbids}>
        {strike.forbids.length === 0 ? STRIKE_PARTS.forbidsNothing : forbidsText(strike)}
      </Fact>
      <Fact name={state === "active" || endsAt === null ? STRIKE_PARTS.ends : STRIKE_PARTS.ended}>
        <StrikeEnd strike={strike} />
      </Fact>
      <Fact name={STRIKE_PARTS.issued}>
        <Moment at={issuedAt} /> <bdi>{STRIKE_PARTS.issuedBy(issuer)}</bdi>
      </Fact>
    </>
  );
};

const GRID = "grid gap-x-6 gap-y-3 @2xl:grid-cols-2";

/** A strike as its member sees it. */
export const OwnStrikeFacts = ({ strike }: { strike: OwnStrike }) => (
  <dl className={GRID}>
    <CommonFacts strike={strike} />
    {strike.lifted !== null && (
      <Fact name={STRIKE_PARTS.lifted}>
        <Moment at={strike.lifted.at} />
        {"\n"}
        {strike.lifted.reason}
      </Fact>
    )}
  </dl>
);

/** A strike as the team sees it. */
export const StrikeFacts = ({ strike }: { strike: Strike }) => {
  const { remark, evidence, attachments, ticketId, lifted, appealTicketId } = strike;
  return (
    <dl className={GRID}>
      <CommonFacts strike={strike} />
      {remark !== "" && <Fact name={STRIKE_PARTS.remark}>{remark}</Fact>}
      {(evidence.length > 0 || attachments.length > 0 || ticketId !== null) && (
        <Fact name={STRIKE_PARTS.evidence}>
          <ul>
            {ticketId !== null && (
              <li>
                <StrikeTicketLink ticketId={ticketId}>
                  {STRIKE_PARTS.ticket(ticketId)}
                </StrikeTicketLink>
              </li>
            )}
            {evidence.map((address) => (
              <li key={address}>
                <a
                  href={address}
                  target="_blank"
                  rel="noopener noreferrer nofollow"
                  className={LINK}
                >
                  {address}
                </a>
              </li>
            ))}
          </ul>
          <AttachmentsView attachments={attachments} />
        </Fact>
      )}
      {appealTicketId !== null && (
        <Fact name={STRIKE_PARTS.appealed}>
          <StrikeTicketLink ticketId={appealTicketId}>
            {STRIKE_PARTS.ticket(appealTicketId)}
          </StrikeTicketLink>
        </Fact>
      )}
      {lifted !== null && (
        <Fact name={STRIKE_PARTS.lifted}>
          <Moment at={lifted.at} /> <bdi>{STRIKE_PARTS.liftedBy(fullName(lifted.by))}</bdi>
          {"\n"}
          {lifted.reason}
        </Fact>
      )}
    </dl>
  );
};
