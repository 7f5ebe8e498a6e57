type Branch<T> = {
  literals: Map<string, Branch<T>>;
  parameter: Branch<T> | null;
  leaf: { names: readonly string[]; value: T } | null;
};

export type Match<T> = { value: T; params: Readonly<Record<string, string>> };

const newBranch = <T>(): Branch<T> => ({ literals: new Map(), parameter: null, leaf: null });
const nameOf = (segment: string) => /^\{(\w+)\}$/.exec(segment)?.[1];

const descend = <T>(
  branch: Branch<T>,
  segments: readonly string[],
  depth: number,
  found: string[],
): Branch<T>["leaf"] => {
  const segment = segments[depth];
  if (segment === undefined) return branch.leaf;
  const literal = branch.literals.get(segment.toLowerCase());
  const below = literal && descend(literal, segments, depth + 1, found);
  if (below != null) return below;
  if (branch.parameter === null || segment === "") return null;
  found.push(segment);
  const leaf = descend(branch.parameter, segments, depth + 1, found);
  if (leaf === null) found.pop();
  return leaf;
};

/**
 * Compiles path templates such as `/server/{game}` into one matcher. Case does not matter, but
 * parameters keep theirs; a literal goes before a parameter.
 * @returns the value under a path with its decoded parameters, or null.
 */
export const createMatcher = <T>(
  entries: Iterable<readonly [template: string, value: T]>,
): ((path: string) => Match<T> | null) => {
  const root = newBranch<T>();
  for (const [template, value] of entries) {
    const names: string[] = [];
    let branch = root;
    for (const segment of template.split("/").slice(1)) {
      const name = nameOf(segment);
      if (name === undefined) {
        const key = segment.toLowerCase();
        const next = branch.literals.get(key) ?? newBranch<T>();
        branch.literals.set(key, next);
        branch = next;
      } else {
        names.push(name);
        branch = branch.parameter ??= newBranch<T>();
      }
    }
    if (branch.leaf !== null) throw new Error(`${template} stands in the table twice.`);
    branch.leaf = { names, value };
  }

  return (path) => {
    const found: string[] = [];
    const leaf = descend(root, path.split("/"), 1, found);
    if (leaf === null) return null;
    const params: Record<string, string> = {};
    for (let index = 0; index < found.length; index += 1) {
      const written = found[index] ?? "";
      const name = leaf.names[index] ?? "";
      params[name] = written.includes("%") ? decodeURIComponent(written) : written;
    }
    return { value: leaf.value, params };
  };
};
