import { Play } from "lucide-react";
import { Fragment, useRef } from "react";
import { HashLink } from "#client/components/hash-link.tsx";
import { Button } from "#client/components/ui/button.tsx";
import { useSite } from "#client/lib/site.ts";
import { trpc } from "#client/lib/trpc.ts";
import { useInView } from "#client/lib/use-in-view.ts";
import { HOME } from "#shared/home-messages.ts";
import { MESSAGES } from "#shared/messages.ts";
import { HeroScene } from "./hero-scene.tsx";

const Pulse = ({ isSeen }: { isSeen: boolean }) => {
  const { data } = trpc.servers.summary.useQuery(undefined, { enabled: isSeen });
  return (
    <p className="mt-8 flex h-7 items-center gap-3 text-muted tabular-nums" aria-live="off">
      {data !== undefined && (
        <>
          <span aria-hidden className="hexagon size-3 animate-pulse bg-moss" />
          <span>
            <strong className="font-semibold text-bone">{data.players}</strong>{" "}
            {HOME.inGameOn(data.players)}{" "}
            <strong className="font-semibold text-bone">{data.online}</strong> of {data.servers}{" "}
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
  const { brand } = useSite();
  const section = useRef<HTMLElement>(null);
  const isSeen = useInView(section, "0px");
  const [first = "", ...rest] = brand.tagline.replaceAll(/([.!?])\s+/g, "$1\n").split("\n");
  return (
    <section
      ref={section}
      id="home"
      aria-labelledby="hero-title"
      className="relative isolate -mt-16 flex min-h-[min(100svh,60rem)] items-start md:items-center overflow-hidden pt-16"
    >
      <div className="shell relative pt-10 pb-[23rem] sm:pb-72 md:pb-48">
        <div className="max-w-[46rem]">
          <p className="eyebrow">{brand.name} game servers</p>
          <h1
            id="hero-title"
            className="headline mt-4 text-[clamp(3.1rem,7.6vw,6.5rem)] leading-[0.9] font-black wrap-anywhere"
          >
            <Words text={first} />
            {rest.length > 0 && (
              <span className="block text-amber-strong">
                <Words text={rest.join(" ")} />
              </span>
            )}
          </h1>
          <p className="mt-6 max-w-xl text-lg leading-relaxed text-[#c5d1c8] md:text-xl">
            {brand.description}
          </p>
          <div className="mt-9 flex flex-wrap items-center gap-2.5 sm:gap-4">
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
      <HeroScene />
    </section>
  );
};
