import { useState } from "react";
import { Alert } from "#client/components/ui/alert.tsx";
import { Button } from "#client/components/ui/button.tsx";
import { messageOf } from "#client/lib/api-error.ts";
import { cn } from "#client/lib/cn.ts";
import { toast } from "#client/lib/toast.ts";
import { trpc } from "#client/lib/trpc.ts";
import type { SiteSection } from "#shared/constants/site.ts";
import { mediaSizeOf, smallAddress } from "#shared/rules/community.ts";
import {
  combine,
  intoEntry,
  intoField,
  isSame,
  type Place,
  placeAt,
  placeText,
} from "#shared/site-forms/fields.ts";
import { SECTION_FORMS } from "#shared/site-forms/forms.ts";
import { SITE_EDITOR, SITE_PUBLISH } from "#shared/site-messages.ts";
import { isObject, type Json } from "./form/context.ts";
import type { DraftState, SectionDraft } from "./section-draft.ts";

export type DiffLine = { kind: "same" | "added" | "removed"; text: string };

/** So many pairs of lines are compared; what is longer is shown as removed and added. */
const PAIRS_MAX = 4_000_000;
/** So many lines that stay are shown around what changes. */
const AROUND = 2;

/**
 * What has changed between two texts, line by line: by the longest lines that stay in their order.
 * @param before, after "" where there was or is nothing.
 */
export const lineDiff = (before: string, after: string): DiffLine[] => {
  const [old, fresh] = [before, after].map((text) => (text === "" ? [] : text.split("\n"))) as [
    string[],
    string[],
  ];
  let start = 0;
  while (start < old.length && start < fresh.length && old[start] === fresh[start]) start += 1;
  let end = 0;
  while (
    end < old.length - start &&
    end < fresh.length - start &&
    old[old.length - 1 - end] === fresh[fresh.length - 1 - end]
  )
    end += 1;
  const a = old.slice(start, old.length - end);
  const b = fresh.slice(start, fresh.length - end);
  const same = (lines: readonly string[]) =>
    lines.map((text): DiffLine => ({ kind: "same", text }));
  return [...same(old.slice(0, start)), ...middle(a, b), ...same(old.slice(old.length - end))];
};

const removed = (text: string): DiffLine => ({ kind: "removed", text });
const added = (text: string): DiffLine => ({ kind: "added", text });

const middle = (a: readonly string[], b: readonly string[]): DiffLine[] => {
  if (a.length * b.length > PAIRS_MAX) return [...a.map(removed), ...b.map(added)];
  const width = b.length + 1;
  const longest = new Uint32Array((a.length + 1) * width);
  const at = (row: number, column: number) => longest[row * width + column] ?? 0;
  for (let row = a.length - 1; row >= 0; row -= 1)
    for (let column = b.length - 1; column >= 0; column -= 1)
      longest[row * width + column] =
        a[row] === b[column]
          ? at(row + 1, column + 1) + 1
          : Math.max(at(row + 1, column), at(row, column + 1));
  const lines: DiffLine[] = [];
  let row = 0;
  let column = 0;
  while (row < a.length || column < b.length) {
    const [old, fresh] = [a[row], b[column]];
    if (old !== undefined && old === fresh) {
      lines.push({ kind: "same", text: old });
      row += 1;
      column += 1;
    } else if (
      old !== undefined &&
      (fresh === undefined || at(row + 1, column) >= at(row, column + 1))
    ) {
      lines.push(removed(old));
      row += 1;
    } else {
      lines.push(added(fresh ?? ""));
      column += 1;
    }
  }
  return lines;
};

/** The same without lines that are far from every change; null stands where some are left out. */
export const withoutFarLines = (lines: readonly DiffLine[]): (DiffLine | null)[] => {
  const isNear = lines.map((_line, index) =>
    lines
      .slice(Math.max(0, index - AROUND), index + AROUND + 1)
      .some(({ kind }) => kind !== "same"),
  );
  return lines.flatMap((line, index) => {
    if (isNear[index]) return [line];
    return index === 0 || isNear[index - 1] ? [null] : [];
  });
};

type Line = { path: string; before: string | null; after: string | null };

/** Texts that are longer, or have several lines, are compared line by line. */
const SHORT = 80;

const isShort = (text: string | null) =>
  text === null || (text.length <= SHORT && !text.includes("\n"));

