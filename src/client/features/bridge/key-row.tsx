import { KeyRound, TriangleAlert } from "lucide-react";
import type { ReactNode } from "react";
import { FilterBar, SelectFilter } from "#client/components/filter-bar.tsx";
import { ClearButton, SearchBox, useSearchText } from "#client/components/list-screen.tsx";
import { SortColumn, type Sorting, SortSelect } from "#client/components/list-tools.tsx";
import { Moment } from "#client/components/marks.tsx";
import {
  ColumnName,
  ColumnNames,
  OpeningRow,
  SkeletonRows,
} from "#client/components/paged-list.tsx";
import { Skeleton } from "#client/components/ui/alert.tsx";
import { Button } from "#client/components/ui/button.tsx";
import { cn } from "#client/lib/cn.ts";
import { searchTermsIn } from "#client/lib/lists.ts";
import type { KeySearch } from "#client/lib/routing/list-searches.ts";
import type { SearchProps } from "#client/lib/routing/with-search.tsx";
import { useGameName } from "#client/lib/site.ts";
import { BRIDGE, BRIDGE_KEYS, BRIDGE_SCOPE_TEXTS } from "#shared/bridge-messages.ts";
import { KEY_STATES } from "#shared/constants/points.ts";
import { SORTS } from "#shared/list-messages.ts";
import type { BridgeKey, KeyListInput } from "#shared/schemas/bridge.ts";

const ROW =
  "relative grid min-h-11 grid-cols-[auto_minmax(0,1fr)_auto] items-center gap-x-3 gap-y-0.5 px-4 py-2 text-sm @3xl:grid-cols-[auto_minmax(0,1fr)_minmax(0,1.2fr)_6rem_10.5rem_10.5rem_1rem] @3xl:gap-x-4 @3xl:py-1";
const MARK = "hexagon grid h-7 w-[1.52rem] shrink-0 place-items-center";
const TIME = "whitespace-nowrap text-faint tabular-nums @max-3xl:col-start-2 @3xl:text-right";

/** How a key stands: its word and its look. */
export const KEY_STATE_NAMES = {
  active: "Active",
  revoked: "Revoked",
  expired: "Expired",
} as const;

/** What the columns of the list are called. */
export const KeyColumns = (sorting: Sorting<"created">) => (
  <ColumnNames className={ROW}>
    <td className="w-[1.52rem]" />
    <ColumnName>Name</ColumnName>
    <ColumnName>Games</ColumnName>
    <ColumnName>State</ColumnName>
    <SortColumn {...sorting} name="created" first="-created" isOwn isRight>
      Created
    </SortColumn>
    <ColumnName isRight>Last used</ColumnName>
  </ColumnNames>
);

/** What the server is asked for: what nobody can ask for is left out of what the address says. */
export const keyInputOf = ({ q, state }: KeySearch): Pick<KeyListInput, "search" | "state"> => {
  const search = searchTermsIn(q);
  return {
    ...(search !== undefined && { search }),
    state: KEY_STATES.find((known) => known === state),
  };
};

type KeyFiltersProps = SearchProps<KeySearch> & {
  onClear: () => void;
  sorting: Sorting<"created">;
};

/** Narrows the keys by words and by how they stand. */
export const KeyFilters = ({ search, onSearch, onClear, sorting }: KeyFiltersProps) => {
  const { state } = keyInputOf(search);
  const box = useSearchText({ committed: search.q, commit: (q) => onSearch({ q }) });
  return (
    <FilterBar
      lead={<SearchBox label={BRIDGE_KEYS.search} box={box} />}
      narrowing={[state]}
      chips={
        state === undefined
          ? []
          : [
              {
                text: `State: ${KEY_STATE_NAMES[state]}`,
                onRemove: () => onSearch({ state: undefined }),
              },
            ]
      }
      clear={<ClearButton box={box} onClear={onClear} className="col-span-full" />}
    >
      <SelectFilter
        label="State"
        className="@3xl:w-44"
        value={state}
        all="All states"
        options={KEY_STATES}
        names={KEY_STATE_NAMES}
        onChange={(next) => onSearch({ state: next })}
      />
      <SortSelect {...sorting} {...SORTS.keys} />
    </FilterBar>
  );
};

