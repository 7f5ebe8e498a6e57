/** The narrowest screens of each range of widths, in order. */
export const BAR_RANGES = ["md", "lg", "xl"] as const;
type BarRange = (typeof BAR_RANGES)[number];

/** What the bar has at the beginning of a range, in px. */
type Room = {
  /** Beside the community's name and the login, or all that is a member's. */
  guest: number;
  member: number;
  /** Of an entry around its title. */
  guestEntry: number;
  memberEntry: number;
  /** Whether a member's entries are icons alone. */
  isIconic: boolean;
};

const ROOMS: Readonly<Record<BarRange, Room>> = {
  md: { guest: 421, member: 234, guestEntry: 24, memberEntry: 44, isIconic: true },
  lg: { guest: 677, member: 266, guestEntry: 60, memberEntry: 52, isIconic: true },
  xl: { guest: 933, member: 522, guestEntry: 60, memberEntry: 60, isIconic: false },
};

const GAP_PX = 4;
/** No face that a community can choose is wider on the average of a title. */
const LETTER_PX = 11;
/** Signs of East Asia, and pictures. */
const WIDE_PX = 22;
const IS_WIDE = /[\u1100-\u11ff\u2e80-\uffff]/;

const widthOf = (title: string): number =>
  Array.from(title, (sign) => (IS_WIDE.test(sign) ? WIDE_PX : LETTER_PX)).reduce<number>(
    (sum, px) => sum + px,
    0,
  );

/**
 * Whether the bar has room for all of its entries, for guests and for members. It is reckoned and not
 * measured, so that the server knows it too and nothing moves; where it errs it says no.
 */
export const hasRoom = (entries: readonly { title: string }[], range: BarRange): boolean => {
  const { guest, member, guestEntry, memberEntry, isIconic } = ROOMS[range];
  const titles = entries.reduce((sum, { title }) => sum + widthOf(title), 0);
  const gaps = GAP_PX * Math.max(0, entries.length - 1);
  return (
    entries.length * guestEntry + titles + gaps <= guest &&
    entries.length * memberEntry + (isIconic ? 0 : titles) + gaps <= member
  );
};
