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