const SIGNS = { same: " ", added: "+", removed: "−" } as const;
const LOOKS = {
  same: "text-muted",
  added: "bg-moss/10 text-moss",
  removed: "bg-ember/10 text-ember",
} as const;

const LongChange = ({ before, after }: Pick<Line, "before" | "after">) => (
  <div className="mt-1.5 overflow-hidden rounded-lg border border-ground-700 bg-ground-950/60 py-1.5 font-mono text-[0.82rem] leading-relaxed">
    {withoutFarLines(lineDiff(before ?? "", after ?? "")).map((line, index) => (
      <div
        // oxlint-disable-next-line react/no-array-index-key -- these lines never change
        key={index}
        className={cn(
          "grid grid-cols-[1.5rem_minmax(0,1fr)] px-2 wrap-anywhere whitespace-pre-wrap",
          line === null ? "text-faint" : LOOKS[line.kind],
        )}
      >
        <span className="select-none">{line === null ? "" : SIGNS[line.kind]}</span>
        <span>{line === null ? "⋯" : line.text}</span>
      </div>
    ))}
  </div>
);

/** A text as it stands, and of the address of a picture the picture. */
const Told = ({ text }: { text: string }) => {
  const size = mediaSizeOf(text);
  if (size === null) return text === "" ? "“”" : text;
  return (
    <img
      src={smallAddress(text)}
      alt={SITE_PUBLISH.picture}
      {...size}
      className="my-1 inline-block h-28 w-auto max-w-full rounded-md border border-ground-600 bg-ground-950 object-contain align-middle"
    />
  );
};

const ShortChange = ({ before, after }: Pick<Line, "before" | "after">) => (
  <p className="mt-0.5 flex flex-wrap items-baseline gap-x-2 wrap-anywhere">
    {before !== null && (before !== "" || after !== null) && (
      <del className="text-ember decoration-ember/60">
        <span className="sr-only">{SITE_PUBLISH.before}: </span>
        <Told text={before} />
      </del>
    )}
    {before !== null && after !== null && (
      <span aria-hidden className="text-faint">
        →
      </span>
    )}
    {after !== null && (
      <ins className="text-moss no-underline">
        <span className="sr-only">{SITE_PUBLISH.after}: </span>
        <Told text={after} />
      </ins>
    )}
  </p>
);

/** What has changed, in words; long texts line by line. */
export const ChangesView = ({ lines, more = 0 }: { lines: readonly Line[]; more?: number }) => (
  <ul className="grid gap-3">
    {lines.map(({ path, before, after }) => (
      <li key={path} className="min-w-0 text-[0.95rem]">
        <p className="text-sm font-semibold wrap-anywhere text-ink">
          {path}
          {(before === null || after === null) && (
            <span className="ml-2 font-normal text-muted">
              {before === null ? SITE_PUBLISH.added : SITE_PUBLISH.removed}
            </span>
          )}
        </p>
        {isShort(before) && isShort(after) ? (
          <ShortChange before={before} after={after} />
        ) : (
          <LongChange before={before} after={after} />
        )}
      </li>
    ))}
    {more > 0 && <li className="text-sm text-muted">{SITE_PUBLISH.more(more)}</li>}
  </ul>
);

type ChangedLine = { path: string; before: string | null; after: string | null };

/** So many lines are told of. */
const MOST = 60;

const textOf = (value: Json | undefined): string | null => {
  if (value === undefined) return null;
  return typeof value === "string" ? value : JSON.stringify(value);
};

const nameOf = (entry: Json | undefined): string | null => {
  if (!isObject(entry)) return null;
  const name = entry["title"] ?? entry["name"] ?? entry["key"] ?? entry["id"];
  return typeof name === "string" || typeof name === "number" ? String(name) : null;
};

/** What one content says otherwise than another, value by value. */
const changedLines = (
  before: Json | undefined,
  after: Json | undefined,
  place: Place,
): ChangedLine[] => {
  if (isSame(before, after)) return [];
  if (isObject(before) && isObject(after)) {
    const names = [...new Set([...Object.keys(before), ...Object.keys(after)])];
    return names
      .flatMap((name) => changedLines(before[name], after[name], intoField(place, name)))
      .slice(0, MOST);
  }
  if (Array.isArray(before) && Array.isArray(after)) {
    const [old, fresh] = [before as readonly Json[], after as readonly Json[]];
    return Array.from({ length: Math.max(old.length, fresh.length) }, (_none, index) => {
      const name = nameOf(fresh[index]) ?? nameOf(old[index]) ?? String(index + 1);
      return changedLines(old[index], fresh[index], intoEntry(place, name));
    })
      .flat()
      .slice(0, MOST);
  }
  return [{ path: placeText(place), before: textOf(before), after: textOf(after) }];
};

