// Asks one address over and over from many connections, a new question on each as soon as the last
// is answered. Arguments: port, path, connections, milliseconds, a bearer's token where there is one.
// Prints answers per second.

import type { Socket } from "bun";

const [port = 0, connections = 0, ms = 0] = [2, 4, 5].map((index) => Number(process.argv[index]));
const path = process.argv[3] ?? "/";
const token = process.argv[6] ?? "";
const bearer = token === "" ? "" : `Authorization: Bearer ${token}\r\n`;
const question = Buffer.from(
  `GET ${path} HTTP/1.1\r\nHost: localhost:${port}\r\nAccept: application/json\r\n${bearer}\r\n`,
);
const HEAD_END = Buffer.from("\r\n\r\n");
const STATUS_200 = Buffer.from("HTTP/1.1 200");

const headers: Record<string, string> = token === "" ? {} : { authorization: `Bearer ${token}` };
const first = await fetch(`http://127.0.0.1:${port}${path}`, { headers });
const bodyLength = (await first.bytes()).length;
let answers = 0;

type Waiting = { head: Buffer; missing: number };

const onData = (socket: Socket<Waiting>, chunk: Buffer) => {
  const waiting = socket.data;
  if (waiting.missing === 0) {
    waiting.head = waiting.head.length === 0 ? chunk : Buffer.concat([waiting.head, chunk]);
    const headEnd = waiting.head.indexOf(HEAD_END);
    if (headEnd < 0) return;
    if (!waiting.head.subarray(0, STATUS_200.length).equals(STATUS_200))
      throw new Error(`Not an answer: ${waiting.head.toString("latin1", 0, 200)}`);
    waiting.missing = headEnd + HEAD_END.length + bodyLength - waiting.head.length;
    waiting.head = Buffer.alloc(0);
  } else waiting.missing -= chunk.length;
  if (waiting.missing > 0) return;
  waiting.missing = 0;
  answers += 1;
  socket.write(question);
};

for (let opened = 0; opened < connections; opened += 1)
  await Bun.connect<Waiting>({
    hostname: "127.0.0.1",
    port,
    data: { head: Buffer.alloc(0), missing: 0 },
    socket: { open: (socket) => void socket.write(question), data: onData },
  });

const before = answers;
const startedMs = performance.now();
await Bun.sleep(ms);
console.log(Math.round(((answers - before) / (performance.now() - startedMs)) * 1000));
process.exit(0);
