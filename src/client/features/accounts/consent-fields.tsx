import { Link } from "@tanstack/react-router";
import { useId } from "react";
import { Checkbox } from "#client/components/ui/checkbox.tsx";
import { useSite } from "#client/lib/site.ts";
import { REGISTER_SCREEN } from "#shared/account-messages.ts";
import { MARKETING_TEXT } from "#shared/consent-messages.ts";
import { TEXT_LINK } from "./form-parts.tsx";

// Opened beside the form, so that nothing that was typed is lost.
const BESIDE = {
  target: "_blank",
  className: TEXT_LINK,
} as const;

/** What one agrees to by making an account, with where it stands. */
const Agreement = () => {
  const hasRules = useSite().ruleTabs.length > 0;
  return (
    <p className="text-sm leading-relaxed text-muted">
      {REGISTER_SCREEN.agreement}{" "}
      {hasRules && (
        <>
          <Link to="/rules" {...BESIDE}>
            Rules
          </Link>{" "}
          and the{" "}
        </>
      )}
      <Link to="/privacy-policy" {...BESIDE}>
        Privacy Policy
      </Link>
      . {REGISTER_SCREEN.privacyTells}
    </p>
  );
};

type ConsentFieldsProps = { wantsNews: boolean; onNews: (wantsNews: boolean) => void };

/** What a form that makes an account asks beside it: news by email are a choice of their own, and off. */
export const ConsentFields = ({ wantsNews, onNews }: ConsentFieldsProps) => {
  const id = useId();
  const { brand } = useSite();
  return (
    <>
      <div className="flex items-start gap-3">
        <Checkbox
          id={id}
          aria-describedby={`${id}-text`}
          checked={wantsNews}
          onCheckedChange={(checked) => onNews(checked === true)}
        />
        <div>
          <label htmlFor={id} className="font-semibold">
            {MARKETING_TEXT.label}
          </label>
          <p id={`${id}-text`} className="mt-0.5 text-sm text-muted">
            {MARKETING_TEXT.hint(brand.name)}
          </p>
        </div>
      </div>
      <Agreement />
    </>
  );
};
