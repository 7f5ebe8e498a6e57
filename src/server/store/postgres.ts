import { SQL } from "bun";
import { drizzle } from "drizzle-orm/bun-sql";
import { systemTimer, type Timer } from "#server/core/clock.ts";
import type { Log } from "#server/core/log.ts";
import { KITS } from "./columns.ts";
import { tablesOfStore } from "./schema.ts";
import type { Isolation, Store, StoreTx } from "./store.ts";
import {
  type Builders,
  createMutex,
  createSubscribers,
  createTransaction,
  createTroubleListeners,
  createWriteGuard,
  createWriteQueue,
  guardReader,
  type Subscribers,
} from "./transaction.ts";
import {
  isConflict,
  isLostConnection,
  isUniqueViolation,
  isUnread,
  StoreClosed,
  StoreSilent,
} from "./trouble.ts";

/** LISTEN and NOTIFY reach within one database, so one name does for every site. */
const CHANNEL = "lynxden";
const CONNECTIONS = 10;
/** How often a transaction runs again that was in another's way. */
const RETRIES = 8;
const FIRST_PAUSE_MS = 10;
const CLOSE_WAIT_S = 5;
const CONNECT_TIMEOUT_S = 5;
/** A network that drops packets says nothing for a quarter of an hour: nobody waits for that. */
const ANSWER_WITHIN_MS = 10_000;
/** A transaction is several questions, and may wait for its turn. */
const QUESTIONS_PER_TRANSACTION = 3;

type Connection = Pick<SQL, "unsafe">;
type Hooks = {
  before: () => void;
  failed: (error: unknown) => void;
  /** Whether a statement by itself may be sent again, where nothing came of it. */
  isRepeatable: boolean;
  /** Ends the waiting for an answer. */
  within: <T>(answer: Promise<T>) => Promise<T>;
};

/** What drizzle needs of a connection, with every statement inside the hooks. */
const clientOver = (connection: Connection, hooks: Hooks): SQL => {
  const send = (text: string, params: unknown[]) => connection.unsafe(text, params).values();
  const query = async (text: string, params: unknown[]) => {
    hooks.before();
    try {
      const answer = send(text, params).catch((error: unknown) => {
        // Bun's driver garbles a message once in some hundred thousand (1.4.5).
        const isNobodys = isUnread(error) || isLostConnection(error);
        if (hooks.isRepeatable && isNobodys) return send(text, params);
        throw error;
      });
      return await hooks.within(answer);
    } catch (error) {
      hooks.failed(error);
      throw error;
    }
  };
  const client = {
    unsafe(text: string, params: unknown[]) {
      const rows = query(text, params);
      return Object.assign(rows, { values: () => rows });
    },
  };
  // drizzle-orm/bun-sql calls nothing else outside its own `transaction` (its session.js, 0.45.4).
  return client as unknown as SQL;
};

const buildersOf = (connection: Connection, hooks: Hooks): Builders =>
  drizzle({ client: clientOver(connection, hooks) });

const ignore = () => {};

/** What reads through a connection that somebody else looks after, such as one in a transaction. */
export const readBuildersOver = (
  connection: Connection,
): Pick<Builders, "select" | "selectDistinct"> => {
  const builders = buildersOf(connection, {
    before: ignore,
    failed: ignore,
    isRepeatable: false,
    within: (answer) => answer,
  });
  return {
    select: builders.select.bind(builders),
    selectDistinct: builders.selectDistinct.bind(builders),
  };
};

/**
 * Whether a transaction may succeed when it runs again. Two that write the same new key at once may
 * both have seen that it was free, and PostgreSQL tells the later one that it is taken. What it could
 * not read it has not done.
 */
const mayRunAgain = (error: unknown, retry: number) =>
  retry < RETRIES &&
  (isConflict(error) || (retry === 0 && (isUniqueViolation(error) || isUnread(error))));

/** @throws {StoreSilent} where `work` takes longer; what becomes of it then is nobody's business. */
export const within = async <T>(
  limitMs: number,
  work: Promise<T>,
  timer: Timer = systemTimer,
): Promise<T> => {
  const { promise: tooLate, reject } = Promise.withResolvers<never>();
  const cancel = timer.after(limitMs, () => reject(new StoreSilent()));
  try {
    return await Promise.race([work, tooLate]);
  } finally {
    cancel();
  }
};

/** Full jitter: those who met once should not meet again. */
const pause = (retry: number) => Bun.sleep(Math.random() * FIRST_PAUSE_MS * 2 ** retry);

