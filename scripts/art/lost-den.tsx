import { hexagonBevels, hexagonPath } from "#client/components/brand/tier-emblem.tsx";
import { LYNX_CROWN, LYNX_EARS, LYNX_HEAD, LYNX_MUZZLE } from "#shared/constants/brand.ts";
import { FAR_PINES, GRASS, MOUND, MOUND_LIT, MOUND_PLANES, NEAR_PINES } from "./lost-den-paths.ts";

const DOORWAY = hexagonBevels(214, 206, 64, 53);
/** Stones of the doorway, clockwise from the upper right; moonlight falls from there. */
const STONES = ["#5d7d6e", "#34503f", "#1a2c23", "#15241d", "#223a2f", "#3f5f50"];

/** Steps of the one who left: x, y, turn in degrees, size. */
const STEPS = [
  [240, 262, 66, 0.8],
  [262, 255, 78, 0.85],
  [288, 265, 72, 0.95],
  [314, 257, 84, 1],
  [344, 268, 80, 1.1],
  [420, 266, 96, 1.2],
] as const;

const PAW =
  "M0-1.5L4 1 5 5 2.5 7 0 6-2.5 7-5 5-4 1zM-2-9l1.5 2v3L-2-2.5-3.5-4v-3zM2-9l1.5 2v3L2-2.5.5-4v-3zM-6-4.5l1.5 1.5.3 2.5-1.4.8L-7-1.5zM6-4.5L4.5-3l-.3 2.5 1.4.8L7-1.5z";

/** Everything of the lost den but the eyes, which blink: src/client/components/brand/brand-mark.tsx. */
export const LOST_DEN = (
  <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 480 300">
    <defs>
      <radialGradient id="a" cx=".56" cy=".52" r=".5">
        <stop offset="0" stopColor="#2c6353" stopOpacity=".85" />
        <stop offset=".55" stopColor="#173a30" stopOpacity=".55" />
        <stop offset="1" stopColor="#0b110e" stopOpacity="0" />
      </radialGradient>
      <radialGradient id="b">
        <stop offset=".25" stopColor="#d6f2dd" stopOpacity=".55" />
        <stop offset="1" stopColor="#9fdcc0" stopOpacity="0" />
      </radialGradient>
      <linearGradient id="c" x1=".2" y1="0" x2=".7" y2="1">
        <stop offset="0" stopColor="#f3f1df" />
        <stop offset="1" stopColor="#9cc4b0" />
      </linearGradient>
      <linearGradient id="d" x1="0" y1="0" x2="0" y2="1">
        <stop offset="0" stopColor="#17382e" />
        <stop offset="1" stopColor="#245345" />
      </linearGradient>
      <linearGradient id="e" x1=".8" y1="0" x2=".2" y2="1">
        <stop offset="0" stopColor="#24443a" />
        <stop offset=".5" stopColor="#132720" />
        <stop offset="1" stopColor="#0a1410" />
      </linearGradient>
      <radialGradient id="f" cy=".6">
        <stop offset="0" stopColor="#020403" />
        <stop offset="1" stopColor="#08100d" />
      </radialGradient>
      <radialGradient id="g">
        <stop offset="0" stopColor="#f5b83d" stopOpacity=".4" />
        <stop offset="1" stopColor="#f5b83d" stopOpacity="0" />
      </radialGradient>
      <radialGradient id="h">
        <stop offset="0" stopColor="#a9dec6" stopOpacity=".3" />
        <stop offset="1" stopColor="#a9dec6" stopOpacity="0" />
      </radialGradient>
      <linearGradient id="i" x1="0" x2="1">
        <stop offset="0" stopColor="#fff" stopOpacity="0" />
        <stop offset=".16" stopColor="#fff" />
        <stop offset=".84" stopColor="#fff" />
        <stop offset="1" stopColor="#fff" stopOpacity="0" />
      </linearGradient>
      <linearGradient id="j" x1="0" y1="0" x2="0" y2="1">
        <stop offset="0" stopColor="#0b110e" stopOpacity="0" />
        <stop offset="1" stopColor="#0b110e" />
      </linearGradient>
      <mask id="k">
        <path d="M0 0h480v300H0z" fill="url(#i)" />
      </mask>
    </defs>
    <path d="M0 0h480v300H0z" fill="url(#a)" />
    <path
      d="M96 60h0M132 96h0M168 40h0M226 66h0M262 30h0M300 84h0M392 44h0M414 104h0M120 30h0M330 20h0"
      stroke="#dcefe6"
      strokeWidth="2"
      strokeLinecap="round"
      opacity=".7"
    />
    <circle cx="346" cy="86" r="85" fill="url(#b)" />
    <path d={hexagonPath(346, 86, 40)} fill="url(#c)" />
    <path
      d="M360 74l8 4.6v9.2l-8 4.6-8-4.6v-9.2zM334 96l5 3v6l-5 3-5-3v-6z"
      fill="#8fb8a2"
      opacity=".4"
    />
    <g mask="url(#k)">
      <path d={FAR_PINES} fill="url(#d)" />
      <ellipse cx="250" cy="222" rx="220" ry="26" fill="url(#h)" />
      <path d={NEAR_PINES} fill="#0c1d17" />
      <path d={MOUND} fill="url(#e)" />
      <path d={MOUND_PLANES} fill="#060c0a" opacity=".45" />
      <path d={MOUND_LIT} fill="#4d7464" opacity=".55" />
      <path d={hexagonPath(214, 206, 53)} fill="url(#f)" />
      <g transform="translate(176 162) scale(.64)">
        <path d={LYNX_HEAD} fill="#0b1511" />
        <path d={LYNX_EARS + LYNX_CROWN + LYNX_MUZZLE} fill="#1a2d26" />
        <ellipse cx="60" cy="68" rx="66" ry="34" fill="url(#g)" />
      </g>
      {DOORWAY.map((d, i) => (
        <path key={d} d={d} fill={STONES[i]} />
      ))}
      <path d={hexagonPath(214, 206, 53)} fill="none" stroke="#050907" strokeWidth="1.5" />
      <path d="M20 260Q240 236 462 260V300H20z" fill="#0d1d17" />
      <g fill="#5d7d6e">
        {STEPS.map(([x, y, turn, size], i) => (
          <path
            key={x}
            d={PAW}
            opacity={0.5 + i * 0.09}
            transform={`translate(${x} ${y}) rotate(${turn}) scale(${size} ${size * 0.8})`}
          />
        ))}
      </g>
      <g transform="rotate(5 392 262)">
        <path d="M388 264V168l4-4 4 4v96z" fill="#3a2f24" />
        <path d="M392 164l4 4v96h-4z" fill="#1f1913" />
        <path d="M360 180h52l14 11-14 11h-52l4-11z" fill="#5a4734" />
        <path d="M360 180h52l3 2.4h-54z" fill="#8c7252" />
        <path d="M424 212l-54 6-12 13 14 9 54-6-5-11z" fill="#4a3a2b" />
        <path d="M424 212l-54 6-3 3 57-6z" fill="#7d6548" />
        <path
          d="M376 185l-5 13M385 185l-5 13M394 185l-5 13M404 220l-6 11M396 221l-6 11M388 222l-6 11"
          stroke="#17120d"
          strokeWidth="2"
          strokeLinecap="round"
        />
      </g>
      <path d={GRASS} fill="#07100c" />
      <path d="M0 264h480v36H0z" fill="url(#j)" />
    </g>
  </svg>
);
