import type { BucketConfig } from "#server/config/backups.ts";
import { BACKUPS } from "#shared/backup-messages.ts";
import { type BackupPlace, BackupPlaceFailure } from "./port.ts";
import { writeNew } from "./write-new.ts";

/** A small question; files have the whole time of a backup. */
const ANSWER_WITHIN_MS = 60_000;
const PART_BYTES = 16 * 1024 * 1024;
const RETRIES = 3;

const within = async <T>(ms: number, work: Promise<T>): Promise<T> => {
  const { promise: tooLate, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(Object.assign(new Error(), { code: "Timeout" })), ms);
  try {
    return await Promise.race([work, tooLate]);
  } finally {
    clearTimeout(timer);
  }
};

/** A bucket of S3, or of a service that speaks as S3 does. */
export const createBucketPlace = ({ prefix, ...access }: BucketConfig): BackupPlace => {
  const client = new Bun.S3Client({ ...access, retry: RETRIES, partSize: PART_BYTES });
  const said = async <T>(work: () => Promise<T>): Promise<T> => {
    try {
      return await work();
    } catch (error) {
      if (error instanceof BackupPlaceFailure) throw error;
      const { code, message } = error as { code?: unknown; message?: unknown };
      const sentence = BACKUPS.bucketRefuses(access, String(code), String(message));
      throw new BackupPlaceFailure(sentence, { cause: error });
    }
  };
  const ask = <T>(work: () => Promise<T>) => said(() => within(ANSWER_WITHIN_MS, work()));
  const remove = (name: string) => ask(() => client.delete(prefix + name));
  return {
    put: async (name, file) => {
      const source = Bun.file(file);
      await said(() => client.write(prefix + name, source));
      const { size } = await ask(() => client.stat(prefix + name));
      if (size === source.size) return size;
      await remove(name);
      throw new BackupPlaceFailure(BACKUPS.bucketCut(access.bucket, source.size, size));
    },
    list: async () => {
      const names: string[] = [];
      let startAfter: string | undefined;
      do {
        const page = await ask(() =>
          client.list({ prefix, maxKeys: 1000, ...(startAfter !== undefined && { startAfter }) }),
        );
        const keys = (page.contents ?? []).map(({ key }) => key);
        names.push(...keys.map((key) => key.slice(prefix.length)));
        startAfter = page.isTruncated === true ? keys.at(-1) : undefined;
      } while (startAfter !== undefined);
      return names;
    },
    remove,
    fetch: (name, file) =>
      said(async () => {
        const found = client.file(prefix + name);
        await within(ANSWER_WITHIN_MS, found.stat());
        await writeNew(found.stream(), file);
      }),
  };
};