/** Listens from the first subscriber on, over a connection of its own that comes back by itself. */
const createListener = (sql: SQL, subscribers: Subscribers) => {
  let listening: Promise<unknown> | null = null;
  let wasListening = false;
  const listen = async () => {
    try {
      await sql.listen(
        CHANNEL,
        (payload) => subscribers.receive(payload),
        () => {
          // What was sent while the connection was lost is lost.
          if (wasListening) subscribers.gap();
          wasListening = true;
        },
      );
    } catch (error) {
      listening = null;
      throw error;
    }
  };
  return { start: () => (listening ??= listen()) };
};

/**
 * The connections of a store, made when they are needed.
 * @param url `postgres://user:password@host:port/database`.
 * @param applicationName what the server calls them.
 */
export const openPool = (url: string, applicationName = "lynxden"): SQL =>
  new SQL({
    url,
    max: CONNECTIONS,
    connectionTimeout: CONNECT_TIMEOUT_S,
    connection: { application_name: applicationName },
  });

/**
 * Opens a PostgreSQL database. Does not migrate.
 * @param options.url `postgres://user:password@host:port/database`.
 * @param options.timer the system's unless a test brings one that it can move.
 * @throws when the server cannot be reached.
 */
export const openPostgres = async (options: {
  url: string;
  log: Log;
  timer?: Timer;
}): Promise<Store> => {
  const sql = openPool(options.url);
  await sql.connect();
  return createPostgresStore(sql, options.log, options.timer);
};

/** A store over connections that are open already. Closing it closes them. */
export const createPostgresStore = (sql: SQL, log: Log, timer?: Timer): Store => {
  const guard = createWriteGuard();
  const subscribers = createSubscribers(log);
  const listener = createListener(sql, subscribers);
  const troubles = createTroubleListeners();
  const writeQueue = createWriteQueue();
  const underWay = new Set<Promise<unknown>>();
  // Those who have been in each other's way do not meet again: they go one after the other.
  const oneByOne = createMutex();
  const tables = tablesOfStore(KITS.postgres);
  let isClosed = false;
  const assertUsable = () => {
    if (isClosed) throw new StoreClosed();
  };
  const readBuilders = buildersOf(sql, {
    before() {
      assertUsable();
      guard.refuseRead();
    },
    failed: troubles.report,
    isRepeatable: true,
    within: (answer) => within(ANSWER_WITHIN_MS, answer, timer),
  });

  const transact = <T>(
    work: (tx: StoreTx) => Promise<T>,
    begin: () => void,
    isolation: Isolation,
  ): Promise<T> =>
    sql.begin(`isolation level ${isolation}`, async (connection) => {
      begin();
      const transaction = createTransaction();
      const builders = buildersOf(connection, {
        before: () => transaction.assertOpen(),
        failed: (error) => transaction.failed(error),
        isRepeatable: false,
        // The transaction as a whole has a limit.
        within: (answer) => answer,
      });
      try {
        const result = await guard.run(() => work(transaction.handle(builders, tables)));
        transaction.revoke();
        for (const event of transaction.finish()) await connection.notify(CHANNEL, event);
        return result;
      } finally {
        transaction.revoke();
      }
    }) as Promise<T>;

  const transactWithRetries = async <T>(
    work: (tx: StoreTx) => Promise<T>,
    begin: () => void,
    isolation: Isolation,
  ): Promise<T> => {
    for (let retry = 0; ; retry += 1) {
      try {
        const again = () => transact(work, begin, isolation);
        const done = retry === 0 ? again() : oneByOne(again);
        return await within(QUESTIONS_PER_TRANSACTION * ANSWER_WITHIN_MS, done, timer);
      } catch (error) {
        if (!mayRunAgain(error, retry)) throw troubles.report(error);
        await pause(retry);
      }
    }
  };

  return {
    engine: "postgres",
    tables,
    read: guardReader(readBuilders, tables, guard),
    async write(work, isolation = "serializable") {
      guard.refuseWrite();
      assertUsable();
      const begin = writeQueue.enter();
      const done = transactWithRetries(work, begin, isolation);
      underWay.add(done);
      try {
        return await done;
      } finally {
        // Where no connection was to be had, it never began.
        begin();
        underWay.delete(done);
      }
    },
    async subscribe(onEvent, onGap) {
      assertUsable();
      const remove = subscribers.add(onEvent, onGap);
      try {
        await listener.start();
      } catch (error) {
        remove();
        throw error;
      }
      return async () => remove();
    },
    onTrouble: troubles.add,
    writeQueue,
    async ping() {
      assertUsable();
      await sql.unsafe("SELECT 1");
    },
    // What was read is kept by the database's own processes.
    releaseMemory() {},
    async close() {
      if (isClosed) return;
      isClosed = true;
      await Promise.allSettled(underWay);
      await sql.close({ timeout: CLOSE_WAIT_S });
    },
  };
};
