import { Checkbox, Label } from "#client/components/ui/field.tsx";
import { trpc } from "#client/lib/trpc.ts";
import {
  STRIKE_ACTS,
  STRIKE_LENGTHS,
  type StrikeAct,
  type StrikeTerm,
} from "#shared/constants/strikes.ts";
import { isSeen } from "#shared/rules/lines.ts";
import type { NewStrike } from "#shared/schemas/strikes.ts";
import { STRIKE_FORM } from "#shared/strike-screen-messages.ts";

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
