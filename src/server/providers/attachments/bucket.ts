import type { BucketConfig } from "#server/config/backups.ts";
import { ATTACHMENT_PLACE } from "#shared/attachment-messages.ts";
import { type FilePlace, FilePlaceFailure } from "./port.ts";

/** Whoever uploads or looks at a picture waits for it. */
const ANSWER_WITHIN_MS = 20_000;
const RETRIES = 2;
const PAGE = 1000;

const within = async <T>(work: Promise<T>): Promise<T> => {
  const { promise: tooLate, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(
    () => reject(Object.assign(new Error("no answer"), { code: "Timeout" })),
    ANSWER_WITHIN_MS,
  );
  try {
    return await Promise.race([work, tooLate]);
  } finally {
    clearTimeout(timer);
  }
};

const codeOf = (error: unknown) => String((error as { code?: unknown }).code);
const isMissing = (error: unknown) => ["NoSuchKey", "NotFound", "ENOENT"].includes(codeOf(error));

/** A bucket of S3, or of a service that speaks as S3 does. */
export const createBucketFiles = ({ prefix, ...access }: BucketConfig): FilePlace => {
  const client = new Bun.S3Client({ ...access, retry: RETRIES });
  const refusal = (error: unknown) =>
    ATTACHMENT_PLACE.bucketRefuses(access.bucket, codeOf(error), String(Object(error).message));
  const ask = async <T>(work: () => Promise<T>): Promise<T> => {
    try {
      return await within(work());
    } catch (error) {
      throw new FilePlaceFailure(refusal(error), { cause: error });
    }
  };
  const page = (startAfter: string | undefined, maxKeys: number) =>
    client.list({ prefix, maxKeys, ...(startAfter !== undefined && { startAfter }) });
  return {
    put: async (name, bytes) => {
      // A PUT is whole or not at all.
      await ask(() => client.write(prefix + name, bytes));
    },
    open: (name) =>
      ask(async () => {
        const file = client.file(prefix + name);
        try {
          const { size } = await file.stat();
          return { sizeBytes: size, body: file.stream() };
        } catch (error) {
          if (isMissing(error)) return null;
          throw error;
        }
      }),
    remove: (name) =>
      ask(async () => {
        try {
          await client.delete(prefix + name);
        } catch (error) {
          if (!isMissing(error)) throw error;
        }
      }),
    async *list() {
      let startAfter: string | undefined;
      do {
        const found = await ask(() => page(startAfter, PAGE));
        const contents = found.contents ?? [];
        yield contents.map(({ key, lastModified }) => ({
          name: key.slice(prefix.length),
          // One without a time is left alone.
          changedAt: new Date(lastModified ?? Date.now()),
        }));
        startAfter = found.isTruncated === true ? contents.at(-1)?.key : undefined;
      } while (startAfter !== undefined);
    },
    trouble: async () => {
      try {
        await within(page(undefined, 1));
        return null;
      } catch (error) {
        return refusal(error);
      }
    },
  };
};
