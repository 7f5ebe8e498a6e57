import { MarkInLight } from "#client/components/brand/brand-mark.tsx";
import { RunningLynx } from "#client/components/brand/running-lynx.tsx";
import { useSite } from "#client/lib/site.ts";
import { LOGIN_REDIRECT_MS } from "#shared/constants/time.ts";

const PINE =
  "M0 0L-5 15-3 13-11 32-6 29-16 51-9 47-22 71-12 66-28 92-15 86-34 114-6 108V130H6V108L31 112 14 86 27 93 12 65 20 69 8 47 17 50 5 29 10 31 3 13 5 14z";
/** Pines of one tile, as [place in 1600, size]. */
const WOOD: readonly (readonly [x: number, size: number])[] = [
  [30, 0.7],
  [84, 1.05],
  [150, 0.8],
  [196, 0.6],
  [262, 1],
  [340, 0.72],
  [388, 1.15],
  [452, 0.85],
  [540, 0.62],
  [596, 0.95],
  [660, 1.2],
  [724, 0.75],
  [806, 0.9],
  [868, 0.65],
  [930, 1.1],
  [998, 0.8],
  [1080, 0.7],
  [1132, 1],
  [1204, 0.82],
  [1262, 1.18],
  [1330, 0.68],
  [1410, 0.92],
  [1470, 1.08],
  [1546, 0.78],
];
const EDGE: typeof WOOD = [
  [120, 1.25],
  [560, 0.9],
  [680, 1.3],
  [1240, 1.1],
];

/** Three tiles, so that the widest screen sees no end while they pass. */
const Pines = ({ trees, className }: { trees: typeof WOOD; className: string }) => (
  <svg
    viewBox="0 0 4800 170"
    preserveAspectRatio="xMinYMax slice"
    className={`nr-layer ${className}`}
  >
    {[0, 1600, 3200].flatMap((tile) =>
      trees.map(([x, size]) => (
        <path
          key={tile + x}
          d={PINE}
          transform={`translate(${tile + x} ${170 - 130 * size}) scale(${size})`}
        />
      )),
    )}
  </svg>
);

/** The nearer a layer, the further it is carried past the lynx; a bit longer than it is looked at. */
const STYLE = `
@keyframes nr-pass{to{transform:translateX(var(--way))}}
.nr-layer{position:absolute;left:0;max-width:none;animation:nr-pass ${LOGIN_REDIRECT_MS + 1000}ms linear both}
.nr-wood,.nr-edge{width:auto;aspect-ratio:4800/170}
.nr-ridge{--way:-6%}
.nr-wood{--way:-12%}
.nr-edge{--way:-31%}
.nr-moon{top:50%;height:calc(min(24rem,46dvh,78vw)/.262);translate:-48.600% -40%}
@media (prefers-reduced-motion:reduce){.nr-layer{animation:none}}
`;

/** A lynx at full gallop through the night, before the moon. Decoration; fills the width. */
const LynxRun = ({ className }: { className: string }) => (
  <div
    aria-hidden="true"
    className={`relative overflow-hidden bg-[linear-gradient(180deg,#050908,#0a1b18_45%,#12332b_80%,#1c4a3d)] ${className}`}
  >
    <style>{STYLE}</style>
    <img src="/art/hero/stars.svg" alt="" className="absolute inset-0 size-full object-cover" />
    <div className="absolute top-0 -left-1/4 h-3/4 w-[150%] bg-[url(/art/hero/aurora-b.webp)] bg-size-[100%_100%]" />
    <img src="/art/hero/moon.svg" alt="" className="nr-moon absolute left-1/2 max-w-none" />
    <svg
      viewBox="0 0 1600 200"
      preserveAspectRatio="none"
      className="nr-layer nr-ridge bottom-[6%] h-[26%] w-[130%]"
    >
      <path
        d="M0 120L140 60 260 104 420 20 560 96 700 52 840 110 1010 30 1140 92 1290 48 1430 104 1600 40V200H0z"
        className="fill-[#1d4a3e]"
      />
      <path
        d="M0 150L180 110 330 146 480 84 640 140 800 104 960 150 1120 92 1280 140 1440 112 1600 148V200H0z"
        className="fill-[#163d32]"
      />
    </svg>
    <Pines trees={WOOD} className="nr-wood bottom-[7%] h-[16%] fill-[#0d261e]" />
    <svg
      viewBox="0 0 100 10"
      preserveAspectRatio="none"
      className="absolute inset-x-0 -bottom-px h-[9%] w-full"
    >
      <path d="M0 5C25 1 40 0 60 1 80 2 90 4 100 3V10H0z" className="fill-ground-950" />
    </svg>
    <RunningLynx className="absolute bottom-[4%] left-1/2 w-[min(26rem,54dvh,84vw)] -translate-x-1/2 text-ground-950" />
    <Pines trees={EDGE} className="nr-edge bottom-0 h-[52%] fill-ground-950" />
  </div>
);

/** What somebody sees who has just come in. Decoration; fills the width. */
export const NightRun = ({ className }: { className: string }) => {
  const { scene } = useSite().brand;
  return scene === "den" ? (
    <LynxRun className={className} />
  ) : (
    <MarkInLight className={className} />
  );
};
