import { redirect } from "@tanstack/react-router";
import type { SecretPage } from "#shared/constants/accounts.ts";

declare module "@tanstack/react-router" {
  interface HistoryState {
    /** What a mail's link had in its query: of this tab's own history alone, where a reload keeps it. */
    secret?: string;
  }
}

/**
 * Takes the secret that a mail's link brought out of the address, where it would be seen, shared
 * and kept. For `beforeLoad`; the screen then finds it in the state of its location.
 */
export const hideSecret = (to: SecretPage, secret: string | undefined): void => {
  if (secret === undefined || secret === "") return;
  redirect({ to, search: {}, state: { secret }, replace: true, throw: true });
};
