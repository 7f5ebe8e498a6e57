import type { Services } from "#server/context/services.ts";
import { archiveBytes } from "#server/modules/archives/index.ts";
import { archiveName } from "#shared/archive-messages.ts";
import type { ArchiveDownload } from "#shared/schemas/archives.ts";

/**
 * The file of an archive, which is never in memory as a whole.
 * @param opened what the procedure that opens one has answered.
 */
export const zipReply = ({ store }: Pick<Services, "store">, opened: unknown): Response => {
  // The schema of its procedure has seen it.
  const archive = opened as ArchiveDownload;
  const pieces = archiveBytes(store.read, archive);
  const body = new ReadableStream<Uint8Array>({
    pull: async (controller) => {
      const { done, value } = await pieces.next();
      if (done === true) controller.close();
      else controller.enqueue(value);
    },
    cancel: async () => void (await pieces.return()),
  });
  return new Response(body, {
    headers: {
      "cache-control": "no-store",
      "content-type": "application/zip",
      "content-length": String(archive.sizeBytes),
      "content-disposition": `attachment; filename="${archiveName(archive.readyAt)}"`,
    },
  });
};
