import { SHELL } from "#shared/messages.ts";

/** What prices and purchases stand for [HOME-03]. */
export const DonationNote = ({ className }: { className: string }) => (
  <p className={className}>{SHELL.donationNote}</p>
);