const Fact = ({ name, children }: { name: string; children: ReactNode }) => (
  <div className="flex flex-wrap gap-x-2">
    <dt className="text-faint">{name}</dt>
    <dd className="wrap-anywhere text-ink tabular-nums">{children}</dd>
  </div>
);

type KeyRowProps = { bridgeKey: BridgeKey; onRevoke: () => void };

/** What a key may do, who made it and until when it is good, and the way to end it. */
const KeyDetails = ({ bridgeKey, onRevoke }: KeyRowProps) => {
  const { id, name, scopes, maker, isMakerAdmin, revokedAt, expiresAt, state } = bridgeKey;
  return (
    <>
      {!isMakerAdmin && state === "active" && (
        <p className="flex items-start gap-2 text-accent-strong">
          <TriangleAlert className="mt-0.5 size-4 shrink-0" aria-hidden />
          {BRIDGE.makerIsNoAdmin}
        </p>
      )}
      <dl className="flex flex-wrap gap-x-6 gap-y-1">
        <Fact name="May">{scopes.map((scope) => BRIDGE_SCOPE_TEXTS[scope].label).join(", ")}</Fact>
        <Fact name="Created by">
          <bdi>
            {maker.firstName} {maker.lastName}
          </bdi>
        </Fact>
        {state === "revoked" && revokedAt !== null && (
          <Fact name="Revoked">
            <Moment at={revokedAt} />
          </Fact>
        )}
        {state !== "revoked" && expiresAt !== null && (
          <Fact name={state === "expired" ? "Expired" : "Expires"}>
            <Moment at={expiresAt} />
          </Fact>
        )}
        <Fact name="Key">{id}</Fact>
      </dl>
      {state === "active" && (
        <Button
          variant="outline"
          size="sm"
          className="max-md:h-11"
          aria-label={BRIDGE_KEYS.revokeThis(name)}
          onClick={onRevoke}
        >
          Revoke
        </Button>
      )}
    </>
  );
};

/** A key: for which games it is good, and when it was last used; opened, what it may do. */
export const KeyRow = ({ bridgeKey, onRevoke }: KeyRowProps) => {
  const { name, games, createdAt, lastUsedAt, state, isMakerAdmin } = bridgeKey;
  const isOver = state !== "active";
  const played = games.map(useGameName()).join(", ");
  const Icon = isOver || isMakerAdmin ? KeyRound : TriangleAlert;
  return (
    <OpeningRow
      className={ROW}
      mark={
        <span
          aria-hidden
          className={cn(MARK, isOver ? "bg-ground-700 text-faint" : "bg-accent text-ground-950")}
        >
          <Icon className="size-3.5" />
        </span>
      }
      name={name}
      nameProps={{ className: cn("[unicode-bidi:plaintext]", isOver && "text-muted") }}
      details={<KeyDetails bridgeKey={bridgeKey} onRevoke={onRevoke} />}
    >
      <span className="truncate text-muted @max-3xl:col-start-2" title={played}>
        {played}
      </span>
      <span
        className={cn("font-semibold @max-3xl:col-start-2", isOver ? "text-ember" : "text-moss")}
      >
        {KEY_STATE_NAMES[state]}
      </span>
      <span className={TIME}>
        <span className="@3xl:sr-only">Created </span>
        <Moment at={createdAt} />
      </span>
      <span className={TIME}>
        {lastUsedAt === null ? (
          "Never used"
        ) : (
          <>
            <span className="@3xl:sr-only">Last used </span>
            <Moment at={lastUsedAt} />
          </>
        )}
      </span>
    </OpeningRow>
  );
};

/** Holds the place of the first keys. */
export const KeySkeletons = () => (
  <SkeletonRows rows={6} className={ROW}>
    <Skeleton className={MARK} />
    <Skeleton className="h-5 w-44 max-w-full" />
    <Skeleton className="h-5 w-52 max-w-full @max-3xl:col-start-2" />
    <Skeleton className="h-5 w-14 @max-3xl:col-start-2" />
    <Skeleton className="h-5 w-36 max-w-full @max-3xl:col-start-2" />
    <Skeleton className="h-5 w-36 max-w-full @max-3xl:col-start-2" />
  </SkeletonRows>
);
