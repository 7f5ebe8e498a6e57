/** What a unit of systemd says. */
export type UnitFile = {
  /** All values of a key, in their order. */
  all: (key: string) => readonly string[];
  /** @throws where the key has none, or several. */
  one: (key: string) => string;
};

/** Reads a unit whose keys are unique among its sections. */
export const readUnit = (text: string): UnitFile => {
  const entries = text.split("\n").flatMap((line) => {
    const [, key, value] = /^([A-Z]\w*)=(.*)$/.exec(line) ?? [];
    return key === undefined ? [] : [{ key, value: value ?? "" }];
  });
  const all = (asked: string) =>
    entries.flatMap(({ key, value }) => (key === asked ? [value] : []));
  return {
    all,
    one: (key) => {
      const [value, ...others] = all(key);
      if (value === undefined || others.length > 0)
        throw new Error(`The unit says ${key} ${others.length === 0 ? "never" : "twice"}.`);
      return value;
    },
  };
};
