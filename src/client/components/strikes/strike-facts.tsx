import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { AttachmentsView } from "#client/components/attachments/view.tsx";
import { Moment } from "#client/components/marks.tsx";
import { Checkbox, Label } from "#client/components/ui/field.tsx";
import { cn } from "#client/lib/cn.ts";
import { trpc } from "#client/lib/trpc.ts";
import {
  STRIKE_ACTS,
  STRIKE_LENGTHS,
  type StrikeAct,
  type StrikeState,
  type StrikeTerm,
} from "#shared/constants/strikes.ts";
import { fullName, isSeen } from "#shared/rules/lines.ts";
import type { NewStrike, OwnStrike, Strike } from "#shared/schemas/strikes.ts";
import { STRIKE_ACT_NAMES } from "#shared/strike-messages.ts";
import { STRIKE_FORM, STRIKE_PARTS, STRIKE_STATE_NAMES } from "#shared/strike-screen-messages.ts";

/** What the form of a strike holds; nothing chosen is empty. */
export type StrikeDraft = {
  ruleId: string;
  reason: string;
  term: StrikeTerm;
  lastDay: string;
  forbids: readonly StrikeAct[];
  remark: string;
  /** One address on each line. */
  evidence: string;
};

export const EMPTY_STRIKE: StrikeDraft = {
  ruleId: "",
  reason: "",
  term: "week",
  lastDay: "",
  forbids: ["playing"],
  remark: "",
  evidence: "",
};

export type StrikeProblems = Partial<Record<keyof StrikeDraft, string>>;

const linksOf = (evidence: string): string[] =>
  evidence
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "");

const isHttps = (address: string): boolean =>
  URL.parse(address)?.protocol === "https:" && address.length <= STRIKE_LENGTHS.link;

/** What is wrong with a draft, by its fields, in the order of the form; empty for nothing. */
export const problemsOf = (draft: StrikeDraft, needsRule: boolean): StrikeProblems => ({
  ...(needsRule && draft.ruleId === "" && { ruleId: STRIKE_FORM.ruleMissing }),
  ...(!isSeen(draft.reason) && { reason: STRIKE_FORM.reasonMissing }),
  ...(draft.term === "until" && draft.lastDay === "" && { lastDay: STRIKE_FORM.lastDayMissing }),
  ...(draft.term !== "warning" &&
    draft.forbids.length === 0 && { forbids: STRIKE_FORM.forbidsMissing }),
  ...(!linksOf(draft.evidence).every(isHttps) && { evidence: STRIKE_FORM.evidenceWrong }),
});

/** What is sent of a draft that has no problem. */
export const inputOf = (
  draft: StrikeDraft,
  about: { userId: string; ticketId: number | null },
): Omit<NewStrike, "idempotencyKey"> => ({
  ...about,
  ruleId: draft.ruleId === "" ? null : draft.ruleId,
  reason: draft.reason,
  remark: draft.remark,
  evidence: linksOf(draft.evidence),
  term: draft.term,
  lastDay: draft.term === "until" ? draft.lastDay : null,
  forbids: draft.term === "warning" ? [] : STRIKE_ACTS.filter((act) => draft.forbids.includes(act)),
});

type TicketPicturesProps = {
  ticketId: number;
  /** By their ids. */
  chosen: readonly string[];
  /** Whether no further one can be chosen. */
  isFull: boolean;
  onChoose: (chosen: readonly string[]) => void;
};

/** Pictures that were sent on a ticket, to be chosen as evidence of a strike; nothing where there is none. */
export const TicketPictures = ({ ticketId, chosen, isFull, onChoose }: TicketPicturesProps) => {
  const { data = [], isError } = trpc.strikes.ticketPictures.useQuery({ ticketId });
  if (isError)
    return (
      <p role="alert" className="text-sm text-ember">
        {STRIKE_FORM.ticketPicturesFailed}
      </p>
    );
  if (data.length === 0) return null;
  return (
    <fieldset className="min-w-0">
      <legend className="mb-2 font-semibold">{STRIKE_FORM.ticketPictures}</legend>
      <ul className="flex flex-wrap gap-2">
        {data.map(({ id, alt, url, smallUrl }, at) => {
          const isChosen = chosen.includes(id);
          return (
            <li key={id}>
              <Label className="relative block size-24 cursor-pointer overflow-clip rounded-lg border border-ground-600 bg-ground-950 has-data-[state=checked]:border-accent">
                <img
                  src={smallUrl ?? url}
                  alt=""
                  width={96}
                  height={96}
                  loading="lazy"
                  className="size-full object-cover"
                />
                <Checkbox
                  className="absolute top-1.5 left-1.5"
                  aria-label={STRIKE_FORM.ticketPicture(alt, at + 1, data.length)}
                  checked={isChosen}
                  disabled={isFull && !isChosen}
                  onCheckedChange={(checked) =>
                    onChoose(
                      checked === true ? [...chosen, id] : chosen.filter((one) => one !== id),
                    )
                  }
                />
              </Label>
            </li>
          );
        })}
      </ul>
    </fieldset>
  );
};

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
