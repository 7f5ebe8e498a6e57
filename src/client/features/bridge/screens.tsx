import { Plus } from "lucide-react";
import { useRef, useState } from "react";
import { z } from "zod/mini";
import { Choices } from "#client/components/choices.tsx";
import { ConfirmDialog } from "#client/components/confirm-dialog.tsx";
import { ListScreen } from "#client/components/list-screen.tsx";
import { CsvButton } from "#client/components/list-tools.tsx";
import { EmptyPanel } from "#client/components/panels.tsx";
import { ShownOnce } from "#client/components/shown-once.tsx";
import { Alert } from "#client/components/ui/alert.tsx";
import { Button } from "#client/components/ui/button.tsx";
import {
  Dialog,
  DialogClose,
  DialogContent,
  DialogDescription,
  DialogTitle,
} from "#client/components/ui/dialog.tsx";
import { Field, Input } from "#client/components/ui/field.tsx";
import { messageOf, refusalProblem } from "#client/lib/api-error.ts";
import { textThat, useForm } from "#client/lib/form.ts";
import { clearedSearch, isNarrowed, itemsOf, PAGED } from "#client/lib/lists.ts";
import { forThose, FRESH_PAGES } from "#client/lib/routing/lazy-route.ts";
import { type KeySearch, keySearch } from "#client/lib/routing/list-searches.ts";
import { type SearchProps, withSearch } from "#client/lib/routing/with-search.tsx";
import { useGameName, useSite } from "#client/lib/site.ts";
import { localFieldText } from "#client/lib/time.ts";
import { toast } from "#client/lib/toast.ts";
import { trpc } from "#client/lib/trpc.ts";
import {
  BRIDGE,
  BRIDGE_KEY_FORM,
  BRIDGE_KEYS,
  BRIDGE_SCOPE_TEXTS,
} from "#shared/bridge-messages.ts";
import { LENGTHS, PLATFORM_NAMES } from "#shared/constants/accounts.ts";
import { PAGE_SIZE } from "#shared/constants/lists.ts";
import { BRIDGE_SCOPES } from "#shared/constants/points.ts";
import { LOADED_FRESH_MS, MEMBER_POLL_MS } from "#shared/constants/time.ts";
import { MESSAGES } from "#shared/messages.ts";
import { fullName, isSeen } from "#shared/rules/lines.ts";
import type { BridgeKey, MadeBridgeKey } from "#shared/schemas/bridge.ts";
import type { SiteConfig } from "#shared/schemas/site.ts";
import {
  KEY_STATE_NAMES,
  KeyColumns,
  KeyFilters,
  keyInputOf,
  KeyRow,
  KeySkeletons,
} from "./key-row.tsx";

/** The games whose servers know players by their accounts. */
const gameChoices = (games: SiteConfig["games"]) =>
  games
    .filter(({ platforms }) => platforms.length > 0)
    .map(({ key, name, platforms }) => ({
      value: key,
      label: name,
      text: BRIDGE_KEY_FORM.reachesBy(
        platforms.map((platform) => PLATFORM_NAMES[platform]).join(" and "),
      ),
    }));
const SCOPE_CHOICES = BRIDGE_SCOPES.map((value) => ({
  value,
  label: BRIDGE_SCOPE_TEXTS[value].label,
  text: BRIDGE_SCOPE_TEXTS[value].text,
}));
/** The end of a day where the Admin is. */
const endOf = (day: string): string | null =>
  day === "" ? null : new Date(`${day}T23:59:59.999`).toISOString();

/** Today where the Admin is, as a date field writes it. */
const todayText = () => localFieldText(new Date()).slice(0, "2026-12-01".length);

