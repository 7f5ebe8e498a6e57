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
  const head = `{"time":"${timestamp()}","level":"${level}","event":${JSON.stringify(event)}`;
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
