import type { ReactNode } from "react";
import { TabsList, TabsTrigger } from "#client/components/ui/tabs.tsx";
import type { CatalogueGame } from "#shared/content/catalogue.ts";

/** The list beside the selected game: a column, on small screens a strip. */
export const GameChoices = ({ children }: { children: ReactNode }) => (
  <TabsList
    look="bare"
    aria-label="Games"
    className="-mx-5 flex snap-x scroll-px-5 gap-3 overflow-x-auto px-5 py-1 [scrollbar-width:none] md:-mx-8 md:scroll-px-8 md:px-8 lg:mx-0 lg:flex-col lg:overflow-visible lg:p-0"
  >
    {children}
  </TabsList>
);

export const GameChoice = ({ entry }: { entry: CatalogueGame }) => (
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
