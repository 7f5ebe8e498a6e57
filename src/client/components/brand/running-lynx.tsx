import type { ReactNode } from "react";
import { useSite } from "#client/lib/site.ts";
import { BrandMark } from "./brand-mark.tsx";

/**
 * The gallop of a cat, in eight poses of one stride: gathered in the air (0), hind feet land and
 * push off (1 to 3), stretched in the air (4), fore feet land and pull (5 to 7). Angles in degrees;
 * those of limbs are absolute, 0 straight down, positive forward (to the right).
 */
type Pose = readonly number[];

/** Thigh, shank, hind foot, toes. */
const HIND: readonly Pose[] = [
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
const FORE: readonly Pose[] = [
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
type Motion = (t: number) => string;

/** Rotation of a limb's joint relative to the joint before it. */
const joint =
  (table: readonly Pose[], column: number): Motion =>
  (t) => {
    const parent = column === 0 ? 0 : at(table, column - 1, t);
    return `rotate(${round(parent - at(table, column, t))}deg)`;
  };

/** Rotation of a part of the body. */
const turn =
  (column: number): Motion =>
  (t) =>
    `rotate(${round(at(BODY, column, t))}deg)`;

const lift: Motion = (t) =>
  `translateY(${round(at(LIFT, 0, t))}px) rotate(${round(at(LIFT, 1, t))}deg)`;

/** CSS keyframes of one stride. */
const keyframes = (name: string, motion: Motion): string => {
  const frames = Array.from({ length: STEPS + 1 }, (_, i) => {
    const t = i / STEPS;
    return `${round(t * 100)}%{transform:${motion(t % 1)}}`;
  });
  return `@keyframes ${name}{${frames.join("")}}`;
};

const STRIDE_MS = 680;
/** The legs of the far side run ahead by this part of a stride. */
const LEAD = 0.12;
/** The pose that is shown when nothing may move: stretched in the air. */
const STILL = 0.5;

const MOTIONS: Record<string, Motion> = {
  lift,
  loins: turn(0),
  chest: turn(1),
  head: turn(2),
  tail: turn(3),
  h0: joint(HIND, 0),
  h1: joint(HIND, 1),
  h2: joint(HIND, 2),
  h3: joint(HIND, 3),
  f0: joint(FORE, 0),
  f1: joint(FORE, 1),
  f2: joint(FORE, 2),
  f3: joint(FORE, 3),
};

const STYLE = [
  ...Object.entries(MOTIONS).map(([part, motion]) => keyframes(`rl-${part}`, motion)),
  ...Object.entries(MOTIONS).map(
    ([part, motion]) =>
      `.rl-${part}{transform:${motion(STILL)};animation:rl-${part} ${STRIDE_MS}ms linear infinite}`,
  ),
  `.rl-far *{animation-delay:-${Math.round(STRIDE_MS * LEAD)}ms}`,
  `@keyframes rl-ground{to{stroke-dashoffset:-260}}`,
  `.rl-ground{animation:rl-ground ${STRIDE_MS}ms linear infinite}`,
  `@keyframes rl-shade{0%,100%{transform:scaleX(.72)}25%{transform:scaleX(.9)}50%{transform:scaleX(1.08)}75%{transform:scaleX(.92)}}`,
  `.rl-shade{animation:rl-shade ${STRIDE_MS}ms ease-in-out infinite}`,
  `@media (prefers-reduced-motion:reduce){[class^="rl-"],.rl-far *{animation:none}}`,
].join("");

/** A bone with its flesh: from a round end of radius `from` down to one of radius `to`. */
const bone = (length: number, from: number, to: number) =>
  `M${-from} 0A${from} ${from} 0 0 1 ${from} 0L${to} ${length}A${to} ${to} 0 0 1 ${-to} ${length}z`;

type Segment = { length: number; shape: string };

const HIND_LEG: readonly Segment[] = [
  {
    length: 50,
    shape: "M-25-6C-22-26 20-28 26-4 27 18 18 40 11 52 6 60-8 60-11 50-18 32-27 16-25-6z",
  },
  { length: 48, shape: bone(48, 11.5, 6.5) },
  { length: 36, shape: bone(36, 6.8, 6) },
  { length: 14, shape: "M-7.5-3C-8 4-8 12-7 17-4 22 5 22 7 17 8 10 7 2 6-3 2-6-5-6-7.5-3z" },
];
const FORE_LEG: readonly Segment[] = [
  {
    length: 42,
    shape: "M-20-8C-16-24 16-24 20-6 20 12 14 30 10 42 6 50-7 50-9.5 42-14 26-21 10-20-8z",
  },
  { length: 50, shape: bone(50, 10, 6.5) },
  { length: 20, shape: bone(20, 6.8, 6.5) },
  { length: 14, shape: "M-7.5-3C-8 4-8 12-7 17-4 22 5 22 7 17 8 10 7 2 6-3 2-6-5-6-7.5-3z" },
];

/** A leg of nested joints; the origin is the hip or the shoulder. */
const Leg = ({ name, segments }: { name: "h" | "f"; segments: readonly Segment[] }) =>
  segments.reduceRight<ReactNode>(
    (rest, { length, shape }, i) => (
      <g className={`rl-${name}${i}`}>
        <path d={shape} />
        {rest !== null && <g transform={`translate(0 ${length})`}>{rest}</g>}
      </g>
    ),
    null,
  );

const Legs = ({ side }: { side: "near" | "far" }) => (
  <>
    <g className="rl-loins">
      <g transform={side === "near" ? "translate(-62 12)" : "translate(-56 10)"}>
        <Leg name="h" segments={HIND_LEG} />
      </g>
    </g>
    <g className="rl-chest">
      <g transform={side === "near" ? "translate(58 20)" : "translate(64 18)"}>
        <Leg name="f" segments={FORE_LEG} />
      </g>
    </g>
  </>
);

type RunningLynxProps = { className: string };

/**
 * A lynx at full gallop, seen from the side, running to the right in `currentColor`. One stride is
 * 680 ms. Stands still, stretched in the air, under reduced motion. Decoration. Box 3:2.
 */
const Gallop = ({ className }: RunningLynxProps) => (
  <svg
    className={className}
    viewBox="-24 -32 440 296"
    fill="currentColor"
    aria-hidden="true"
    focusable="false"
  >
    <style>{STYLE}</style>
    <g stroke="currentColor" fill="none" strokeLinecap="round">
      <path
        className="rl-ground"
        d="M-24 250H416"
        strokeWidth="2"
        strokeDasharray="46 30 12 42"
        opacity=".28"
      />
      <path
        className="rl-ground"
        d="M-24 258H416"
        strokeWidth="1.5"
        strokeDasharray="20 60 40 140"
        opacity=".16"
      />
    </g>
    <g transform="translate(196 250)">
      <ellipse className="rl-shade" rx="120" ry="5" fill="#000" opacity=".4" />
    </g>
    <g transform="translate(196 100)">
      <g className="rl-lift">
        <g className="rl-far" opacity=".55">
          <Legs side="far" />
        </g>
        <g className="rl-loins">
          <g transform="translate(-88 -8)">
            <g className="rl-tail">
              <path d="M10-9C-6-14-24-16-36-8-42-2-40 7-32 8-20 9-8 8 8 10z" />
              <path
                d="M-26-12C-34-12-40-7-40-1-40 5-36 8-30 8-24 6-22-6-26-12z"
                fill="var(--color-ground-950)"
                opacity=".75"
              />
            </g>
          </g>
          <path d="M16-18C-4-31-52-35-78-22-94-14-98 2-92 18-84 34-50 36-24 30-6 27 8 28 16 30z" />
        </g>
        <ellipse cx="-1" cy="0" rx="42" ry="29.5" />
        <g className="rl-chest">
          <path d="M-20-18C-2-31 36-37 60-32 80-28 94-12 92 10 90 32 72 46 50 46 26 46 2 36-18 28z" />
          <g transform="translate(66 -14)">
            <g className="rl-head">
              <Head />
            </g>
          </g>
        </g>
        <Coat />
        <Legs side="near" />
      </g>
    </g>
  </svg>
);

/** Neck and head in profile; the origin is the foot of the neck. */
const Head = () => (
  <>
    <path d="M40-52L36-70 40-86 50-68 58-48z" opacity=".55" />
    <path d="M-24-16C-8-26 8-38 24-48L21-64 14-84 34-68 44-55C56-55 67-48 72-38L82-30C85-27 86-22 84-17L80-10C76-6 70-4 62-4L64 8 54 4 55 20 43 11 39 27 28 16 16 32-16 26z" />
    <path d="M21-64L14-84 28-72z" fill="var(--color-ground-950)" opacity=".85" />
    <path d="M26-52L26-62 35-54z" fill="var(--color-ground-950)" opacity=".3" />
    <path d="M55-39L69-35 62-30z" fill="var(--color-accent)" />
    <path d="M79-32l4 3c2 2 2 4 1 6l-6-3z" fill="var(--color-ground-950)" opacity=".8" />
    <path d="M83-15L68-14 58-8 69-9 80-10z" fill="var(--color-ground-950)" opacity=".35" />
    <path d="M40-20C46-14 48-4 46 6L38-4z" fill="var(--color-ground-950)" opacity=".2" />
  </>
);

/** Spots and the shade of the belly, on the parts that carry them. */
const Coat = () => (
  <g
    fill="var(--color-ground-950)"
    stroke="var(--color-ground-950)"
    strokeWidth="6.5"
    strokeLinecap="round"
    opacity=".2"
  >
    <g className="rl-loins">
      <path d="M-72-8h0M-56-15h0M-62 4h0M-42-13h0M-46 6h0M-80 8h0M-28-14h0M-30 3h0M-14-13h0M-16 2h0" />
      <path
        d="M-93 12C-86 34-50 36-24 30-6 27 8 28 16 30 4 16-30 24-52 20-72 18-88 20-93 12z"
        stroke="none"
      />
    </g>
    <g className="rl-chest">
      <path d="M6-14h0M24-17h0M14 2h0M36-3h0M44-18h0" />
      <path
        d="M92 4C90 32 72 46 50 46 26 46 2 36-18 28 10 18 34 30 54 28 74 26 86 18 92 4z"
        stroke="none"
      />
    </g>
  </g>
);

/** Somebody is on the way: the lynx, or the mark of a community that has another. Decoration. */
export const RunningLynx = ({ className }: RunningLynxProps) =>
  useSite().brand.logo.emblem === "lynx" ? (
    <Gallop className={className} />
  ) : (
    <BrandMark className={`${className} aspect-[3/2] animate-pulse`} />
  );
