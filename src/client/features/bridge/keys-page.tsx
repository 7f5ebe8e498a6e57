import { Plus } from "lucide-react";
import { useRef, useState } from "react";
import { ConfirmDialog } from "#client/components/confirm-dialog.tsx";
import { CsvButton } from "#client/components/csv-button.tsx";
import { ListScreen } from "#client/components/list-screen.tsx";
import { EmptyPanel } from "#client/components/load-states.tsx";
import { ShownOnce } from "#client/components/shown-once.tsx";
import { Button } from "#client/components/ui/button.tsx";
import { Dialog, DialogContent } from "#client/components/ui/dialog.tsx";
import { messageOf } from "#client/lib/api-error.ts";
import { PAGED, clearedSearch, isNarrowed, itemsOf } from "#client/lib/lists.ts";
import type { SearchProps } from "#client/lib/routing/with-search.tsx";
import { useGameName } from "#client/lib/site.ts";
import { toast } from "#client/lib/toast.ts";
import { trpc } from "#client/lib/trpc.ts";
import { BRIDGE, BRIDGE_KEYS, BRIDGE_KEY_FORM } from "#shared/bridge-messages.ts";
import { PAGE_SIZE } from "#shared/constants/lists.ts";
import { LOADED_FRESH_MS, MEMBER_POLL_MS } from "#shared/constants/timings.ts";
import { fullName } from "#shared/rules/display-name.ts";
import type { BridgeKey, MadeBridgeKey } from "#shared/schemas/bridge.ts";
import {
  KEY_STATE_NAMES,
  KeyColumns,
  KeyFilters,
  keyInputOf,
  KeyRow,
  KeySkeletons,
} from "./key-row.tsx";
import { type KeySearch, keySearch } from "./list-search.ts";
import { NewKeyForm } from "./new-key-form.tsx";

const stay = (event: Event) => event.preventDefault();

const Inside = () => {
  const [made, setMade] = useState<MadeBridgeKey | null>(null);
  return (
    // A click beside it must lose neither what was chosen nor the key.
    <DialogContent onInteractOutside={stay} onEscapeKeyDown={made === null ? undefined : stay}>
      {made === null ? (
        <NewKeyForm onMade={setMade} />
      ) : (
        <ShownOnce
          title={BRIDGE_KEY_FORM.keyOf(made.name)}
          text={BRIDGE_KEY_FORM.shownOnce}
          secret={made.key}
          copyLabel={BRIDGE_KEY_FORM.copy}
          refused={BRIDGE_KEY_FORM.copyRefused}
        />
      )}
    </DialogContent>
  );
};

/** Makes a key, and shows it once. */
const NewKeyDialog = ({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) => (
  <Dialog open={isOpen} onOpenChange={(open) => !open && onClose()}>
    <Inside />
  </Dialog>
);

const keyCells = (key: BridgeKey, games: string): string[] => [
  key.id,
  key.name,
  games,
  key.scopes.join(", "),
  KEY_STATE_NAMES[key.state],
  fullName(key.maker),
  key.createdAt,
  key.lastUsedAt ?? "",
  key.expiresAt ?? "",
  key.revokedAt ?? "",
];

/** The keys of game-server plugins, revoked ones too, newest first [POINTS-12]. */
export const KeysPage = ({ search, onSearch }: SearchProps<KeySearch>) => {
  const gameName = useGameName();
  const input = keyInputOf(search);
  const { sort } = search;
  const sorting = { sort, onSort: (next: typeof sort) => onSearch({ sort: next }) };
  const [isMaking, setIsMaking] = useState(false);
  /** What is asked about stays in the dialog while that fades out. */
  const [asked, setAsked] = useState<BridgeKey | null>(null);
  const [isAsking, setIsAsking] = useState(false);
  const clear = () => onSearch({ ...clearedSearch(keySearch), sort });
  const heading = useRef<HTMLHeadingElement>(null);
  const { bridge } = trpc.useUtils();
  const list = trpc.bridge.keys.useInfiniteQuery(
    { ...input, sort, limit: PAGE_SIZE },
    { ...PAGED, staleTime: LOADED_FRESH_MS, refetchInterval: MEMBER_POLL_MS },
  );
  const revoke = trpc.bridge.revokeKey.useMutation({
    onSuccess: async () => {
      toast("success", BRIDGE.revoked, "admin");
      await bridge.keys.invalidate();
      setIsAsking(false);
      // The button that was pressed is gone.
      heading.current?.focus({ preventScroll: true });
    },
  });

  return (
    <>
      <ListScreen
        eyebrow={BRIDGE_KEYS.eyebrow}
        title={BRIDGE_KEYS.title}
        headingRef={heading}
        label={BRIDGE_KEYS.label}
        showsCount
        actions={
          <div className="flex items-center gap-2">
            <CsvButton
              name="bridge-keys"
              columns={BRIDGE_KEYS.csv}
              lineOf={(key) => keyCells(key, key.games.map(gameName).join(", "))}
              query={bridge.keys}
              input={{ ...input, sort }}
            />
            <Button size="sm" className="max-md:h-11" onClick={() => setIsMaking(true)}>
              <Plus aria-hidden />
              {/* On a phone there is room for the rest of the line alone. */}
              <span className="max-sm:sr-only">{BRIDGE_KEYS.make}</span>
            </Button>
          </div>
        }
        columns={<KeyColumns {...sorting} />}
        filters={
          <KeyFilters search={search} onSearch={onSearch} onClear={clear} sorting={sorting} />
        }
        list={list}
        items={itemsOf(list.data)}
        counted={["key", "keys"]}
        failure={BRIDGE.keysFailed}
        skeletons={<KeySkeletons />}
        noMatch={
          isNarrowed(input) ? { ...BRIDGE_KEYS.noMatch, search: search.q, onClear: clear } : null
        }
        empty={
          <EmptyPanel title={BRIDGE_KEYS.empty.title} text={BRIDGE_KEYS.empty.text}>
            <Button onClick={() => setIsMaking(true)}>{BRIDGE_KEYS.empty.action}</Button>
          </EmptyPanel>
        }
      >
        {(key) => (
          <KeyRow
            key={key.id}
            bridgeKey={key}
            onRevoke={() => {
              revoke.reset();
              setAsked(key);
              setIsAsking(true);
            }}
          />
        )}
      </ListScreen>
      <p className="mt-4 text-sm text-pretty text-muted">
        {BRIDGE_KEYS.intro}{" "}
        <a
          href="/api/docs"
          className="font-semibold text-accent underline underline-offset-4 hover:text-accent-strong"
        >
          {BRIDGE_KEYS.documentation}
        </a>
        .
      </p>
      <NewKeyDialog isOpen={isMaking} onClose={() => setIsMaking(false)} />
      {asked !== null && (
        <ConfirmDialog
          isOpen={isAsking}
          title={BRIDGE_KEYS.revoke.title}
          text={
            <>
              <p className="font-semibold wrap-anywhere text-ink">{asked.name}</p>
              <p>{BRIDGE_KEYS.revoke.text}</p>
            </>
          }
          action={BRIDGE_KEYS.revoke.action}
          isBusy={revoke.isPending}
          error={revoke.isError ? (messageOf(revoke.error) ?? BRIDGE.revokeFailed) : null}
          onConfirm={() => revoke.mutate({ id: asked.id })}
          onClose={() => setIsAsking(false)}
        />
      )}
    </>
  );
};
