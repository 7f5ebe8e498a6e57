/**
 * Renders pages for the sites of a browser test's process, and prints where. Each would render its own in
 * children that load the whole client first, twice at the start: two seconds of a core each, where a
 * process that has it loaded takes a quarter of that.
 */

import { answerRenderWork } from "#server/http/render-site.ts";

const answer = (question: ReadableStream<Uint8Array<ArrayBuffer>>) =>
  new ReadableStream<Uint8Array>({
    start: async (controller) => {
      const bytes = new TextEncoder();
      await answerRenderWork(question, (line) => controller.enqueue(bytes.encode(line)));
      controller.close();
    },
  });

const { url } = Bun.serve({
  hostname: "127.0.0.1",
  port: 0,
  // A site waits for its pages, however long a busy machine takes.
  idleTimeout: 0,
  maxRequestBodySize: 64 * 1024 * 1024,
  fetch: async (request) => new Response(answer((await request.blob()).stream())),
});
console.log(url.href);
