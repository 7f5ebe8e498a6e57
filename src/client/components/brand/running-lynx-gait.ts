/**
 * The gallop of a cat, in eight poses of one stride: gathered in the air (0), hind feet land and
 * push off (1 to 3), stretched in the air (4), fore feet land and pull (5 to 7). Angles in degrees;
 * those of limbs are absolute, 0 straight down, positive forward (to the right).
 */
type Pose = readonly number[];

/** Thigh, shank, hind foot, toes. */
export const HIND: readonly Pose[] = [
  [62, 12, 44, 84],
  [52, -4, 30, 86],
  [24, -34, 14, 88],
  [-14, -50, -14, 66],
  [-44, -66, -62, -10],
  [-30, -92, -64, -66],
  [16, -84, -14, -24],
  [52, -34, 26, 44],
];

/** Upper arm, forearm, fore foot, toes. */
export const FORE: readonly Pose[] = [
  [-30, -48, -86, -70],
  [-24, -8, -96, -110],
  [2, 40, -58, -80],
  [30, 72, 18, 0],
  [52, 78, 74, 92],
  [40, 52, 48, 96],
  [4, 14, 6, 90],
  [-24, -20, -30, 44],
];

/** Loins and chest about the middle of the back, head, tail; clockwise. */
const BODY: readonly Pose[] = [
  [-15, 10, -4, 24],
  [-11, 4, 2, 14],
  [-3, -3, 6, 2],
  [5, -8, 8, -8],
  [10, -9, 6, -14],
  [7, -3, -2, -4],
  [-1, 4, -8, 10],
  [-10, 9, -8, 20],
];

/** Lift of the whole body in units of the drawing (negative is up) and its pitch, clockwise. */
const LIFT: readonly Pose[] = [
  [-5, 1],
  [2, -3],
  [5, -5],
  [0, -4],
  [-9, 0],
  [-4, 4],
  [4, 5],
  [3, 4],
];

const STEPS = 16;

/** Column `column` of a table at time `t` of 0 to 1, on a smooth closed curve through its poses. */
const at = (table: readonly Pose[], column: number, t: number): number => {
  const n = table.length;
  const value = (i: number) => table[((i % n) + n) % n]?.[column] ?? 0;
  const i = Math.floor(t * n);
  const f = t * n - i;
  const [a, b, c, d] = [value(i - 1), value(i), value(i + 1), value(i + 2)];
  return b + 0.5 * f * (c - a + f * (2 * a - 5 * b + 4 * c - d + f * (3 * (b - c) + d - a)));
};

const round = (value: number) => Math.round(value * 10) / 10;

/** The transform of one part at time `t`. */
export type Motion = (t: number) => string;

/** Rotation of a limb's joint relative to the joint before it. */
export const joint =
  (table: readonly Pose[], column: number): Motion =>
  (t) => {
    const parent = column === 0 ? 0 : at(table, column - 1, t);
    return `rotate(${round(parent - at(table, column, t))}deg)`;
  };

/** Rotation of a part of the body. */
export const turn =
  (column: number): Motion =>
  (t) =>
    `rotate(${round(at(BODY, column, t))}deg)`;

export const lift: Motion = (t) =>
  `translateY(${round(at(LIFT, 0, t))}px) rotate(${round(at(LIFT, 1, t))}deg)`;

/** CSS keyframes of one stride. */
export const keyframes = (name: string, motion: Motion): string => {
  const frames = Array.from({ length: STEPS + 1 }, (_, i) => {
    const t = i / STEPS;
    return `${round(t * 100)}%{transform:${motion(t % 1)}}`;
  });
  return `@keyframes ${name}{${frames.join("")}}`;
};
