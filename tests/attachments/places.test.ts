import { describe, expect, test } from "bun:test";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { setImmediate as yieldToEventLoop } from "node:timers/promises";
import { createOutages } from "#sandbox/outages.ts";
import { startBucket } from "#sandbox/s3/bucket.ts";
import { loadConfig } from "#server/config/config.ts";
import {
  createAttachmentFiles,
  createQueue,
  openFilePlace,
} from "#server/providers/attachments/files.ts";
import { sitePicture } from "#server/providers/pictures/pictures.ts";
import { type FilePlace, FilePlaceFailure } from "#server/providers/ports/files.ts";
import { ATTACHMENT_PLACE, ATTACHMENTS } from "#shared/upload-messages.ts";
import { testConfig } from "#tests/support/app.ts";
import { attachmentWorld, png, refusedUpload, uploaded } from "#tests/support/attachments.ts";
import { afterThisTest } from "#tests/support/cleanup.ts";
import { examined } from "#tests/support/health.ts";
import { rejectionOf } from "#tests/support/rejection.ts";
import { testFolder, testStore } from "#tests/support/store.ts";

const bucket = () => {
  const started = startBucket(createOutages());
  afterThisTest(() => started.stop());
  const { BACKUP_TO: ATTACHMENTS_TO = "", ...access } = started.environment;
  return { ...started, env: { ...access, ATTACHMENTS_TO } };
};

const folderPlace = async (): Promise<FilePlace> =>
  openFilePlace({ to: { folder: join(await testFolder(), "new", "files") }, place: "" });
const bucketPlace = async (): Promise<FilePlace> =>
  openFilePlace((await testConfig(bucket().env)).attachments);

const BYTES = new Uint8Array([1, 2, 3]);

describe.each([
  ["a folder", folderPlace],
  ["a bucket", bucketPlace],
])("%s", (_, placeOf) => {
  test("[ATTACH-13] gives back what is put there, lists it, and forgets what is removed", async () => {
    const place = await placeOf();
    expect(await place.trouble()).toBeNull();
    expect(await place.open("a.webp")).toBeNull();
    await place.put("a.webp", new Uint8Array([9]));
    await place.put("a.webp", BYTES);
    await place.put("b.webp", BYTES);
    const kept = await place.open("a.webp");
    expect(kept?.sizeBytes).toBe(3);
    expect(await new Response(kept?.body).bytes()).toEqual(BYTES);
    const listed = (await Array.fromAsync(place.list())).flat();
    expect(listed.map(({ name }) => name).toSorted()).toEqual(["a.webp", "b.webp"]);
    for (const { changedAt } of listed) expect(changedAt.getTime()).toBeGreaterThan(0);
    await place.remove("a.webp");
    await place.remove("a.webp");
    expect(await place.open("a.webp")).toBeNull();
  });
});

test("[ATTACH-13] pictures go through a bucket as they do through a folder", async () => {
  const { env, ...files } = bucket();
  const { app, ada, ticketId } = await attachmentWorld({ env });
  const { id, url } = await uploaded(app, ada, { body: png(600) });
  await ada.messages.send.mutate({ messageGroupId: ticketId, content: "", attachmentIds: [id] });
  expect(files.names()).toHaveLength(2);
  const answer = await app.request(url);
  expect([answer.status, answer.headers.get("content-type")]).toEqual([200, "image/webp"]);
  expect(await new Bun.Image(await answer.bytes()).metadata()).toMatchObject({ width: 600 });
});

