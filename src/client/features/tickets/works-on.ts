import { may } from "#client/lib/session/use-session.ts";
import type { CurrentUser } from "#shared/schemas/accounts.ts";
import type { Ticket } from "#shared/schemas/tickets.ts";

/**
 * Whether somebody works on a ticket as one of the team: whoever is merely on one of a category that takes another
 * permission does not, and is asked and shown nothing of what is the team's alone [DESK-02].
 */
export const worksOn = (user: CurrentUser | null | undefined, { mayWork }: Ticket): boolean =>
  mayWork === true && may(user, "tickets");
