/** A picture that is stretched belongs to the style sheet, which names its file again. */
type Layer = { className: string; file?: string; isStretched?: true };
type DrawnLayer = Layer & { file: string };

/** Back to front: what is drawn in a file, or laid on by the style sheet alone. */
export const HERO_SCENE: readonly Layer[] = [
  { file: "/art/hero/stars.svg", className: "hs-fill" },
  { className: "hs-glow" },
  { file: "/art/hero/aurora-a.webp", className: "hs-aurora hs-aurora-a", isStretched: true },
  { file: "/art/hero/aurora-b.webp", className: "hs-aurora hs-aurora-b", isStretched: true },
  { file: "/art/hero/moon.svg", className: "hs-den" },
  { file: "/art/hero/land.svg", className: "hs-land" },
  { className: "hs-mist" },
  { file: "/art/hero/den.svg", className: "hs-den" },
  { file: "/art/hero/eyes.svg", className: "hs-den hs-eyes" },
  { file: "/art/hero/front.svg", className: "hs-front" },
  { file: "/art/hero/frame.svg", className: "hs-front" },
  { className: "hs-grain" },
  { className: "hs-calm" },
];

export const isDrawn = (layer: Layer): layer is DrawnLayer => layer.file !== undefined;

/**
 * The night of the home page: sky, aurora, ridges, three rows of pines with mist between them, and
 * the lynx on its rock at the bottom right. Fills its positioned parent. Text stands above it at
 * the left from 900 px on, in the upper three fifths below that. Drawn by scripts/art/hero-layers.tsx.
 */
export const HeroScene = () => (
  <div className="hs -z-10" aria-hidden="true">
    {HERO_SCENE.map((layer) =>
      isDrawn(layer) && layer.isStretched !== true ? (
        <img
          key={layer.file}
          src={layer.file}
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