describe("where nothing can be kept", () => {
  test("[ATTACH-13] an upload is refused for now, and the health report says what to do", async () => {
    const folder = await testFolder();
    const file = join(folder, "attachments");
    await writeFile(file, "");
    const { app, ada } = await attachmentWorld({ env: { DATA_DIR: folder } });
    expect(await refusedUpload(app, ada)).toEqual([503, ATTACHMENTS.unavailable]);
    const trouble = ATTACHMENT_PLACE.folderRefuses(file, "ENOTDIR");
    expect(await openFilePlace({ to: { folder: file }, place: file }).trouble()).toBe(trouble);
    const store = await testStore();
    const found = await examined({ store, outside: { filePlaceTrouble: async () => trouble } });
    expect(found.of("files")).toMatchObject({ state: "fail", message: trouble });
    expect((await examined({ store })).of("files").state).toBe("ok");
  });

  test("[ATTACH-13] a bucket with another key says so", async () => {
    const { env } = bucket();
    const config = await testConfig({ ...env, S3_SECRET_ACCESS_KEY: "another-secret" });
    const place = openFilePlace(config.attachments);
    expect(await place.trouble()).toContain("cannot be kept in the bucket");
    expect(await rejectionOf(place.put("a", BYTES))).toBeInstanceOf(FilePlaceFailure);
  });

  test("[ATTACH-13] a bucket needs its key to start", async () => {
    const failure = await rejectionOf(loadConfig({ ATTACHMENTS_TO: "s3://bucket/files" }));
    expect(failure.message).toContain("ATTACHMENTS_TO is s3://bucket/files, so S3_ACCESS_KEY_ID");
  });
});

/** A picture as it arrives. */
const body = async function* (isCutShort: boolean) {
  yield png();
  if (isCutShort) throw new Error("gone");
};

describe("many uploads at once", () => {
  test("[ATTACH-14] few are worked on at a time, in their order, and too many are told to come again", async () => {
    const queue = createQueue(2, 3);
    const begun: number[] = [];
    const ends: (() => void)[] = [];
    const start = (nth: number) =>
      queue(async () => {
        begun.push(nth);
        const { promise, resolve } = Promise.withResolvers<void>();
        ends.push(resolve);
        await promise;
        return nth;
      });
    const works = [0, 1, 2, 3, 4].map(start);
    expect(await start(5)).toBe("busy");
    expect(begun).toEqual([0, 1]);
    const failing = ends[1];
    for (let nth = 0; nth < 5; nth += 1) {
      ends[nth]?.();
      await works[nth];
    }
    expect(failing).toBeDefined();
    expect(begun).toEqual([0, 1, 2, 3, 4]);
    expect(await Promise.all(works)).toEqual([0, 1, 2, 3, 4]);
    // A turn that ends badly is handed on as well.
    const broken = queue(() => Promise.reject(new Error("no")));
    await rejectionOf(broken);
    const next = start(6);
    ends.at(-1)?.();
    expect(await next).toBe(6);
  });

  test("[ATTACH-14] while a picture of twelve megapixels is made, everything else goes on", async () => {
    const body = new Uint8Array(await new Bun.Image(png()).resize(4000, 3000).jpeg().bytes());
    let turns = 0;
    const counting = new AbortController();
    const count = async () => {
      while (!counting.signal.aborted) {
        await yieldToEventLoop();
        turns += 1;
      }
    };
    const counted = count();
    const made = await sitePicture(body);
    counting.abort();
    await counted;
    expect(made).toMatchObject({ width: 2560, height: 1920 });
    // Made on this thread it would leave two or three.
    expect(turns).toBeGreaterThan(100);
  });

  test("[ATTACH-14] a body is on the disk while it waits, and gone once it is done or broken off", async () => {
    const dataDir = await testFolder();
    const files = createAttachmentFiles({ ...(await testConfig()), dataDir });
    const file = await files.receive(body(false));
    expect(file.sizeBytes).toBe(png().length);
    expect(await file.read()).toEqual(png());
    expect(await files.makePicture(file)).toMatchObject({ width: 20, height: 20 });
    await file.discard();
    expect((await rejectionOf(files.receive(body(true)))).message).toBe("gone");
    expect([...new Bun.Glob("**/*").scanSync(dataDir)]).toEqual([]);
  });
});
