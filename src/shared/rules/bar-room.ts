/** The narrowest screens of each range of widths, in order. */
export const BAR_RANGES = ["md", "lg", "xl"] as const;
type BarRange = (typeof BAR_RANGES)[number];

/** What the bar has at the beginning of a range, in px. */
type Room = {
  /** Beside a short name of the community and the login, or all that is a member's. */
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

/** How wide the signs of a text are, in px. */
type Letters = {
  usual: number;
  /** M and W. */
  broad: number;
  /** Signs of East Asia, and pictures. */
  wide: number;
};

/** No face that a community can choose is wider on the average of a title. */
const TITLE_AT_MOST: Letters = { usual: 11, broad: 11, wide: 22 };
/** What titles, and a name, are on the average. */
const TITLE: Letters = { usual: 9.7, broad: 9.7, wide: 22 };
const NAME: Letters = { usual: 15, broad: 26, wide: 33 };
const IS_BROAD = /[mw]/i;
const IS_WIDE = /[\u1100-\u11ff\u2e80-\uffff]/;

const widthOf = (text: string, { usual, broad, wide }: Letters): number =>
  Array.from(text, (sign) =>
    IS_WIDE.test(sign) ? wide : IS_BROAD.test(sign) ? broad : usual,
  ).reduce<number>((sum, px) => sum + px, 0);

/** A longer name takes two lines, in characters. */
export const ONE_LINE_MAX = 18;
/** What {@link ROOMS} leave for the name beside its emblem. */
const SHORT_NAME_PX = 110;
/** What a name in two lines has at most. */
const LONG_NAME_PX = 240;

/** What a name takes of the room that there is beside a short one. */
const beyondShort = (name: string): number =>
  Math.max(0, (name.length > ONE_LINE_MAX ? LONG_NAME_PX : widthOf(name, NAME)) - SHORT_NAME_PX);

/**
 * Whether the bar has room for all of its entries, for guests and for members, and for all of the
 * community's name beside them. It is reckoned and not measured, so that the server knows it too and
 * nothing moves. Where it errs about the entries it says no; a name that it believes to be shorter than
 * it is gives way to them.
 */
export const hasRoom = (
  name: string,
  entries: readonly { title: string }[],
  range: BarRange,
): boolean => {
  const { guest, member, guestEntry, memberEntry, isIconic } = ROOMS[range];
  const gaps = GAP_PX * Math.max(0, entries.length - 1);
  const isRoomFor = (letters: Letters, beyond: number) => {
    const titles = entries.reduce((sum, { title }) => sum + widthOf(title, letters), 0);
    const taken = gaps + beyond;
    return (
      entries.length * guestEntry + titles + taken <= guest &&
      entries.length * memberEntry + (isIconic ? 0 : titles) + taken <= member
    );
  };
  return isRoomFor(TITLE_AT_MOST, 0) && isRoomFor(TITLE, beyondShort(name));
};
