import { Gauge } from "lucide-react";
import { type ReactNode, Suspense, useState } from "react";
import { GameIcon } from "#client/components/brand/game-icon.tsx";
import { HashLink, SectionHeading } from "#client/components/page.tsx";
import { Button } from "#client/components/ui/button.tsx";
import { Tabs, TabsContent, TabsList, TabsTrigger } from "#client/components/ui/tabs.tsx";
import { lazyPart } from "#client/lib/chunks.ts";
import { cn } from "#client/lib/cn.ts";
import { useOwnLang, useSite } from "#client/lib/site.ts";
import { hasStatus, smallAddress, titleOf } from "#shared/rules/community.ts";
import type { CommunityGame } from "#shared/schemas/community/play.ts";

const LOOKS = [
  "border-ember/50 bg-ember/15 text-ember-soft",
  "border-moss/50 bg-moss/15 text-moss",
  "border-accent/50 bg-accent/15 text-accent-strong",
  "border-blades/50 bg-blades/15 text-blades-soft",
] as const;
const OTHER = "border-ground-500 bg-ground-700 text-muted";

/** The badge of a game's category. The first four categories have a look each, others are grey. */
const CategoryBadge = ({ category }: { category: string }) => {
  const { games } = useSite();
  const own = useOwnLang();
  const categories = [...new Set(games.flatMap((game) => game.category ?? []))];
  return (
    <span
      {...own}
      className={cn(
        "inline-flex items-center rounded-full border px-3 py-1 text-sm font-semibold",
        LOOKS[categories.indexOf(category)] ?? OTHER,
      )}
    >
      {category}
    </span>
  );
};

/** A game that the home page presents. */
type PresentedGame = CommunityGame & { text: string };

const isPresented = (game: CommunityGame): game is PresentedGame => game.text !== undefined;

type PictureProps = {
  game: Pick<CommunityGame, "key" | "picture" | "scene">;
  /** Where it stands among others: as a small picture. */
  isSmall?: boolean;
  className: string;
};

/** The picture of a game, its own or the built-in one, as wide as its place; its sign without either. */
const Picture = ({ game: { key, picture, scene }, isSmall, className }: PictureProps) =>
  picture === undefined && scene === undefined ? (
    <span className={cn("grid place-items-center", className)}>
      <GameIcon game={key} className="size-1/3" />
    </span>
  ) : (
    <img
      src={picture === undefined ? `/art/${scene}.svg` : isSmall ? smallAddress(picture) : picture}
      alt=""
      width={1200}
      height={750}
      loading="lazy"
      decoding="async"
      className={className}
    />
  );

/** The list beside the selected game: a column, on small screens a strip. */
const GameChoices = ({ children }: { children: ReactNode }) => (
  <TabsList
    look="bare"
    aria-label="Games"
    className="-mx-5 flex snap-x scroll-px-5 gap-3 overflow-x-auto px-5 py-1 [scrollbar-width:none] md:-mx-8 md:scroll-px-8 md:px-8 lg:mx-0 lg:flex-col lg:overflow-visible lg:p-0"
  >
    {children}
  </TabsList>
);

const GameChoice = ({ game }: { game: PresentedGame }) => (
  <TabsTrigger
    look="bare"
    value={game.key}
    className="group game-choice flex shrink-0 items-center gap-4 rounded-xl border border-ground-700 bg-ground-850 p-3 text-left transition-colors hover:border-ground-500 hover:bg-ground-800 data-[state=active]:border-accent/70 data-[state=active]:bg-ground-800"
  >
    <Picture
      game={game}
      isSmall
      className="aspect-[16/10] w-24 shrink-0 lg:w-28 rounded-md bg-ground-700 object-cover opacity-80 transition-opacity group-hover:opacity-100 group-data-[state=active]:opacity-100"
    />
    <span className="min-w-0" {...useOwnLang()}>
      <span className="block font-display text-xl leading-tight font-bold group-data-[state=active]:text-accent-strong">
        {titleOf(game)}
      </span>
      <span className="mt-1 line-clamp-2 text-sm lg:line-clamp-3 leading-snug text-faint">
        {game.text}
      </span>
    </span>
  </TabsTrigger>
);

const ServerInfoDialog = lazyPart(() => import("./info-dialog.tsx"));

const Selected = ({ game, onStatus }: { game: PresentedGame; onStatus: () => void }) => {
  const { servers } = useSite();
  const [info, setInfo] = useState<"never" | "open" | "closed">("never");
  const { length } = servers.filter((server) => server.game === game.key);
  return (
    <article className="panel flex h-full flex-col overflow-hidden">
      <Picture game={game} className="aspect-[16/9] w-full bg-ground-800 object-cover" />
      <div className="flex flex-1 flex-col gap-4 p-6 md:p-8">
        <div className="flex flex-wrap items-center gap-3">
          {game.category !== undefined && <CategoryBadge category={game.category} />}
          <span className="text-sm text-faint">
            {length} {length === 1 ? "server" : "servers"}
          </span>
        </div>
        <h3 className="headline text-4xl md:text-5xl">{titleOf(game)}</h3>
        <p {...useOwnLang()} className="max-w-prose text-lg leading-relaxed text-muted">
          {game.text}
        </p>
        <div className="mt-auto flex flex-wrap gap-3 pt-2">
          <Button
            onPointerEnter={ServerInfoDialog.preload}
            onFocus={ServerInfoDialog.preload}
            onClick={() => setInfo("open")}
          >
            <Gauge aria-hidden />
            Server Info
          </Button>
          {hasStatus(game) && (
            <Button asChild variant="outline">
              <HashLink hash="ServerStatusDisplay" onClick={onStatus}>
                Live status
              </HashLink>
            </Button>
          )}
        </div>
      </div>
      {info !== "never" && (
        <Suspense>
          <ServerInfoDialog
            game={game}
            isOpen={info === "open"}
            onClose={() => setInfo("closed")}
          />
        </Suspense>
      )}
    </article>
  );
};

type ServerListProps = {
  /** Shows the game's tab in the status section. */
  onStatus: (game: string) => void;
};

/** The games that are presented; the selected one with its picture, category and information. */
export const ServerList = ({ onStatus }: ServerListProps) => {
  const { games, home } = useSite();
  const presented = games.filter(isPresented);
  const [chosen, setChosen] = useState("");
  // A publication may take the chosen one away.
  const selected = presented.find(({ key }) => key === chosen) ?? presented[0];
  return (
    <section
      aria-labelledby="server-list-title"
      className="relative border-y border-ground-700/70 bg-ground-900/60 py-20 md:py-28"
    >
      <div id="ServerListDisplay" className="shell scroll-mt-[200px]">
        <SectionHeading id="server-list-title" {...home.servers} />
        <Tabs
          value={selected?.key ?? ""}
          onValueChange={setChosen}
          orientation="vertical"
          className="mt-10 grid gap-5 lg:grid-cols-[minmax(20rem,25rem)_1fr]"
        >
          <GameChoices>
            {presented.map((game) => (
              <GameChoice key={game.key} game={game} />
            ))}
          </GameChoices>
          {presented.map((game) => (
            <TabsContent key={game.key} value={game.key} className="min-w-0">
              <Selected game={game} onStatus={() => onStatus(game.key)} />
            </TabsContent>
          ))}
        </Tabs>
      </div>
    </section>
  );
};
