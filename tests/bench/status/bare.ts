// The least that can answer: a bare Bun.serve that gives the file named, as JSON. Prints its port.
const body = await Bun.file(process.argv[2] ?? "").text();
const headers = { "content-type": "application/json; charset=utf-8" };
const server = Bun.serve({
  hostname: "127.0.0.1",
  port: 0,
  fetch: () => new Response(body, { headers }),
});
process.stdout.write(`${server.port}\n`);
