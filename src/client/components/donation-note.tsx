/** What prices and purchases stand for (public specification §2, member §9). */
export const DonationNote = ({ className }: { className: string }) => (
  <p className={className}>
    Prices apply to an active 1-month subscription for Ark:SE, Ark:SA, Rust and Minecraft only. All
    purchases are donations only and non-refundable.
  </p>
);
