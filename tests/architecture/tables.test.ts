import { expect, test } from "bun:test";
import { type Node, parseSync, Visitor } from "oxc-parser";
import type { Tables } from "#server/store/store.ts";

/** Who alone writes a table: a module, or another folder of the server. */
const OWNERS: Readonly<Record<keyof Tables, string>> = {
  settings: "store",
  leases: "store",
  idempotency: "store",
  limits: "auth",
  audit: "auth",
  auditNotes: "auth",
  sessions: "auth",
  oneTimeCodes: "auth",
  proofs: "auth",
  openidNonces: "auth",
  totpFactors: "modules/factors",
  recoveryCodes: "modules/factors",
  pendingLogins: "modules/factors",
  passkeys: "modules/passkeys",
  passkeyChallenges: "modules/passkeys",
  factorResets: "modules/factors",
  addressRequests: "modules/accounts",
  addressChanges: "modules/accounts",
  knownPlaces: "modules/security",
  outbox: "modules/mail",
  dayFigures: "modules/administration",
  assets: "modules/pictures",
  buildAssets: "modules/builds",
  serverStatus: "modules/servers",
  serverHistory: "modules/servers",
  siteVersions: "modules/site",
  siteDrafts: "modules/site",
  sitePictures: "modules/site",
  newsDrafts: "modules/news",
  users: "modules/members",
  teamMembers: "modules/team",
  teamRoles: "modules/team",
  memberships: "modules/members",
  userSearchTerms: "modules/members",
  links: "modules/links",
  retiredLinks: "modules/links",
  notifications: "modules/notifications",
  notificationReads: "modules/notifications",
  noticeSettings: "modules/preferences",
  noticeMails: "modules/notices",
  pushSubscriptions: "modules/push",
  pushNotices: "modules/push",
  pushBroadcasts: "modules/push",
  tickets: "modules/tickets",
  labels: "modules/queue",
  ticketLabels: "modules/queue",
  ticketPeople: "modules/tickets",
  ticketSearchTerms: "modules/tickets",
  ticketEntries: "modules/tickets",
  messageMentions: "modules/tickets",
  ticketSeen: "modules/tickets",
  messages: "modules/tickets",
  ticketNotes: "modules/queue",
  ticketFigures: "modules/queue",
  savedReplies: "modules/queue",
  savedReplyUses: "modules/queue",
  attachments: "modules/attachments",
  calendarEntries: "modules/calendar",
  maintenance: "modules/site",
  news: "modules/news",
  webhooks: "modules/webhooks",
  webhookDeliveries: "modules/webhooks",
  pointEntries: "modules/points",
  pointBalances: "modules/points",
  bridgeKeys: "modules/bridge",
  presence: "modules/bridge",
  playWeeks: "modules/bridge",
  deliveries: "modules/bridge",
  keptVotes: "modules/votes",
  orders: "modules/orders",
  basketReservations: "modules/orders",
  payments: "modules/orders",
  paymentLines: "modules/orders",
  paymentEffects: "modules/orders",
  subscriptions: "modules/orders",
  shopEvents: "modules/orders",
  shopFlags: "modules/orders",
  archives: "modules/archives",
  archiveParts: "modules/archives",
  consents: "modules/consents",
  policyVersions: "modules/consents",
  newsMailings: "modules/newsletters",
  newsMails: "modules/newsletters",
  strikes: "modules/strikes",
  bans: "modules/strikes",
  struckAccounts: "modules/strikes",
  strikeAttachments: "modules/attachments",
};

const WRITES = new Set(["insert", "update", "delete"]);
/** What a transaction is called; whatever it writes has to be known. */
const TRANSACTION = /^(tx|\w*Tx)$/;

type Binding = { name: string; table: string; from: number; to: number };

const nameOf = (node: Node | null | undefined): string | null =>
  node?.type === "Identifier"
    ? node.name
    : node?.type === "MemberExpression" && node.property.type === "Identifier"
      ? node.property.name
      : null;

const isTables = (node: Node | null | undefined): boolean => nameOf(node) === "tables";

/** `tx.tables.orders`. */
const tableAt = (node: Node | null | undefined): string | null =>
  node?.type === "MemberExpression" && isTables(node.object) ? nameOf(node) : null;

/** What `{ orders: t }` calls its tables. */
const named = (pattern: Node): { name: string; table: string }[] =>
  pattern.type !== "ObjectPattern"
    ? []
    : pattern.properties.flatMap((property) => {
        if (property.type !== "Property") return [];
        const [table, name] = [nameOf(property.key), nameOf(property.value)];
        return table === null || name === null ? [] : [{ name, table }];
      });

