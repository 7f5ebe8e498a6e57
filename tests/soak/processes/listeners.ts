// Many open tabs of pairs of people who write to each other. Arguments: origin of the site, a file with
// a `Listening`. Prints an `Heard`.
export type Listening = {
  /** Of both people on each ticket. */
  pairs: readonly { ticketId: number; tokens: readonly [string, string] }[];
  seconds: number;
  /** From one message to the next. */
  everyMs: number;
};
export type Heard = {
  messages: number;
  /** Events that should have come: one for each message and each tab of the two. */
  events: number;
  lost: number;
  doubled: number;
  /** Events about a ticket of others. */
  foreign: number;
  /** Feeds that were closed while they should have been open. */
  closed: number;
};

const SETTLED_WITHIN_MS = 10_000;
const EVENT = /"type":"message\.added".*?"messageId":(\d+)/;

const [origin = "", file = ""] = process.argv.slice(2);
const { pairs, seconds, everyMs } = (await Bun.file(file).json()) as Listening;
const { hostname, port, host } = new URL(origin);
let closed = 0;
let isOver = false;

/** A tab that notes what it hears of, without a parser, which would cost the site's processor. */
const open = async (token: string): Promise<number[]> => {
  const received: number[] = [];
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const decoder = new TextDecoder();
  let rest = "";
  await Bun.connect({
    hostname,
    port: Number(port),
    socket: {
      open: (socket) =>
        void socket.write(
          `GET /api/feed HTTP/1.1\r\nHost: ${host}\r\nAuthorization: Bearer ${token}\r\n\r\n`,
        ),
      data: (_socket, chunk) => {
        rest += decoder.decode(chunk, { stream: true });
        const lines = rest.split("\n");
        rest = lines.pop() ?? "";
        for (const line of lines) {
          if (line.includes("hello")) resolve();
          else if (line.startsWith("HTTP/1.1 ") && !line.includes("200")) reject(new Error(line));
          const id = EVENT.exec(line)?.[1];
          if (id !== undefined) received.push(Number(id));
        }
      },
      close: () => {
        if (!isOver) closed += 1;
        reject(new Error("A feed was closed."));
      },
    },
  });
  await promise;
  return received;
};

const tabs: (readonly [number[], number[]])[] = [];
for (const { tokens } of pairs) tabs.push([await open(tokens[0]), await open(tokens[1])]);

const sent = pairs.map((): number[] => []);
const send = async (index: number) => {
  const pair = pairs[index];
  if (pair === undefined) throw new Error(`There is no pair ${index}.`);
  const answer = await fetch(`${origin}/api/message`, {
    method: "POST",
    headers: { authorization: `Bearer ${pair.tokens[0]}`, "content-type": "application/json" },
    body: JSON.stringify({ messageGroupId: pair.ticketId, content: "Is the bridge open again?" }),
  });
  if (!answer.ok)
    throw new Error(`A message was answered ${answer.status}: ${await answer.text()}`);
  sent[index]?.push(((await answer.json()) as { id: number }).id);
};

const beganMs = performance.now();
const sending: Promise<void>[] = [];
for (let count = 0; performance.now() - beganMs < seconds * 1000; count += 1) {
  // A step that has no divisor in common with most numbers of pairs visits all of them.
  sending.push(send((count * 7919) % pairs.length));
  await Bun.sleep(Math.max(0, beganMs + (count + 1) * everyMs - performance.now()));
}
await Promise.all(sending);

const result = (): Heard => {
  const counts = { messages: 0, events: 0, lost: 0, doubled: 0, foreign: 0, closed };
  for (const [index, ids] of sent.entries()) {
    counts.messages += ids.length;
    for (const received of tabs[index] ?? []) {
      counts.events += ids.length;
      const different = new Set(received);
      counts.lost += ids.filter((id) => !different.has(id)).length;
      counts.doubled += received.length - different.size;
      counts.foreign += [...different].filter((id) => !ids.includes(id)).length;
    }
  }
  return counts;
};
const deadlineMs = performance.now() + SETTLED_WITHIN_MS;
while (result().lost > 0 && performance.now() < deadlineMs) await Bun.sleep(100);
isOver = true;
process.stdout.write(JSON.stringify(result()));
process.exit(0);
