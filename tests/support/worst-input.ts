const SMALL = 1024;
const LARGE = 16 * SMALL;
const RUNS = 5;
/** What this process does besides, such as collecting garbage, may fall into each of a few runs. */
const ROUNDS = 20;
const LINEAR = LARGE / SMALL;
/** What is quicker than this says nothing of how it grows. */
const MIN_MS = 0.2;

/** How long the processor has worked for this process; a busy machine's works for others between. */
const workedMs = () => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
};

const quickest = async (work: () => unknown): Promise<number> => {
  let best = Number.POSITIVE_INFINITY;
  for (let run = 0; run < RUNS; run += 1) {
    const startedMs = workedMs();
    await work();
    best = Math.min(best, workedMs() - startedMs);
  }
  return best;
};

/**
 * How many times longer 16 kB of an input take than 1 kB: 16 or less where the time is linear, 256
 * where it is the square.
 * @param make gives an input of about so many characters.
 */
export const growth = async <T>(
  make: (length: number) => T,
  work: (input: T) => unknown,
): Promise<number> => {
  const [small, large] = [make(SMALL), make(LARGE)];
  const smallMs = Math.max(await quickest(() => work(small)), MIN_MS);
  let largeMs = Number.POSITIVE_INFINITY;
  for (let round = 0; round < ROUNDS && largeMs > LINEAR * smallMs; round += 1)
    largeMs = Math.min(largeMs, await quickest(() => work(large)));
  return largeMs / smallMs;
};

const repeated = (piece: string) => (length: number) =>
  piece.repeat(Math.ceil(length / piece.length)).slice(0, length);

/** Texts on which parsers stumble, by what they are made of. Each fits into a header. */
export const HEADER_TEXTS: Readonly<Record<string, (length: number) => string>> = {
  "blanks between letters": (length) => `a${" ".repeat(length - 2)}b`,
  "tabs between letters": (length) => `a${"\t".repeat(length - 2)}b`,
  commas: repeated(","),
  "commas and blanks": repeated(" , "),
  semicolons: repeated(";"),
  "semicolons and blanks": repeated("a ; "),
  "equals signs": repeated("a=b;"),
  quotes: repeated('"\\'),
  "opened brackets": repeated("["),
  dots: repeated("a."),
  digits: repeated("9"),
  "percent signs": repeated("%"),
  "a token's alphabet": repeated("eyJ."),
  "a scheme and blanks": (length) => `bearer${" ".repeat(length - 7)}\u00a0`,
  addresses: repeated("10.0.0.1, "),
  "things of a browser": repeated("Mozilla/5.0 (Android; "),
};

/** Likewise for texts that stand in a body. */
export const TEXTS: Readonly<Record<string, (length: number) => string>> = {
  ...HEADER_TEXTS,
  "stacked marks": (length) => `a${"\u0301\u0316".repeat(length / 2)}`,
  "marks in the wrong order": (length) =>
    `a${"\u0301".repeat(length / 2)}${"\u0316".repeat(length / 2)}`,
  "halfwidth marks": repeated("\u0301\uff9e"),
  "letters that grow": repeated("\ufdfa"),
  "half characters": repeated("\ud800"),
  "line ends": repeated("\r\n"),
  "unseen characters": repeated("\u200d"),
  addresses: repeated("http://a.b"),
  "an address without end": (length) => `http://${"a:".repeat(length / 2)}@`,
  "slashes and dots": repeated("/../"),
  mailboxes: repeated("a@a.a"),
  backticks: repeated("`"),
  "fences and line ends": repeated("```\n"),
  tags: repeated("<a="),
};

/** Bodies of JSON on which reading one may stumble. */
export const BODIES: Readonly<Record<string, (length: number) => string>> = {
  ...Object.fromEntries(
    Object.entries(TEXTS).flatMap(([kind, make]) => [
      [`a name of ${kind}`, (length: number) => JSON.stringify({ firstName: make(length / 2) })],
      [`a key of ${kind}`, (length: number) => JSON.stringify({ [make(length / 2)]: 1 })],
    ]),
  ),
  "nested lists": (length) => `${"[".repeat(length / 2)}${"]".repeat(length / 2)}`,
  "nested objects": (length) => `${'{"a":'.repeat(length / 6)}1${"}".repeat(length / 6)}`,
  "many keys": (length) =>
    JSON.stringify(Object.fromEntries(Array.from({ length: length / 10 }, (_, i) => [`k${i}`, 1]))),
  "one key in many cases": (length) =>
    `{${Array.from({ length: length / 16 }, (_, i) => `"${i % 2 ? "EMAIL" : "eMail"}":"${i}"`).join()}}`,
  "long lists": (length) => `[${"1,".repeat(length / 2)}1]`,
  "long numbers": (length) => `{"email":${"9".repeat(length)}}`,
  "an open string": (length) => `{"email":"${"\\".repeat(length)}`,
};

/** Every header that is read, and one that is not. */
export const READ_HEADERS =
  `accept accept-encoding authorization content-type cookie host if-none-match
    sec-fetch-mode sec-fetch-site user-agent x-forwarded-for x-forwarded-host x-request-id
    x-background x-signature x-unknown`.split(/\s+/);
