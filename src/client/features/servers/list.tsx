import { Gauge } from "lucide-react";
import { type ReactNode, Suspense, useState } from "react";
import { HashLink } from "#client/components/hash-link.tsx";
import { SectionHeading } from "#client/components/section-heading.tsx";
import { Button } from "#client/components/ui/button.tsx";
import { Tabs, TabsContent, TabsList, TabsTrigger } from "#client/components/ui/tabs.tsx";
import { lazyPart } from "#client/lib/chunks.ts";
import { cn } from "#client/lib/cn.ts";
import { useSite } from "#client/lib/site.ts";
import { isStatusGame } from "#shared/constants/games.ts";
import { CATALOGUE, type CatalogueGame, type Category } from "#shared/content/catalogue.ts";
import { SERVERS } from "#shared/home-messages.ts";

const LOOK: Record<Category, string> & Partial<Record<string, string>> = {
  "MMO Survival": "border-ember/50 bg-ember/15 text-[#ffb09a]",
  "Sandbox Simulation": "border-moss/50 bg-moss/15 text-moss",
  Sandbox: "border-amber/50 bg-amber/15 text-amber-strong",
  "Space Survival": "border-vibranium/50 bg-vibranium/15 text-[#d3bdff]",
};
const OTHER = "border-night-500 bg-night-700 text-muted";

/** The badge of a game's category; a category without a look of its own is grey. */
const CategoryBadge = ({ category }: { category: string }) => (
  <span
    className={cn(
      "inline-flex items-center rounded-full border px-3 py-1 text-sm font-semibold",
      LOOK[category] ?? OTHER,
    )}
  >
    {category}
  </span>
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

const GameChoice = ({ entry }: { entry: CatalogueGame }) => (
  <TabsTrigger
    look="bare"
    value={entry.game}
    className="group flex w-[17rem] shrink-0 snap-start items-center gap-4 rounded-xl border border-night-700 bg-night-850 p-3 text-left transition-colors hover:border-night-500 hover:bg-night-800 data-[state=active]:border-amber/70 data-[state=active]:bg-night-800 lg:w-full lg:flex-1"
  >
    <img
      src={entry.thumbImg}
      alt=""
      width={96}
      height={60}
      loading="lazy"
      decoding="async"
      className="aspect-[16/10] w-24 shrink-0 lg:w-28 rounded-md bg-night-700 object-cover opacity-80 transition-opacity group-hover:opacity-100 group-data-[state=active]:opacity-100"
    />
    <span className="min-w-0">
      <span className="block font-display text-xl leading-tight font-bold group-data-[state=active]:text-amber-strong">
        {entry.title}
      </span>
      <span className="mt-1 line-clamp-2 text-sm lg:line-clamp-3 leading-snug text-faint">
        {entry.description}
      </span>
    </span>
  </TabsTrigger>
);

const ServerInfoDialog = lazyPart(() => import("./info-dialog.tsx"));

const serverCount = (count: number) => `${count} ${count === 1 ? "server" : "servers"}`;

const Selected = ({ entry, onStatus }: { entry: CatalogueGame; onStatus: () => void }) => {
  const { servers } = useSite();
  const [info, setInfo] = useState<"never" | "open" | "closed">("never");
  const count = servers.filter((server) => server.game === entry.game).length;
  return (
    <article className="panel flex h-full flex-col overflow-hidden">
      <img
        src={entry.mainImg}
        alt=""
        width={1200}
        height={750}
        loading="lazy"
        decoding="async"
        className="aspect-[16/9] w-full bg-night-800 object-cover"
      />
      <div className="flex flex-1 flex-col gap-4 p-6 md:p-8">
        <div className="flex flex-wrap items-center gap-3">
          <CategoryBadge category={entry.category} />
          <span className="text-sm text-faint">{serverCount(count)}</span>
        </div>
        <h3 className="headline text-4xl md:text-5xl">{entry.title}</h3>
        <p className="max-w-prose text-lg leading-relaxed text-muted">{entry.description}</p>
        <div className="mt-auto flex flex-wrap gap-3 pt-2">
          <Button
            onPointerEnter={ServerInfoDialog.preload}
            onFocus={ServerInfoDialog.preload}
            onClick={() => setInfo("open")}
          >
            <Gauge aria-hidden />
            Server Info
          </Button>
          <Button asChild variant="outline">
            <HashLink hash="ServerStatusDisplay" onClick={onStatus}>
              Live status
            </HashLink>
          </Button>
        </div>
      </div>
      {info !== "never" && (
        <Suspense>
          <ServerInfoDialog
            entry={entry}
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
  onStatus: (game: CatalogueGame["game"]) => void;
};

/** The five games; the selected one with its picture, category and information. */
export const ServerList = ({ onStatus }: ServerListProps) => {
  const { servers } = useSite();
  const [selected, setSelected] = useState<string>(CATALOGUE[0]?.game ?? "");
  const count = servers.filter(({ game }) => isStatusGame(game)).length;
  return (
    <section
      aria-labelledby="server-list-title"
      className="relative border-y border-night-700/70 bg-night-900/60 py-20 md:py-28"
    >
      <div id="ServerListDisplay" className="shell scroll-mt-[200px]">
        <SectionHeading
          id="server-list-title"
          eyebrow={SERVERS.listTitle}
          title="Servers"
          text={SERVERS.listText(serverCount(count))}
        />
        <Tabs
          value={selected}
          onValueChange={setSelected}
          orientation="vertical"
          className="mt-10 grid gap-5 lg:grid-cols-[minmax(20rem,25rem)_1fr]"
        >
          <GameChoices>
            {CATALOGUE.map((entry) => (
              <GameChoice key={entry.id} entry={entry} />
            ))}
          </GameChoices>
          {CATALOGUE.map((entry) => (
            <TabsContent key={entry.id} value={entry.game} className="min-w-0">
              <Selected entry={entry} onStatus={() => onStatus(entry.game)} />
            </TabsContent>
          ))}
        </Tabs>
      </div>
    </section>
  );
};