type PanelProps = {
  draft: SectionDraft;
  /** The panel is about to go, and what was pressed in it with it. */
  onSettled: () => void;
};

/** Somebody else has saved another draft: shows it, and lets one choose. */
export const ConflictPanel = ({
  section,
  draft,
  state,
  onSettled,
}: PanelProps & { section: SiteSection; state: DraftState }) => {
  const { theirs, base, content } = state;
  if (theirs === null) return null;
  const other = (theirs.draft ?? theirs.published) as Json;
  const place = placeAt(SECTION_FORMS[section].fields);
  const lines = changedLines(base, other, place);
  const { value: both, conflicts } = combine(base, content, other, place);
  const resolve = (next: Json) => {
    draft.resolve(next);
    onSettled();
  };
  return (
    <Alert role="alert">
      <p className="font-semibold">{SITE_EDITOR.conflictTitle(theirs.draftBy?.name ?? null)}</p>
      <p className="mt-1">{SITE_EDITOR.conflictText}</p>
      {conflicts.length > 0 && (
        <p className="mt-1 wrap-anywhere">{SITE_EDITOR.bothChanged(conflicts.join(", "))}</p>
      )}
      {lines.length > 0 && (
        <details className="mt-2">
          <summary className="min-h-8 cursor-pointer text-sm font-semibold">
            {SITE_EDITOR.theirChanges}
          </summary>
          <div className="mt-2">
            <ChangesView lines={lines} />
          </div>
        </details>
      )}
      <div className="mt-3 flex flex-wrap gap-2">
        <Button size="sm" className="h-11" onClick={() => resolve((both ?? other) as Json)}>
          {SITE_EDITOR.keepBoth}
        </Button>
        <Button variant="outline" size="sm" className="h-11" onClick={() => resolve(content)}>
          {SITE_EDITOR.keepMine}
        </Button>
        <Button variant="outline" size="sm" className="h-11" onClick={() => resolve(other)}>
          {SITE_EDITOR.takeTheirs}
        </Button>
      </div>
    </Alert>
  );
};

/** The draft is behind what is published: asks what it goes on from. */
export const StalePanel = ({
  section,
  draft,
  onSettled,
}: PanelProps & { section: SiteSection }) => {
  const utils = trpc.useUtils();
  const [busy, setBusy] = useState<string | null>(null);
  const merge = trpc.site.merge.useMutation({
    onSuccess: async ({ conflicts }) => {
      await draft.refresh();
      onSettled();
      void utils.site.invalidate();
      toast(
        "success",
        conflicts.length === 0 ? SITE_EDITOR.merged : SITE_EDITOR.mergedWith(conflicts.join(", ")),
        "admin",
      );
    },
    onSettled: () => setBusy(null),
  });
  const take = async (which: "mine" | "theirs" | "both") => {
    setBusy(which);
    await draft.saveNow();
    merge.mutate({ section, take: which, revision: draft.revision() });
  };
  const button = (which: "mine" | "theirs" | "both", label: string) => (
    <Button
      key={which}
      variant={which === "both" ? "primary" : "outline"}
      size="sm"
      className="h-11"
      isBusy={busy === which}
      disabled={busy !== null}
      onClick={() => void take(which)}
    >
      {label}
    </Button>
  );
  return (
    <Alert kind="info">
      <p className="font-semibold">{SITE_EDITOR.staleTitle}</p>
      <p className="mt-1">{SITE_EDITOR.staleText}</p>
      <div className="mt-3 flex flex-wrap gap-2">
        {button("both", SITE_EDITOR.mergeBoth)}
        {button("mine", SITE_EDITOR.mergeMine)}
        {button("theirs", SITE_EDITOR.mergeTheirs)}
      </div>
      {merge.error !== null && (
        <p className="mt-2 font-medium text-ember">
          {messageOf(merge.error) ?? SITE_EDITOR.mergeFailed}
        </p>
      )}
    </Alert>
  );
};
