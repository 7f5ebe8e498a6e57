import { write } from "node:fs";

/** A line waits at most this long before it is written. */
const FLUSH_MS = 100;
const FLUSH_LENGTH = 64 * 1024;
/** How long the end of the program waits for a reader that has stopped. */
const DRAIN_MAX_MS = 2000;
/** How long it waits then for the one write that is under way, which a stopped reader may hold up for good. */
const LAST_WRITE_MAX_MS = 1000;
/** Beyond this, lines are dropped: a reader that has stopped must not fill our memory. */
const WAITING_MAX_LENGTH = 8 * 1024 * 1024;

export type LogWriter = {
  write: (line: string) => void;
  /**
   * Resolves once everything written so far has left the process. What has not within two seconds is
   * dropped, and nothing of it is written afterwards.
   */
  drain: () => Promise<void>;
};

const droppedLine = (lines: number) =>
  JSON.stringify({ time: new Date().toISOString(), level: "warn", event: "log.dropped", lines });

const writeOnce = (descriptor: number, bytes: Buffer) =>
  new Promise<number>((resolve) => {
    write(descriptor, bytes, (error, written) => {
      // A full pipe asks for patience. After any other failure there is nowhere left to say so.
      if (error === null) resolve(written);
      else resolve(error.code === "EAGAIN" ? 0 : bytes.length);
    });
  });

/**
 * Writes lines in batches and off the event loop, so that a log line is no system call per request.
 * @param descriptor an open file descriptor, such as 1 for the standard output.
 */
export const createLogWriter = (descriptor: number): LogWriter => {
  // One growing string: the engine joins it once, when it is written.
  let waiting = "";
  let dropped = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let writing: Promise<void> | null = null;
  let isGivenUp = false;

  const take = (): Buffer => {
    const lines = dropped === 0 ? waiting : `${waiting}${droppedLine(dropped)}\n`;
    waiting = "";
    dropped = 0;
    return Buffer.from(lines);
  };

  const writeAll = async () => {
    let bytes = take();
    while (bytes.length > 0) {
      // Whoever gave up may have closed the descriptor, whose number the next open file gets.
      if (isGivenUp) break;
      const written = await writeOnce(descriptor, bytes);
      if (written === 0) await Bun.sleep(FLUSH_MS);
      bytes = bytes.subarray(written);
    }
    writing = null;
    isGivenUp = false;
    if (waiting !== "") schedule();
  };

  const start = () => {
    clearTimeout(timer);
    timer = undefined;
    if (waiting !== "") writing ??= writeAll();
  };

  const schedule = () => {
    if (waiting.length >= FLUSH_LENGTH) start();
    else timer ??= setTimeout(start, FLUSH_MS);
  };

  const writeRest = async () => {
    await writing;
    start();
    await writing;
  };

  return {
    write: (line) => {
      if (waiting.length > WAITING_MAX_LENGTH) {
        dropped += 1;
        return;
      }
      waiting += `${line}\n`;
      schedule();
    },
    drain: async () => {
      const { promise: tooLate, resolve } = Promise.withResolvers<void>();
      const patience = setTimeout(() => {
        isGivenUp = true;
        waiting = "";
        resolve();
      }, DRAIN_MAX_MS);
      await Promise.race([writeRest(), tooLate]);
      clearTimeout(patience);
      // It was handed over before anybody gave up: the reader may yet make room for it.
      if (isGivenUp) await Promise.race([writing, Bun.sleep(LAST_WRITE_MAX_MS)]);
    },
  };
};

export const LOG_LEVELS = ["debug", "info", "warn", "error"] as const;
export type LogLevel = (typeof LOG_LEVELS)[number];
export type LogFields = Readonly<Record<string, string | number | boolean | null | undefined>>;

/** What writes down what happens: an event by its name, and fields that are no personal data. */
export type Log = Record<LogLevel, (event: string, fields?: LogFields) => void>;

let stampedMs = 0;
let stamp = "";
/** The time in ISO 8601; many lines fall into one millisecond. */
const timestamp = () => {
  const nowMs = Date.now();
  if (nowMs !== stampedMs) {
    stampedMs = nowMs;
    stamp = new Date(nowMs).toISOString();
  }
  return stamp;
};

const jsonLine = (level: LogLevel, event: string, fields: LogFields) => {
  const rest = JSON.stringify(fields).slice(1);
  // Events are named in the program, by letters and dots.
  const head = `{"time":"${timestamp()}","level":"${level}","event":"${event}"`;
  return rest === "}" ? `${head}}` : `${head},${rest}`;
};

const PLAIN_VALUE = /^[\w.:/@+-]+$/;
const valueText = (value: unknown): string => {
  const text = String(value);
  return PLAIN_VALUE.test(text) ? text : JSON.stringify(text);
};

/** For a person's eyes: the time, how grave, what, and the fields; a stack below it, indented. */
const prettyLine = (level: LogLevel, event: string, { message, stack, ...rest }: LogFields) => {
  const fields = Object.entries(rest).flatMap(([name, value]) =>
    value === undefined ? [] : `${name}=${valueText(value)}`,
  );
  const sentence = typeof message === "string" ? [JSON.stringify(message).slice(1, -1)] : [];
  const head = `${timestamp().replace("T", " ")} ${level.toUpperCase().padEnd(5)} ${event}`;
  const line = [head, ...sentence, ...fields].join("  ");
  return typeof stack === "string" ? `${line}\n    ${stack.replaceAll("\n", "\n    ")}` : line;
};

/** `json`: one object per line, `time`, `level`, `event`, then the fields. `pretty`: for people. */
export const LOG_FORMATS = ["json", "pretty"] as const;
const LINES = { json: jsonLine, pretty: prettyLine } as const;

/**
 * Makes a log that writes one line per event.
 * @param write receives each finished line, without its newline.
 * @param least events below this level are dropped.
 */
export const createLog = (
  write: (line: string) => void,
  least: LogLevel = "info",
  format: (typeof LOG_FORMATS)[number] = "json",
): Log => {
  const lineOf = LINES[format];
  const from = LOG_LEVELS.indexOf(least);
  const at = (level: LogLevel) =>
    LOG_LEVELS.indexOf(level) < from
      ? () => {}
      : (event: string, fields: LogFields = {}) => write(lineOf(level, event, fields));
  return { debug: at("debug"), info: at("info"), warn: at("warn"), error: at("error") };
};

const word = (value: unknown) =>
  typeof value === "string" || typeof value === "number" ? String(value) : undefined;

/** What may be logged of an error: never a database message, which carries parameter values. */
export const errorFields = (error: unknown): LogFields => {
  if (!(error instanceof Error)) return { error: typeof error };
  const cause = (error.cause ?? {}) as { code?: unknown; errno?: unknown; constraint?: unknown };
  const isDatabase = "query" in error;
  return {
    error: error.name,
    sqlstate: word(cause.errno) ?? word(cause.code),
    constraint: word(cause.constraint),
    ...(isDatabase
      ? { statement: "query" in error ? word(error.query) : undefined }
      : { message: error.message, stack: error.stack }),
  };
};