/** The tables that a file writes, by line; null where that cannot be told. */
const writesIn = (file: string, source: string): { line: number; table: string | null }[] => {
  const { program } = parseSync(file, source);
  const scopes: { start: number; end: number }[] = [];
  const scope = ({ start, end }: Node) => void scopes.push({ start, end });
  const found: { pattern: readonly { name: string; table: string }[]; at: number }[] = [];
  const calls: { callee: Node; argument: Node | undefined; method: string }[] = [];
  new Visitor({
    Program: scope,
    BlockStatement: scope,
    ArrowFunctionExpression: scope,
    FunctionDeclaration: scope,
    FunctionExpression: scope,
    VariableDeclarator: ({ id, init, start }) => {
      if (isTables(init)) found.push({ pattern: named(id), at: start });
      const [name, table] = [nameOf(id), tableAt(init)];
      if (name !== null && table !== null) found.push({ pattern: [{ name, table }], at: start });
    },
    Property: ({ key, value, start }) => {
      if (nameOf(key) === "tables") found.push({ pattern: named(value), at: start });
    },
    CallExpression: ({ callee, arguments: [argument] }) => {
      const method = callee.type === "MemberExpression" ? nameOf(callee) : null;
      if (method !== null && WRITES.has(method)) calls.push({ callee, argument, method });
    },
  }).visit(program);
  const bindings = found.flatMap(({ pattern, at }): Binding[] => {
    const around = scopes.filter(({ start, end }) => start <= at && at < end);
    const { start: from, end: to } = around.reduce((a, b) => (b.start >= a.start ? b : a));
    return pattern.map((one) => ({ ...one, from, to }));
  });
  return calls.flatMap(({ callee, argument, method }) => {
    const at = callee.end;
    const alias = argument?.type === "Identifier" ? argument.name : null;
    const known = bindings
      .filter(({ name, from, to }) => name === alias && from <= at && at < to)
      .toSorted((a, b) => b.from - a.from)[0]?.table;
    const table = known ?? tableAt(argument);
    const writer = callee.type === "MemberExpression" ? nameOf(callee.object) : null;
    const isWrite = table !== null || method === "insert" || TRANSACTION.test(writer ?? "");
    return isWrite ? [{ line: source.slice(0, at).split("\n").length, table }] : [];
  });
};

const folderOf = (file: string): string =>
  /^src\/server\/(modules\/[^/]+|[^/]+)\//.exec(file)?.[1] ?? file;

/** What is wrong with the writes of a file, each with its line. */
const foreignWrites = (file: string, source: string): string[] =>
  writesIn(file, source).flatMap(({ line, table }) => {
    if (table === null) return [`${file}:${line} writes a table that cannot be told`];
    const owner = (OWNERS as Readonly<Record<string, string>>)[table];
    if (owner === undefined) return [`${file}:${line} writes ${table}, which has no owner`];
    return owner === folderOf(file) ? [] : [`${file}:${line} writes ${table} of ${owner}`];
  });

test("every table is written by its owner alone", async () => {
  const root = `${import.meta.dir}/../..`;
  const files = await Array.fromAsync(
    new Bun.Glob("src/{server,sandbox}/**/*.ts").scan({ cwd: root }),
  );
  const read = files.map(async (file) => ({
    file,
    source: await Bun.file(`${root}/${file}`).text(),
  }));
  const sources = await Promise.all(read);
  expect(sources.flatMap(({ file, source }) => foreignWrites(file, source))).toEqual([]);
  const written = new Set(
    sources.flatMap(({ file, source }) => writesIn(file, source).map(({ table }) => table)),
  );
  expect(Object.keys(OWNERS).filter((table) => !written.has(table))).toEqual([]);
});

test("every table has an owner", async () => {
  const schema: object = await import("#server/store/schema.sqlite.ts");
  expect(Object.keys(OWNERS).toSorted()).toEqual(Object.keys(schema).toSorted());
});

const FOREIGN = "src/server/modules/shop/add.ts";
const OF_ORDERS = [`${FOREIGN}:2 writes orders of modules/orders`];
test.each([
  ["await tx.insert(tx.tables.orders).values(row);", OF_ORDERS],
  ["const { orders } = ctx.tables; await tx.update(orders).set({});", OF_ORDERS],
  ["const { orders: t } = tx.tables; await tx.delete(t);", OF_ORDERS],
  ["const t = tx.tables.orders; await given.delete(t);", OF_ORDERS],
  ["const f = ({ tables: { orders: t }, write }) => write((tx) => tx.update(t));", OF_ORDERS],
  [
    "const f = (tx, table) => tx.delete(table);",
    [`${FOREIGN}:2 writes a table that cannot be told`],
  ],
  ["await tx.update(tx.tables.baskets);", [`${FOREIGN}:2 writes baskets, which has no owner`]],
  ["const f = (tx, t) => { const { users: t } = tx.tables; }; known.delete(t);", []],
  ["createHash().update(orders); map.delete(key);", []],
])("%p is judged", (line, expected) => {
  expect(foreignWrites(FOREIGN, `// a use case\n${line}`)).toEqual(expected);
});
