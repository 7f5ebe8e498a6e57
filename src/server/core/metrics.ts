/** One value of a metric, with the labels that tell it from its others. */
export type Sample = {
  readonly labels?: Readonly<Record<string, string>>;
  /** In the unit that the metric's name ends with: seconds, bytes or a count. */
  readonly value: number;
};

/** One metric as Prometheus reads it: a name, what it means, and its values. */
export type MetricFamily = {
  /** Begins with `lynxden_`. */
  readonly name: string;
  readonly help: string;
  readonly type: "counter" | "gauge" | "histogram";
  /** Each with the ending of its name, such as `_bucket`; "" where it has none. */
  readonly samples: readonly (Sample & { readonly ending?: "_bucket" | "_sum" | "_count" })[];
};

/** Counts durations by how long they took. Observing one costs a few nanoseconds. */
export type Histogram = { observe(seconds: number): void };

/** A metric that is counted in memory, by the values of its labels. */
type Counted = { read(): MetricFamily };
export type Counters = Counted & {
  /** @param values one for each label, in their order. @param by at least 0; one by default. */
  add(values: readonly string[], by?: number): void;
};
export type Histograms = Counted & {
  /** The same histogram for the same values, which may be kept. */
  of(values: readonly string[]): Histogram;
};

type Described = { name: string; help: string; labels: readonly string[] };

/** Values of labels that are known before anything is counted: one list for each label, all with all. */
type Known = readonly (readonly string[])[];

const combined = (known: Known): readonly (readonly string[])[] =>
  known.reduce<readonly (readonly string[])[]>(
    (begun, values) => begun.flatMap((before) => values.map((value) => before.concat(value))),
    [[]],
  );

/** No value of a label has it. */
const SEPARATOR = "\u0000";

const labelled = (labels: readonly string[], key: string): Record<string, string> => {
  const values = key.split(SEPARATOR);
  return Object.fromEntries(labels.map((label, index) => [label, values[index] ?? ""]));
};

/**
 * A metric that only grows.
 * @param described.known what begins at 0: of what appears with its first event Prometheus sees no increase.
 */
export const createCounters = ({
  name,
  help,
  labels,
  known,
}: Described & { known?: Known }): Counters => {
  const begun = known === undefined ? [] : combined(known);
  const counts = new Map<string, number>(begun.map((values) => [values.join(SEPARATOR), 0]));
  return {
    add: (values, by = 1) => {
      const key = values.join(SEPARATOR);
      counts.set(key, (counts.get(key) ?? 0) + by);
    },
    read: () => ({
      name,
      help,
      type: "counter",
      samples: [...counts].map(([key, value]) => ({ labels: labelled(labels, key), value })),
    }),
  };
};

type Filled = Histogram & {
  /** How many were at most as long as each bound, and how many in all. */
  readonly counts: Float64Array;
  sumSeconds(): number;
};

const createHistogram = (bounds: readonly number[]): Filled => {
  const counts = new Float64Array(bounds.length + 1);
  const last = bounds.length;
  let sum = 0;
  return {
    counts,
    observe: (seconds) => {
      sum += seconds;
      let index = 0;
      while (index < last && seconds > (bounds[index] ?? 0)) index += 1;
      counts[index] = (counts[index] ?? 0) + 1;
    },
    sumSeconds: () => sum,
  };
};

/**
 * A metric of durations.
 * @param described.bounds the upper ends of its buckets in seconds, ascending.
 */
export const createHistograms = ({
  name,
  help,
  labels,
  bounds,
}: Described & { bounds: readonly number[] }): Histograms => {
  const filled = new Map<string, Filled>();
  const samplesOf = ([key, histogram]: [string, Filled]) => {
    const { counts } = histogram;
    const own = labelled(labels, key);
    let count = 0;
    const buckets = [...counts].map((value, index) => {
      count += value;
      const le = index === bounds.length ? "+Inf" : String(bounds[index]);
      return { ending: "_bucket" as const, labels: Object.assign({}, own, { le }), value: count };
    });
    return [
      ...buckets,
      { ending: "_sum" as const, labels: own, value: histogram.sumSeconds() },
      { ending: "_count" as const, labels: own, value: count },
    ];
  };
  return {
    of: (values) => {
      const key = values.join(SEPARATOR);
      const known = filled.get(key);
      if (known !== undefined) return known;
      const made = createHistogram(bounds);
      filled.set(key, made);
      return made;
    },
    read: () => ({ name, help, type: "histogram", samples: [...filled].flatMap(samplesOf) }),
  };
};

/** A metric of how things are now. */
export const gauge = (name: string, help: string, samples: readonly Sample[]): MetricFamily => ({
  name,
  help,
  type: "gauge",
  samples,
});

/** A gauge of one value; without any where that is null. */
export const oneGauge = (name: string, help: string, value: number | null): MetricFamily =>
  gauge(name, help, value === null ? [] : [{ value }]);

const ESCAPES: Readonly<Record<string, string>> = { "\\": "\\\\", '"': '\\"', "\n": "\\n" };
const escaped = (value: string) => value.replaceAll(/[\\"\n]/g, (sign) => ESCAPES[sign] ?? sign);

const labelsText = (labels: Sample["labels"] = {}) => {
  const pairs = Object.entries(labels).map(([label, value]) => `${label}="${escaped(value)}"`);
  return pairs.length === 0 ? "" : `{${pairs.join(",")}}`;
};

/** What Prometheus reads: its text format, version 0.0.4. A metric without values is left out. */
export const metricsText = (families: readonly MetricFamily[]): string =>
  families
    .filter(({ samples }) => samples.length > 0)
    .map(({ name, help, type, samples }) => {
      const lines = samples.map(
        ({ ending = "", labels, value }) => `${name}${ending}${labelsText(labels)} ${value}\n`,
      );
      return `# HELP ${name} ${help}\n# TYPE ${name} ${type}\n${lines.join("")}`;
    })
    .join("");
