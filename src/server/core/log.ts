export const LOG_LEVELS = ["debug", "info", "warn", "error"] as const;
export type LogLevel = (typeof LOG_LEVELS)[number];
export type LogFields = Readonly<Record<string, string | number | boolean | null | undefined>>;

/** One JSON object per line: `time`, `level`, `event`, then the fields. */
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

const lineOf = (level: LogLevel, event: string, fields: LogFields) => {
  const rest = JSON.stringify(fields).slice(1);
  const head = `{"time":"${timestamp()}","level":"${level}","event":${JSON.stringify(event)}`;
  return rest === "}" ? `${head}}` : `${head},${rest}`;
};

/**
 * Makes a log that writes one line per event.
 * @param write receives each finished line, without its newline.
 * @param least events below this level are dropped.
 */
export const createLog = (write: (line: string) => void, least: LogLevel = "info"): Log => {
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
