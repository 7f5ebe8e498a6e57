/**
 * Tests with a database that run on SQLite alone. What they are about is decided above the store: what
 * a page or a header says, what the client makes of an answer, who may ask for what, how a provider's
 * failure is told. What they read and write goes through use cases, whose own tests run on both engines.
 */
export const ABOVE_THE_STORE: readonly string[] = [
  "client/**/*",
  "communities/**/*",
  "faults/{breaker,provider-faults}",
  // generated/requests asks every procedure as everybody, too, with --all on both.
  "http/{access,permissions}",
  "http/{browser,community-pages,log-privacy,news-pages,pages,previews}",
  "http/{refusal-sentences,sign-in-routes,static,theme}",
  "security/{cache-poisoning,csv-formulas,headers,open-redirects,path-traversal,proxy-headers}",
  "security/{request-smuggling,sign-in-origin,streamed-answers}",
];

/**
 * Tests that go through the whole program, and run on PostgreSQL with `--all` alone: what they read and write
 * there is tested on both engines in the folder of the module concerned, each time.
 */
export const THROUGH_THE_PROGRAM: readonly string[] = [
  "{crash,http,sandbox}/**/*",
  "generated/requests",
  "health-checks/{doctor,program}",
  "security/{audit-reads,bridge-keys,bridge-reports,decided-calls,enumeration,event-loop,feeds,flooding}",
  "security/{guessing,hidden-category,linking-without-click,mail-names,missing-authorisation,null-codes}",
  "security/{session-fixation,setup-routes,stored-xss,ticket-access,webhook-forgery}",
  "site/{bad-input,one-line,pictures,preview,problem-places}",
];

const globsOf = (list: readonly string[]) =>
  list.map((names) => new Bun.Glob(`./tests/${names}.test.{ts,tsx}`));
const above = globsOf(ABOVE_THE_STORE);
const through = globsOf(THROUGH_THE_PROGRAM);

/** @param file a test file from the root on, such as `./tests/http/theme.test.ts`. */
export const isAboveTheStore = (file: string): boolean => above.some((glob) => glob.match(file));

/** @param file as above. @param hasLong whether all tests are wanted. */
export const runsOnPostgres = (file: string, hasLong: boolean): boolean =>
  !isAboveTheStore(file) && (hasLong || !through.some((glob) => glob.match(file)));
