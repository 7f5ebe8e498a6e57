import { cn } from "#client/lib/cn.ts";

/** Where the shut eyes lie, in the box of the open ones. */
const LIDS = "M67.500 73q14 2.500 26-12M52.500 73q-14 2.500-26-12";

/**
 * The den layers are drawn in a box of 700x900, of which the files show twice as much. While a
 * password is typed out of sight, the lynx shuts its eyes.
 */
const STYLE = `
.as-box{position:absolute;left:74%;bottom:-40%;height:140%;aspect-ratio:700/900;translate:-48% 0}
@media (min-width:64rem){.as-box{left:50%;bottom:-9%;height:min(96%,62rem)}}
.as-box>*{position:absolute;inset:0;width:100%;height:100%;max-width:none}
.as-wide{scale:2}
.as-eyes{transform-origin:33% 27.1%;animation:hs-blink 8.4s linear infinite}
.as-look,.as-lids{transition:opacity .18s,transform .18s;transform-origin:33% 27.1%}
.as-lids{opacity:0}
.auth:has(input[type=password]:focus) .as-look{transform:scaleY(.05);opacity:0}
.auth:has(input[type=password]:focus) .as-lids{opacity:1}
.as-aurora{animation:hs-drift-a 34s ease-in-out infinite alternate}
@media (prefers-reduced-motion:reduce){.as-eyes,.as-aurora{animation:none}}
`;

type AuthSceneProps = { className?: string };

/**
 * The lynx before its moon, watching who comes to the door. Shuts its eyes while a password is
 * written out of sight inside the same `.auth`. Decoration; fills the box it is given.
 */
export const AuthScene = ({ className }: AuthSceneProps) => (
  <div
    className={cn(
      "overflow-hidden bg-[linear-gradient(180deg,#050908,#07110f_26%,#0a1b18_50%,#12332b_74%,#1c4a3d)]",
      className,
    )}
    aria-hidden="true"
  >
    <style>{STYLE}</style>
    <img src="/art/hero/stars.svg" alt="" className="absolute inset-0 size-full object-cover" />
    <img
      src="/art/hero/aurora-a.webp"
      alt=""
      className="as-aurora absolute top-0 -left-1/4 h-3/5 w-[150%] max-w-none"
    />
    <div className="as-box">
      <img src="/art/hero/moon.svg" alt="" className="as-wide" />
    </div>
    <img
      src="/art/hero/land.svg"
      alt=""
      className="absolute top-[54%] left-0 aspect-[16/5] min-h-[46%] w-full max-w-none object-cover object-bottom"
    />
    <div className="as-box">
      <img src="/art/hero/den.svg" alt="" className="as-wide" />
      <div className="as-look">
        <img src="/art/hero/eyes.svg" alt="" className="as-eyes size-full max-w-none" />
      </div>
      <svg viewBox="0 0 700 900" className="as-lids">
        <path
          d={LIDS}
          transform="translate(167.100 171.500) scale(1.064)"
          strokeWidth="2.500"
          strokeLinecap="round"
          className="fill-none stroke-amber-deep"
        />
      </svg>
    </div>
    <img
      src="/art/hero/front.svg"
      alt=""
      className="absolute top-[68%] left-0 aspect-[16/5] min-h-[34%] w-full max-w-none object-cover object-left-bottom"
    />
  </div>
);
