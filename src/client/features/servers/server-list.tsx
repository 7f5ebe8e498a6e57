import { Gauge } from "lucide-react";
import { Suspense, useState } from "react";
import { HashLink } from "#client/components/hash-link.tsx";
import { SectionHeading } from "#client/components/section-heading.tsx";
import { Button } from "#client/components/ui/button.tsx";
import { Tabs, TabsContent } from "#client/components/ui/tabs.tsx";
import { lazyPart } from "#client/lib/chunks.ts";
import { useSite } from "#client/lib/site.ts";
import { isStatusGame } from "#shared/constants/games.ts";
import { CATALOGUE, type CatalogueGame } from "#shared/content/catalogue.ts";
import { SERVERS } from "#shared/server-messages.ts";
import { CategoryBadge } from "./category-badge.tsx";
import { GameChoice, GameChoices } from "./game-choices.tsx";

const ServerInfoDialog = lazyPart(() => import("./server-info-dialog.tsx"));

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
      id="ServerListDisplay"
      aria-labelledby="server-list-title"
      className="relative border-y border-night-700/70 bg-night-900/60 py-20 md:py-28"
    >
      <div className="shell">
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
