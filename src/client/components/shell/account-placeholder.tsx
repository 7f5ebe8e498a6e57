import { useSite } from "#client/lib/site.ts";

/** The places in the bar of the points, bell, cart and account menu, before and after they are there. */
export const PLACES = {
  row: "flex items-center gap-1 lg:gap-2",
  points: "hidden w-44 justify-end lg:flex",
  bell: "size-11 shrink-0",
  menu: "ml-1.5 hidden w-44 md:block lg:w-52",
};

/** Holds the place of the account menu until the member's name is there. */
export const MenuPlaceholder = () => (
  <span aria-hidden className="flex h-12 w-full items-center gap-2.5 px-1.5">
    <span className="hexagon h-10 w-9 bg-ground-800" />
    <span className="h-4 w-20 animate-pulse rounded bg-ground-700" />
  </span>
);

/** Holds the place of a member's end of the bar until its script is there. */
export const AccountPlaceholder = () => (
  <div className={PLACES.row}>
    <span className={PLACES.points} />
    <span className={PLACES.bell} />
    {useSite().shop !== null && <span className={PLACES.bell} />}
    <div className={PLACES.menu}>
      <MenuPlaceholder />
    </div>
  </div>
);
