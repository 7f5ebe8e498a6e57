import { CsvButton } from "#client/components/csv-button.tsx";
import { trpc } from "#client/lib/trpc.ts";
import { CONSENT_WAY_NAMES } from "#shared/consent-messages.ts";
import { MAILING_LIST } from "#shared/newsletter-messages.ts";
import type { ListedRecipient } from "#shared/schemas/newsletters.ts";

const lineOf = (person: ListedRecipient): (string | number)[] => [
  person.id,
  person.email,
  person.firstName,
  person.lastName,
  person.agreedAt ?? "",
  person.version ?? "",
  person.way === null ? "" : CONSENT_WAY_NAMES[person.way],
  person.unsubscribeUrl,
];
/** More than any community has members. */
const PAGES_MAX = 500;

/** Saves the addresses of those who agreed to news by email, with when and how [CONSENT-06]. */
export const MailingListButton = () => {
  const { newsletters } = trpc.useUtils();
  return (
    <CsvButton
      name="mailing-list"
      label={MAILING_LIST.csv}
      columns={MAILING_LIST.columns}
      lineOf={lineOf}
      query={newsletters.recipients}
      input={{}}
      pagesMax={PAGES_MAX}
    />
  );
};