const keyForm = z.object({
  name: textThat((name) => (isSeen(name) ? null : BRIDGE_KEY_FORM.nameMissing)),
  games: z.array(z.string()).check(z.minLength(1, MESSAGES.gameMissing)),
  scopes: z.array(z.enum(BRIDGE_SCOPES)).check(z.minLength(1, BRIDGE_KEY_FORM.scopesMissing)),
  /** As a date field gives it, "2026-12-01"; "" for a key that stays good. */
  lastDay: textThat((day) => (day !== "" && day < todayText() ? BRIDGE.expiryPast : null)),
});
const EMPTY: z.infer<typeof keyForm> = { name: "", games: [], scopes: [], lastDay: "" };

/** Where a key is made: for which server, games and acts. */
const NewKeyForm = ({ onMade }: { onMade: (made: MadeBridgeKey) => void }) => {
  const form = useForm({ schema: keyForm, initial: EMPTY, renamed: { expiresAt: "lastDay" } });
  const site = useSite();
  const { bridge } = trpc.useUtils();
  const make = trpc.bridge.makeKey.useMutation({
    onSuccess: (made) => {
      void bridge.keys.invalidate();
      onMade(made);
    },
    onError: (error) => form.refuse(error, refusalProblem(error, BRIDGE.makeFailed)),
  });
  const { values } = form;
  const submit = form.submit(({ name, games, scopes, lastDay }) => {
    if (!make.isPending) make.mutate({ name, games, scopes, expiresAt: endOf(lastDay) });
  });
  return (
    <form noValidate onSubmit={submit} className="flex min-h-0 flex-col">
      <div className="p-6 pb-4 sm:px-8 sm:pt-8">
        <DialogTitle className="headline pr-10 text-4xl">New key</DialogTitle>
        <DialogDescription className="mt-2 text-pretty text-muted">
          {BRIDGE_KEY_FORM.intro}
        </DialogDescription>
      </div>
      <div className="grid gap-6 overflow-y-auto px-6 pt-1 pb-6 sm:px-8">
        <Field label="Name" error={form.error("name")} hint={BRIDGE_KEY_FORM.nameHint}>
          {(control) => (
            <Input
              {...control}
              {...form.field("name")}
              autoComplete="off"
              maxLength={LENGTHS.label}
            />
          )}
        </Field>
        <Choices
          legend={BRIDGE_KEY_FORM.games}
          choices={gameChoices(site.games)}
          chosen={values.games}
          firstRef={form.focusOf("games")}
          error={form.error("games")}
          onChange={(chosen) => form.set({ games: [...chosen] })}
        />
        <Choices
          legend={BRIDGE_KEY_FORM.scopes}
          choices={SCOPE_CHOICES}
          chosen={values.scopes}
          firstRef={form.focusOf("scopes")}
          error={form.error("scopes")}
          onChange={(chosen) => form.set({ scopes: [...chosen] })}
        />
        <Field
          label={BRIDGE_KEY_FORM.lastDay}
          error={form.error("lastDay")}
          hint={BRIDGE_KEY_FORM.lastDayHint}
        >
          {(control) => (
            <Input {...control} {...form.field("lastDay")} type="date" className="max-w-56" />
          )}
        </Field>
      </div>
      <div className="grid gap-4 border-t border-ground-700 px-6 py-5 sm:px-8">
        {form.problem !== null && <Alert>{form.problem.sentence}</Alert>}
        <div className="flex flex-col-reverse gap-3 sm:flex-row sm:justify-end">
          <DialogClose asChild>
            <Button variant="outline">Cancel</Button>
          </DialogClose>
          <Button type="submit" isBusy={make.isPending}>
            {BRIDGE_KEY_FORM.make}
          </Button>
        </div>
      </div>
    </form>
  );
};

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
const KeysPage = ({ search, onSearch }: SearchProps<KeySearch>) => {
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

export const Keys = withSearch(KeysPage);

export const loadKeys = forThose<KeySearch>("bridge", ({ queries, search }) => {
  const input = { ...keyInputOf(search), sort: search.sort, limit: PAGE_SIZE };
  void queries.bridge.keys.prefetchInfinite(input, FRESH_PAGES);
});
