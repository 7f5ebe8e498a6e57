import type { Breaker } from "#server/providers/breaker.ts";
import type { OpenMailer } from "#server/providers/ports/sending.ts";

/**
 * A mailer that is not opened while the mail server's breaker is open: what is due waits, and no
 * attempt is counted. A whole round is one call, however many mails it sends at once.
 */
export const guardedMailer =
  (open: OpenMailer, breaker: Breaker): OpenMailer =>
  async () => {
    if (!breaker.admits()) return null;
    const mailer = await open();
    if (mailer === null) return null;
    let failure: string | null = null;
    let isHeard = false;
    return {
      greet: () => mailer.greet(),
      send: async (mail) => {
        const outcome = await mailer.send(mail);
        if (!outcome.isSent && outcome.isServerDown) failure ??= outcome.code;
        else isHeard = true;
        return outcome;
      },
      close: () => {
        mailer.close();
        if (failure !== null) breaker.failed(failure);
        else if (isHeard) breaker.succeeded();
        else breaker.dismissed();
      },
    };
  };
