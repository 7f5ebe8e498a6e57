/** Back to front: what is drawn (`/art/hero/NAME.svg`), or laid on by the style sheet alone. */
export const HERO_SCENE = [
  { drawing: "stars", className: "hs-fill" },
  { className: "hs-glow" },
  { drawing: "aurora-a", className: "hs-aurora hs-aurora-a" },
  { drawing: "aurora-b", className: "hs-aurora hs-aurora-b" },
  { drawing: "moon", className: "hs-den" },
  { drawing: "land", className: "hs-land" },
  { className: "hs-mist" },
  { drawing: "den", className: "hs-den" },
  { drawing: "eyes", className: "hs-den hs-eyes" },
  { drawing: "front", className: "hs-front" },
  { drawing: "frame", className: "hs-front" },
  { className: "hs-grain" },
  { className: "hs-calm" },
] as const;

/**
 * The night of the home page: sky, aurora, ridges, three rows of pines with mist between them, and
 * the lynx on its rock at the bottom right. Fills its positioned parent. Text stands above it at
 * the left from 900 px on, in the upper three fifths below that. Drawn by scripts/art/hero-layers.tsx.
 */
export const HeroScene = () => (
  <div className="hs" aria-hidden="true">
    {HERO_SCENE.map((layer) =>
      "drawing" in layer ? (
        <img
          key={layer.drawing}
          src={`/art/hero/${layer.drawing}.svg`}
          alt=""
          decoding="async"
          className={layer.className}
        />
      ) : (
        <div key={layer.className} className={layer.className} />
      ),
    )}
  </div>
);
