import { expect, test } from "bun:test";
import { closeSync, constants, openSync, readSync } from "node:fs";
import { join } from "node:path";
import { createLog, createLogWriter } from "#server/core/log.ts";
import { afterThisTest } from "#tests/support/cleanup.ts";
import { testFolder } from "#tests/support/store.ts";

const fileWriter = async () => {
  const file = join(await testFolder(), "log");
  const descriptor = openSync(file, "a");
  afterThisTest(() => closeSync(descriptor));
  const text = () => Bun.file(file).text();
  return { writer: createLogWriter(descriptor), text };
};

test("lines are written in their order, together, and all of them before the end", async () => {
  const { writer, text } = await fileWriter();
  const lines = Array.from({ length: 20_000 }, (_, index) => `line ${index} ${"x".repeat(20)}`);
  for (const line of lines) writer.write(line);
  await writer.drain();
  expect(await text()).toBe(`${lines.join("\n")}\n`);
  writer.write("one more");
  await writer.drain();
  await writer.drain();
  expect(await text()).toEndWith("one more\n");
});

test("a reader that has stopped costs lines, not memory, and is told how many", async () => {
  const { writer, text } = await fileWriter();
  const line = "x".repeat(1024 * 1024);
  for (let written = 0; written < 30; written += 1) writer.write(line);
  await writer.drain();
  const whole = await text();
  expect(whole.length).toBeLessThan(20 * 1024 * 1024);
  const lines = whole.trim().split("\n");
  const dropped = JSON.parse(lines.find((one) => one.startsWith("{")) ?? "{}") as {
    lines?: number;
  };
  expect((dropped.lines ?? 0) + lines.filter((one) => one === line).length).toBe(30);
});

/** What waits in a pipe that is opened without blocking. */
const readAll = (descriptor: number): string => {
  const bytes = Buffer.alloc(2 * 1024 * 1024);
  let length = 0;
  try {
    for (;;) length += readSync(descriptor, bytes, length, bytes.length - length, null);
  } catch (error) {
    expect(error).toMatchObject({ code: "EAGAIN" });
  }
  return bytes.toString("utf8", 0, length);
};

test("the end of the program does not wait for a reader that has stopped", async () => {
  const pipe = join(await testFolder(), "pipe");
  await Bun.$`mkfifo ${pipe}`;
  const descriptor = openSync(pipe, constants.O_RDWR | constants.O_NONBLOCK);
  afterThisTest(() => closeSync(descriptor));
  const writer = createLogWriter(descriptor);
  writer.write("x".repeat(1024 * 1024));
  const startedMs = performance.now();
  await writer.drain();
  expect(performance.now() - startedMs).toBeLessThan(4000);
  // Nothing of it follows: by then the descriptor's number may be another file's.
  expect(readAll(descriptor)).toMatch(/^x+$/);
  writer.write("what comes later");
  await writer.drain();
  expect(readAll(descriptor)).toBe("what comes later\n");
});

test("a log line is one JSON object with time, level and event first", () => {
  const lines: string[] = [];
  const log = createLog((line) => lines.push(line));
  log.info("plain");
  log.warn("with fields", { text: 'a "quoted"\nline', number: 1.5, none: null, absent: undefined });
  log.debug("below the level");
  expect(lines.map((line) => Object.entries(JSON.parse(line) as object).slice(1))).toEqual([
    [
      ["level", "info"],
      ["event", "plain"],
    ],
    [
      ["level", "warn"],
      ["event", "with fields"],
      ["text", 'a "quoted"\nline'],
      ["number", 1.5],
      ["none", null],
    ],
  ]);
  for (const line of lines) {
    expect(line).not.toContain("\n");
    expect((JSON.parse(line) as { time: string }).time).toMatch(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/);
  }
});

const TIME = /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d\.\d{3}Z /;

test("with LOG_FORMAT=pretty a line is for people, and nothing of a request can make another one", () => {
  const lines: string[] = [];
  const log = createLog((line) => void lines.push(line.replace(TIME, "")), "info", "pretty");
  log.debug("unseen");
  log.info("listening", { message: "Lynxden is listening on http://localhost:3000", port: 3000 });
  log.info("request", {
    method: "GET",
    path: "/a b\nERROR forged",
    status: 404,
    address: undefined,
  });
  log.error("job.failed", {
    job: "seal-audit",
    message: "no\nway",
    stack: "TypeError: no\n  at x",
  });
  expect(lines).toEqual([
    "INFO  listening  Lynxden is listening on http://localhost:3000  port=3000",
    String.raw`INFO  request  method=GET  path="/a b\nERROR forged"  status=404`,
    `ERROR job.failed  ${String.raw`no\nway`}  job=seal-audit\n    TypeError: no\n      at x`,
  ]);
});
