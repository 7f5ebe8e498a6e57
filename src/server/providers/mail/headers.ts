import type { OutgoingMail } from "./port.ts";

/** As it is: an address that is folded or encoded is none. */
const asIs = (value: string) => ({ prepared: true, foldLines: false, value });

/**
 * What every mail of ours says of itself: that a program wrote it, and where a mail program may end such
 * mails with one click (RFC 8058).
 */
export const mailHeaders = ({ unsubscribeUrl }: Pick<OutgoingMail, "unsubscribeUrl">) => ({
  "Auto-Submitted": "auto-generated",
  ...(unsubscribeUrl != null && {
    Precedence: "bulk",
    "List-Unsubscribe": asIs(`<${unsubscribeUrl}>`),
    "List-Unsubscribe-Post": asIs("List-Unsubscribe=One-Click"),
  }),
});
