import { Alert } from "#client/components/ui/alert.tsx";
import { useSite } from "#client/lib/site.ts";
import { WITHOUT_MAIL } from "#shared/account-messages.ts";
import { TEXT_LINK } from "./form-parts.tsx";

/** Stands where a mail would be asked for, on a site that sends none: what helps instead. */
export const WithoutMail = ({ children }: { children: string }) => {
  const { contactEmail } = useSite().brand;
  return (
    <Alert kind="info">
      {children} {WITHOUT_MAIL.ask}{" "}
      <a href={`mailto:${contactEmail}`} className={TEXT_LINK}>
        {contactEmail}
      </a>
      .
    </Alert>
  );
};
