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
