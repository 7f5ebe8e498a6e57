import { Skeleton } from "#client/components/ui/skeleton.tsx";
import { SHOP_SCREEN } from "#shared/shop-messages.ts";

const CARDS = ["a", "b", "c"];
const GRID = [...CARDS, "d", "e", "f"];

/** Holds the places of the cards until it is known what the shop sells. */
export const ShopSkeletons = () => (
  <output className="block">
    <span className="sr-only">{SHOP_SCREEN.loading}</span>
    <Skeleton className="h-12 w-72 max-w-full" />
    <div className="mt-7 grid gap-5 lg:grid-cols-3">
      {CARDS.map((key) => (
        <div
          key={key}
          className="panel grid gap-x-8 gap-y-6 p-7 md:max-lg:grid-cols-[15rem_minmax(0,1fr)]"
        >
          <div className="flex flex-col items-center gap-4">
            <Skeleton className="hexagon size-36 lg:size-40" />
            <Skeleton className="h-9 w-48" />
            <Skeleton className="h-11 w-36" />
          </div>
          <div>
            <Skeleton className="h-40 w-full" />
            <Skeleton className="mt-7 h-11 w-full" />
          </div>
        </div>
      ))}
    </div>
    <Skeleton className="mt-12 h-41 w-full" />
    <Skeleton className="mt-14 h-12 w-64 max-w-full" />
    <div className="mt-7 grid gap-5 sm:grid-cols-2 lg:grid-cols-3">
      {GRID.map((key) => (
        <div key={key} className="panel flex flex-col gap-4 p-5">
          <Skeleton className="size-36 self-center" />
          <Skeleton className="h-8 w-40" />
          <Skeleton className="h-12 w-full" />
          <Skeleton className="mt-3 h-11 w-full" />
        </div>
      ))}
    </div>
  </output>
);
