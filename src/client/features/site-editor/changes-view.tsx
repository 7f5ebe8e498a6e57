import { cn } from "#client/lib/cn.ts";
import { SITE_PUBLISH } from "#shared/site-messages.ts";

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

const ShortChange = ({ before, after }: Pick<Line, "before" | "after">) => (
  <p className="mt-0.5 flex flex-wrap items-baseline gap-x-2 wrap-anywhere">
    {before !== null && (before !== "" || after !== null) && (
      <del className="text-ember decoration-ember/60">
        <span className="sr-only">{SITE_PUBLISH.before}: </span>
        {before === "" ? "“”" : before}
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
        {after === "" ? "“”" : after}
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
