import { and, eq, inArray } from "drizzle-orm";
import type { Services } from "#server/context/services.ts";
import { fileOf } from "#server/modules/attachments/index.ts";
import type { ZipWriter } from "#server/providers/zip/port.ts";
import type { Reader } from "#server/store/store.ts";
import { type Section, walk } from "./section.ts";

/** Where an attachment stands in the archive. */
const nameOf = ({ id, kind }: { id: string; kind: "picture" | "text" }): string =>
  kind === "picture" ? `pictures/${id}.webp` : `files/${id}.txt`;

const theirs = ({ tables: { attachments: t } }: Pick<Reader, "tables">, userId: string) =>
  and(eq(t.uploaderId, userId), inArray(t.state, ["ready", "sent"]));

/** Pictures and text files of tickets. */
export const ATTACHMENT_SECTIONS: readonly Section[] = [
  {
    name: "attachments",
    title: "Pictures and files that you added to tickets",
    refers: ["attachments.uploader_id"],
    rows: (reader, userId) => {
      const { attachments: t } = reader.tables;
      return walk({
        key: { id: t.id },
        ask: async (isAfter, order, limit) => {
          const found = await reader
            .select()
            .from(t)
            .where(and(theirs(reader, userId), isAfter))
            .orderBy(...order)
            .limit(limit);
          return found.map(
            ({
              id,
              kind,
              name,
              alt,
              ticketId,
              messageId,
              sizeBytes,
              width,
              height,
              createdAt,
            }) => ({
              key: { id },
              row: {
                ticketId,
                messageId,
                createdAt,
                name,
                description: alt,
                sizeBytes,
                width,
                height,
                [kind === "picture" ? "picture" : "file"]: nameOf({ id, kind }),
              },
            }),
          );
        },
      });
    },
  },
];

/** So many rows at a time; of their files there is one in memory. */
const SLICE = 50;

/**
 * Writes the files of a person's attachments into their archive.
 * @param signal has it throw between two files.
 */
export const writeAttachments = async (
  { read, attachments }: { read: Reader } & Pick<Services, "attachments">,
  userId: string,
  zip: Pick<ZipWriter, "bytes">,
  signal: AbortSignal,
): Promise<void> => {
  const { attachments: t } = read.tables;
  for (let at = 0; ; at += SLICE) {
    const slice = await read
      .select({ id: t.id, kind: t.kind, key: t.key })
      .from(t)
      .where(theirs(read, userId))
      .orderBy(t.id)
      .limit(SLICE)
      .offset(at);
    for (const row of slice) {
      signal.throwIfAborted();
      const file = await attachments.place.open(fileOf(row));
      if (file !== null) await zip.bytes(nameOf(row), await new Response(file.body).bytes());
    }
    if (slice.length < SLICE) return;
  }
};
