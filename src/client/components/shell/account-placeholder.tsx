/** Holds the place of the account menu until its script and the member's name are there. */
export const AccountPlaceholder = () => (
  <span aria-hidden className="flex h-12 w-full items-center gap-2.5 px-1.5">
    <span className="hexagon h-10 w-9 bg-night-800" />
    <span className="h-4 w-20 animate-pulse rounded bg-night-700" />
  </span>
);
