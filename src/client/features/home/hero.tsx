import { useQuery } from "@tanstack/react-query";
import { Play } from "lucide-react";
import { Fragment, useRef } from "react";
import { BrandMark } from "#client/components/brand/brand-mark.tsx";
import { HashLink } from "#client/components/hash-link.tsx";
import { Button } from "#client/components/ui/button.tsx";
import { cn } from "#client/lib/cn.ts";
import { useStartQueries } from "#client/lib/queries.ts";
import { useOwnLang, useSite } from "#client/lib/site.ts";
import { useInView } from "#client/lib/use-in-view.ts";
import { HOME } from "#shared/home-messages.ts";
import { MESSAGES } from "#shared/messages.ts";

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
const HeroScene = () => (
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

const Pulse = ({ isSeen }: { isSeen: boolean }) => {
  const { servers } = useStartQueries();
  const { data } = useQuery({ ...servers.summary.queryOptions(), enabled: isSeen });
  return (
    <p className="mt-8 flex h-7 items-center gap-3 text-muted tabular-nums" aria-live="off">
      {data !== undefined && data.servers > 0 && (
        <>
          <span aria-hidden className="hexagon size-3 animate-pulse bg-moss" />
          <span>
            <strong className="font-semibold text-ink">{data.players}</strong>{" "}
            {HOME.inGameOn(data.players)}{" "}
            <strong className="font-semibold text-ink">{data.online}</strong> of {data.servers}{" "}
            servers
          </span>
        </>
      )}
    </p>
  );
};

const LONGEST_WHOLE_WORD = 14;

/** Words that keep their hyphens together: "cutting-edge" is not torn apart at the end of a line. */
const Words = ({ text }: { text: string }) =>
  [...text.matchAll(/\S+/g)].map(({ 0: word, index: offset }) => (
    <Fragment key={offset}>
      {offset > 0 && " "}
      <span className={word.length > LONGEST_WHOLE_WORD ? undefined : "whitespace-nowrap"}>
        {word}
      </span>
    </Fragment>
  ));

/** First screen: what this is, and the way into a game. */
export const Hero = () => {
  const { brand, home } = useSite();
  const own = useOwnLang();
  const { eyebrow, headline = brand.tagline, text = brand.description } = home;
  const section = useRef<HTMLElement>(null);
  const isSeen = useInView(section, "0px");
  const [first = "", ...rest] = headline.replaceAll(/([.!?])\s+/g, "$1\n").split("\n");
  return (
    <section
      ref={section}
      id="home"
      aria-labelledby="hero-title"
      className={cn(
        "relative isolate -mt-16 flex items-start overflow-hidden pt-16 md:items-center",
        brand.scene === "den" ? "min-h-[min(100svh,60rem)]" : "md:min-h-[min(90svh,48rem)]",
      )}
    >
      <div
        className={cn(
          "shell relative pt-10",
          brand.scene === "den" ? "pb-[23rem] sm:pb-72 md:pb-48" : "pb-24",
        )}
      >
        <div className="max-w-[46rem]">
          {eyebrow !== undefined && (
            <p className="eyebrow" {...own}>
              {eyebrow}
            </p>
          )}
          <h1
            id="hero-title"
            {...own}
            className="headline mt-4 text-[clamp(3.1rem,7.6vw,6.5rem)] leading-[0.9] font-black wrap-anywhere"
          >
            <Words text={first} />
            {rest.length > 0 && (
              <span className="block text-accent-strong">
                <Words text={rest.join(" ")} />
              </span>
            )}
          </h1>
          <p {...own} className="mt-6 max-w-xl text-lg leading-relaxed text-ink-lead md:text-xl">
            {text}
          </p>
          <div className="mt-9 flex flex-wrap items-center gap-2 sm:gap-4">
            <Button asChild size="hero">
              <HashLink hash="ServerStatusDisplay">
                <Play className="fill-current" aria-hidden />
                Play Now
              </HashLink>
            </Button>
            <Button asChild variant="outline" size="lg">
              <HashLink hash="ServerListDisplay">{MESSAGES.seeServers}</HashLink>
            </Button>
          </div>
          <Pulse isSeen={isSeen} />
        </div>
      </div>
      {/* After what gives the section its height: a page that is painted half-read does not jump. */}
      {brand.scene === "den" ? (
        <HeroScene />
      ) : (
        <div
          className="absolute inset-0 -z-10 bg-[radial-gradient(70rem_50rem_at_85%_30%,var(--color-glow-strong),transparent)] [mask-image:linear-gradient(#000_60%,transparent)]"
          aria-hidden="true"
        >
          <BrandMark className="absolute top-1/2 right-[6%] hidden h-3/5 -translate-y-1/2 text-ink opacity-15 lg:block" />
        </div>
      )}
    </section>
  );
};
