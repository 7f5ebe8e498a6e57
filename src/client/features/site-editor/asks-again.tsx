import { Checkbox } from "#client/components/ui/checkbox.tsx";
import { Label } from "#client/components/ui/field.tsx";
import { ASKS_AGAIN } from "#shared/consent-messages.ts";
import { POLICY_KINDS, type PolicyKind } from "#shared/constants/consents.ts";
import type { SiteSection } from "#shared/schemas/site-document.ts";

/** What an owner has marked; of the privacy policy everybody is asked unless they say otherwise. */
export type AsksAgain = Readonly<Record<PolicyKind, boolean>>;
export const ASKED_UNLESS_SAID: AsksAgain = { rules: false, privacy: true };

const changedOf = (sections: readonly SiteSection[]) =>
  POLICY_KINDS.filter((kind) => sections.includes(kind));

/** What is sent along of it. @param sections that change. */
export const askedOf = (marked: AsksAgain, sections: readonly SiteSection[]): PolicyKind[] =>
  changedOf(sections).filter((kind) => marked[kind]);

type AsksAgainFieldsProps = {
  sections: readonly SiteSection[];
  marked: AsksAgain;
  onMark: (marked: AsksAgain) => void;
};

/** Where rules or privacy policy change: whether everybody is asked to agree to them again [CONSENT-02]. */
export const AsksAgainFields = ({ sections, marked, onMark }: AsksAgainFieldsProps) => {
  const changed = changedOf(sections);
  if (changed.length === 0) return null;
  return (
    <fieldset className="min-w-0 text-left">
      <legend className="text-[0.95rem] font-semibold text-ink">{ASKS_AGAIN.title}</legend>
      {changed.map((kind) => (
        <Label key={kind} className="flex min-h-11 items-center gap-3 py-1 font-normal text-ink">
          <Checkbox
            checked={marked[kind]}
            onCheckedChange={(checked) => onMark({ ...marked, [kind]: checked === true })}
          />
          {ASKS_AGAIN[kind]}
        </Label>
      ))}
      <p className="text-sm text-pretty text-muted">{ASKS_AGAIN.hint}</p>
    </fieldset>
  );
};
