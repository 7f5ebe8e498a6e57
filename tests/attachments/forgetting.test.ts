import { describe, expect, test } from "bun:test";
import { existsSync } from "node:fs";
import { readdir, utimes, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { eq } from "drizzle-orm";
import { eraseClosed } from "#server/modules/accounts/index.ts";
import {
  attachmentAddress,
  forgetUnsent,
  moveAttachments,
} from "#server/modules/attachments/index.ts";
import { listMessages } from "#server/modules/tickets/messages.ts";
import { createAttachmentFiles } from "#server/providers/attachments/files.ts";
import { type AttachmentFiles, FilePlaceFailure } from "#server/providers/ports/files.ts";
import { CLOSED_ACCOUNT_KEPT_MS } from "#shared/constants/accounts.ts";
import { DAY_MS, HOUR_MS } from "#shared/constants/time.ts";
import { ATTACHMENTS } from "#shared/upload-messages.ts";
import { testConfig } from "#tests/support/app.ts";
import { archiveOf, EXPORT_PATH } from "#tests/support/archives.ts";
import { attachmentWorld, png, refusedUpload, uploaded } from "#tests/support/attachments.ts";
import { asMember, asSite } from "#tests/support/context.ts";
import { rejectionOf } from "#tests/support/rejection.ts";

const running = () => new AbortController().signal;
const filesIn = async (folder: string) => {
  const place = join(folder, "attachments");
  return existsSync(place) ? (await readdir(place)).toSorted() : [];
};
const send = (
  { ada, ticketId }: Pick<Awaited<ReturnType<typeof attachmentWorld>>, "ada" | "ticketId">,
  attachmentIds: string[],
) => ada.messages.send.mutate({ messageGroupId: ticketId, content: "", attachmentIds });

describe("what is not needed any more", () => {
  test("[ATTACH-10] an upload that nobody sends is gone a day later, and what was sent stays", async () => {
    const world = await attachmentWorld();
    const { app, clock, ada, folder, rows } = world;
    const unsent = await uploaded(app, ada, { body: png(600) });
    const kept = await uploaded(app, ada, { body: png(600) });
    await send(world, [kept.id]);
    expect(await filesIn(folder)).toHaveLength(4);
    clock.advance(DAY_MS);
    await forgetUnsent(asSite(app.deps), running());
    expect(await rows()).toHaveLength(2);
    clock.advance(1);
    await forgetUnsent(asSite(app.deps), running());
    expect((await rows()).map(({ id }) => id)).toEqual([kept.id]);
    expect(await filesIn(folder)).toHaveLength(2);
    const after = attachmentAddress(app.deps, kept.id, "full");
    expect((await app.request(after)).status).toBe(200);
    const gone = attachmentAddress(app.deps, unsent.id, "full");
    expect((await app.request(gone)).status).toBe(404);
  });

  test("[ATTACH-10] what was taken back is served no more at once, and its file goes with the next run", async () => {
    const { app, ada, folder, rows } = await attachmentWorld();
    const { id, url } = await uploaded(app, ada);
    await ada.attachments.discard.mutate({ id });
    expect((await app.request(url)).status).toBe(404);
    await forgetUnsent(asSite(app.deps), running());
    expect([await filesIn(folder), await rows()]).toEqual([[], []]);
  });

  test("[ATTACH-10] a file that cannot be removed keeps no other one from being, and the run tells of it", async () => {
    const { app, ada, folder, rows } = await attachmentWorld();
    const taken = [await uploaded(app, ada), await uploaded(app, ada)];
    for (const { id } of taken) await ada.attachments.discard.mutate({ id });
    const { place } = app.deps.attachments;
    const [stuck = ""] = (await rows()).map(({ id }) => id).toSorted();
    const { key } = (await rows()).find(({ id }) => id === stuck) ?? { key: "" };
    const remove = async (name: string) => {
      if (name.startsWith(key)) throw new FilePlaceFailure("It is not allowed.");
      await place.remove(name);
    };
    const attachments = { ...app.deps.attachments, place: { ...place, remove } };
    const run = forgetUnsent(asSite({ ...app.deps, attachments }), running());
    expect(await rejectionOf(run)).toBeInstanceOf(FilePlaceFailure);
    expect((await rows()).map(({ id }) => id)).toEqual([stuck]);
    await forgetUnsent(asSite(app.deps), running());
    expect([await filesIn(folder), await rows()]).toEqual([[], []]);
  });

  test("[ATTACH-10] a message that is taken back takes its attachments along", async () => {
    const world = await attachmentWorld();
    const { app, ada, ben, folder, ticketId, rows } = world;
    const { id, url } = await uploaded(app, ada);
    const sent = await send(world, [id]);
    const removed = await ada.messages.remove.mutate({ id: sent.id });
    expect([removed.attachments, removed.imgUrlsJson]).toEqual([[], []]);
    expect((await ben.messages.list.query({ ticketId })).items[0]?.attachments).toEqual([]);
    expect((await app.request(url)).status).toBe(404);
    await forgetUnsent(asSite(app.deps), running());
    expect([await filesIn(folder), await rows()]).toEqual([[], []]);
  });

  test("[ATTACH-11] whoever is erased leaves no picture behind, and the conversation stays", async () => {
    const world = await attachmentWorld();
    const { app, store, clock, ada, ben, folder, ticketId, rows } = world;
    const { id } = await uploaded(app, ada);
    await send(world, [id]);
    const { users } = store.tables;
    const closed = { deactivatedAt: clock.now(), deactivatedBy: "owner" as const };
    await store.write(async (tx) => {
      await tx.update(users).set(closed).where(eq(users.id, ada.id));
    });
    clock.advance(CLOSED_ACCOUNT_KEPT_MS);
    await eraseClosed(asSite(app.deps), running());
    const [message] = (await listMessages(asMember(app.deps, { userId: ben.id }), { ticketId }))
      .items;
    expect([message?.content, message?.attachments, message?.imgUrlsJson]).toEqual(["", [], []]);
    expect(await rows()).toMatchObject([{ uploaderId: null, name: "", alt: "", state: "removed" }]);
    await forgetUnsent(asSite(app.deps), running());
    expect([await filesIn(folder), await rows()]).toEqual([[], []]);
    const address = attachmentAddress(app.deps, id, "full");
    expect((await app.request(address)).status).toBe(404);
  });

  test("[ATTACH-11] accounts that are merged have their attachments in one", async () => {
    const { app, ada, ben, rows } = await attachmentWorld();
    await uploaded(app, ada);
    await asSite(app.deps).write((tx) => moveAttachments(tx, { from: ada.id, to: ben.id }));
    expect(await rows()).toMatchObject([{ uploaderId: ben.id }]);
  });

  test("[ATTACH-11] the archive of one's own data has one's own files, and nobody else's", async () => {
    const world = await attachmentWorld();
    const { app, ada, ben, ticketId } = world;
    const { id } = await uploaded(app, ada, { path: "/api/tickets/pictures?name=hole.png" });
    await send(world, [id]);
    await uploaded(app, ben);
    const log = await uploaded(app, ada, {
      path: "/api/tickets/files?name=a.log",
      body: "Fatal",
      type: "text/plain",
    });
    await ada.ask("POST", EXPORT_PATH);
    const { data, names } = await archiveOf(app, ada);
    expect(data["attachments"]).toHaveLength(2);
    expect(data["attachments"]).toContainEqual(
      expect.objectContaining({ name: "hole.png", ticketId, picture: `pictures/${id}.webp` }),
    );
    expect(names).toContain(`pictures/${id}.webp`);
    expect(names).toContain(`files/${log.id}.txt`);
    expect(names.filter((name) => /^(pictures|files)\//.test(name))).toHaveLength(2);
  });
});

/** Files as they are kept, but that nothing goes on after the steps given. */
const endingAfter = (files: AttachmentFiles, steps: number): AttachmentFiles => {
  let done = 0;
  return {
    ...files,
    place: {
      ...files.place,
      put: async (name, bytes) => {
        if (done >= steps) throw new FilePlaceFailure("The end.");
        done += 1;
        await files.place.put(name, bytes);
      },
    },
  };
};

describe("a program that ends in the middle of an upload", () => {
  test.each([0, 1])(
    "[ATTACH-12] after %d of two files: the same key goes on with it, and nothing is left without a row",
    async (steps) => {
      const config = await testConfig();
      const world = await attachmentWorld();
      const { app, clock, ada, folder, rows } = world;
      const own = createAttachmentFiles({
        ...config,
        dataDir: folder,
        attachments: app.deps.config.attachments,
      });
      const body = png(600);
      Object.assign(app.deps.attachments, endingAfter(own, steps));
      expect(await refusedUpload(app, ada, { body, key: "again-and-again" })).toEqual([
        503,
        ATTACHMENTS.unavailable,
      ]);
      // Neither sent nor shown before it is whole.
      const [row] = await rows();
      expect(row?.state).toBe("uploading");
      expect((await filesIn(folder)).every((name) => name.startsWith(row?.key ?? "-"))).toBe(true);
      Object.assign(app.deps.attachments, own);
      const kept = await uploaded(app, ada, { body, key: "again-and-again" });
      expect(kept.id).toBe(row?.id ?? "");
      expect((await app.request(kept.url)).status).toBe(200);
      expect(await filesIn(folder)).toHaveLength(2);

      Object.assign(app.deps.attachments, endingAfter(own, steps));
      await refusedUpload(app, ada, { body });
      Object.assign(app.deps.attachments, own);
      await send(world, [kept.id]);
      clock.advance(DAY_MS + 1);
      await forgetUnsent(asSite(app.deps), running());
      expect((await rows()).map(({ id }) => id)).toEqual([kept.id]);
      expect(await filesIn(folder)).toHaveLength(2);
    },
  );

  test("[ATTACH-12] what had arrived of a body is removed an hour later", async () => {
    const { app, ada, folder } = await attachmentWorld();
    await uploaded(app, ada);
    const incoming = join(folder, "incoming");
    expect(await readdir(incoming)).toEqual([]);
    await writeFile(join(incoming, "old"), "");
    await writeFile(join(incoming, "new"), "");
    const old = new Date(Date.now() - HOUR_MS - 1000);
    await utimes(join(incoming, "old"), old, old);
    await app.deps.attachments.forgetIncoming();
    expect(await readdir(incoming)).toEqual(["new"]);
  });
});
