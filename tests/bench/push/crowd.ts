// Many open tabs, one of which listens for what another person says. Arguments: port, a file with a
// `Crowd`. Prints two lists of milliseconds, from sending a message: to its event, and to the answer
// that shows it.

import { readFeed } from "#tests/support/sse.ts";

export type Crowd = {
  /** Of everybody who has a tab open; the first is the sender's, the second the listener's. */
  tokens: readonly [string, string, ...string[]];
  ticketId: number;
  messages: number;
  /** From one message to the next. */
  everyMs: number;
};

export type CrowdTimes = { eventMs: number[]; answerMs: number[] };

const FEEDS_PER_ADDRESS = 50;

const [port = "", file = ""] = process.argv.slice(2);
const { tokens, ticketId, messages, everyMs } = (await Bun.file(file).json()) as Crowd;
const [sender, listener, ...others] = tokens;
const origin = `http://127.0.0.1:${port}`;

const headersOf = (token: string, person: number): Record<string, string> => ({
  authorization: `Bearer ${token}`,
  "x-forwarded-for": `198.51.100.${Math.floor(person / FEEDS_PER_ADDRESS)}`,
});

/** A tab that hears everything and does nothing: without a parser, which would cost us the time. */
const openIdle = async (token: string, person: number): Promise<void> => {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const headers = Object.entries(headersOf(token, person)).map(
    ([name, value]) => `${name}: ${value}\r\n`,
  );
  await Bun.connect({
    hostname: "127.0.0.1",
    port: Number(port),
    socket: {
      open: (socket) =>
        void socket.write(
          `GET /api/feed HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\n${headers.join("")}\r\n`,
        ),
      data: (_socket, chunk) => {
        if (chunk.includes("hello")) resolve();
        else if (chunk.includes("HTTP/1.1 ") && !chunk.includes("200"))
          reject(new Error(chunk.toString()));
      },
      close: () => reject(new Error("A feed was closed.")),
    },
  });
  await promise;
};

for (const [index, token] of others.entries()) await openIdle(token, index + 2);

const feed = await fetch(`${origin}/api/feed`, { headers: headersOf(listener, 0) });
const received = readFeed(feed.body);

const whole = async (response: Response): Promise<string> => {
  const text = await response.text();
  if (!response.ok) throw new Error(`${response.status}: ${text}`);
  return text;
};

const receivedAt = new Map<number, number>();
const shownAt = new Map<number, number>();
const done = Promise.withResolvers<void>();

/** The newest message of a page of a thread. */
const newestIn = (page: string): number =>
  Math.max(...[...page.matchAll(/"id":(\d+),"content":/g)].map(([, id]) => Number(id)));

/**
 * As the page of a thread does when it hears of a message. A busy machine may have so many more by then that this one
 * is not on the newest page any more.
 */
const fetchThread = async (messageId: number) => {
  const input = encodeURIComponent(JSON.stringify({ ticketId }));
  const headers = { ...headersOf(listener, 0), "x-background": "1" };
  const answer = await whole(
    await fetch(`${origin}/api/trpc/messages.list?input=${input}`, { headers }),
  );
  if (!(newestIn(answer) >= messageId)) throw new Error(`Message ${messageId} is not there.`);
  shownAt.set(messageId, performance.now());
  if (shownAt.size === messages) done.resolve();
};

const listen = async () => {
  for (let event = await received.next(); event !== null; event = await received.next()) {
    if (event.type !== "message.added") continue;
    receivedAt.set(event.messageId, performance.now());
    fetchThread(event.messageId).catch(done.reject);
  }
  done.reject(new Error("The listener's feed was closed."));
};
listen().catch(done.reject);

const sentAt = new Map<number, number>();
const send = async (content: string) => {
  const startedMs = performance.now();
  const answer = await whole(
    await fetch(`${origin}/api/message`, {
      method: "POST",
      headers: { ...headersOf(sender, 1), "content-type": "application/json" },
      body: JSON.stringify({ messageGroupId: ticketId, content }),
    }),
  );
  sentAt.set((JSON.parse(answer) as { id: number }).id, startedMs);
};

const sending: Promise<void>[] = [];
const beganMs = performance.now();
for (let index = 0; index < messages; index += 1) {
  await Bun.sleep(Math.max(0, beganMs + index * everyMs - performance.now()));
  sending.push(send(`Message ${index}: is the bridge open again?`));
}
await Promise.all(sending);
await done.promise;

const inOrder = [...sentAt].toSorted(([one], [other]) => one - other);
const since = (ends: ReadonlyMap<number, number>): number[] =>
  inOrder.map(([id, startedMs]) => (ends.get(id) ?? Number.POSITIVE_INFINITY) - startedMs);
const times: CrowdTimes = { eventMs: since(receivedAt), answerMs: since(shownAt) };
process.stdout.write(JSON.stringify(times));
process.exit(0);
