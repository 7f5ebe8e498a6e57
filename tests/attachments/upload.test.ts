import { describe, expect, test } from "bun:test";
import { FILE_TIMEOUT_MS } from "#shared/constants/time.ts";
import { PICTURE_MAX_BYTES, TEXT_FILE_MAX_BYTES } from "#shared/constants/uploads.ts";
import { CALLS } from "#shared/proof-messages.ts";
import { TICKETS } from "#shared/ticket-messages.ts";
import { ATTACHMENTS, PICTURE_REFUSALS } from "#shared/upload-messages.ts";
import { PUBLIC_URL, withLimits } from "#tests/support/app.ts";
import {
  attachmentWorld,
  bomb,
  heic,
  phonePicture,
  png,
  refusedUpload,
  uploaded,
  uploadTo,
} from "#tests/support/attachments.ts";

const TEXT = "/api/tickets/files?name=crash.log";

describe("a picture that is uploaded", () => {
  test("[ATTACH-01] is WebP of the site's own, turned as the camera was held, without what the camera wrote", async () => {
    const { app, ada } = await attachmentWorld();
    const body = await phonePicture();
    const kept = await uploaded(app, ada, {
      path: "/api/tickets/pictures?name=IMG%201.jpg&alt=A%20hole",
      body,
      type: "image/jpeg",
    });
    expect(kept).toMatchObject({ kind: "picture", name: "IMG 1.jpg", alt: "A hole" });
    expect([kept.width, kept.height]).toEqual([32, 64]);
    const bytes = await (await app.request(kept.url)).bytes();
    expect(await new Bun.Image(bytes).metadata()).toEqual({
      width: 32,
      height: 64,
      format: "webp",
    });
    const text = Buffer.from(bytes).toString("latin1");
    expect(text).not.toContain("GPS");
    expect(text).not.toContain("Exif");
    expect(bytes.length).toBe(kept.sizeBytes);
  });

  test("[ATTACH-01] has at most 2,560 pixels on its long side, and a small one of 480", async () => {
    const { app, ada } = await attachmentWorld();
    const body = new Uint8Array(await new Bun.Image(png()).resize(3000, 1500).jpeg().bytes());
    const kept = await uploaded(app, ada, { body, type: "image/jpeg" });
    expect([kept.width, kept.height]).toEqual([2560, 1280]);
    const small = await (await app.request(kept.smallUrl ?? "")).bytes();
    expect(await new Bun.Image(small).metadata()).toMatchObject({ width: 480, height: 240 });
  });

  test("[ATTACH-15] may wait for others for longer than a connection may otherwise be silent, and is kept once", async () => {
    const { app, ada, rows } = await attachmentWorld();
    const [key, silent] = [crypto.randomUUID(), new Array<number>()];
    const send = () =>
      app.fetch(
        new Request(`${PUBLIC_URL}/api/tickets/pictures`, {
          method: "POST",
          headers: { ...ada.headers, "content-type": "image/png", "idempotency-key": key },
          body: png(),
        }),
        {
          requestIP: () => ({ address: "203.0.113.7" }),
          timeout: (_request, seconds) => silent.push(seconds),
        },
      );
    const first = await send();
    expect(first.status).toBe(201);
    // Of a browser whose connection was lost meanwhile, the second try finds what the first has made.
    expect(await (await send()).json()).toEqual(await first.json());
    expect(silent.every((seconds) => seconds * 1000 > FILE_TIMEOUT_MS)).toBe(true);
    expect(silent).toHaveLength(2);
    expect(await rows()).toHaveLength(1);
  });

  test.each([
    ["no picture", new TextEncoder().encode("hello"), 400, PICTURE_REFUSALS.unreadable],
    ["nothing", new Uint8Array(), 400, ATTACHMENTS.empty],
    ["a bomb", bomb(60_000), 400, PICTURE_REFUSALS.tooManyPixels],
    ["a drawing", new TextEncoder().encode("<svg/>"), 400, PICTURE_REFUSALS.drawing],
    ["a phone's own kind", heic(), 400, PICTURE_REFUSALS.heic],
    [
      "too large",
      new Uint8Array(PICTURE_MAX_BYTES + 1),
      413,
      ATTACHMENTS.pictureTooLarge(PICTURE_MAX_BYTES / 1024 / 1024),
    ],
  ] as const)(
    "[ATTACH-02] is refused with a sentence if it is %s, and leaves nothing",
    async (_, body, status, sentence) => {
      const { app, ada, rows } = await attachmentWorld();
      expect(await refusedUpload(app, ada, { body: new Uint8Array(body) })).toEqual([
        status,
        sentence,
      ]);
      expect(await rows()).toEqual([]);
    },
  );

  test("[ATTACH-02] is refused where the body is said to be something else", async () => {
    const { app, ada } = await attachmentWorld();
    for (const type of ["application/json", "text/plain", null])
      expect(await refusedUpload(app, ada, { body: new Uint8Array([1]), type })).toEqual([
        415,
        ATTACHMENTS.wantsPicture,
      ]);
    expect(await refusedUpload(app, ada, { path: TEXT, type: "image/png" })).toEqual([
      415,
      ATTACHMENTS.wantsText,
    ]);
  });

  test("[ATTACH-03] a stranger to the ticket gets 404 before anything of the body is read", async () => {
    const { app, stranger, onTicket } = await attachmentWorld();
    let pulled = 0;
    const body = new ReadableStream<Uint8Array>(
      {
        pull: (controller) => {
          pulled += 1;
          controller.enqueue(png());
        },
      },
      { highWaterMark: 0 },
    );
    const answer = await uploadTo(app, stranger, { path: onTicket, body });
    expect([answer.status, ((await answer.json()) as { message: string }).message]).toEqual([
      404,
      TICKETS.unknown,
    ]);
    expect(pulled).toBe(0);
    expect(await refusedUpload(app, { headers: {} as never }, { path: onTicket })).toEqual([
      401,
      expect.any(String),
    ]);
  });

  test("[ATTACH-03] is taken on an open ticket by everybody on it and by the team, and on no closed one", async () => {
    const { app, store, ada, ben, admin, ticketId, onTicket } = await attachmentWorld();
    for (const who of [ada, ben, admin]) await uploaded(app, who, { path: onTicket });
    await store.write(async (tx) => {
      await tx.update(store.tables.tickets).set({ status: "closed" });
    });
    expect(await refusedUpload(app, ada, { path: onTicket })).toEqual([409, ATTACHMENTS.closed]);
    expect(
      (await uploadTo(app, ada, { path: `/api/tickets/${ticketId + 100}/pictures` })).status,
    ).toBe(404);
  });

  test("[ATTACH-04] under the same key it is one, however often it is sent", async () => {
    const { app, ada, ben, rows } = await attachmentWorld();
    const first = await uploaded(app, ada, { key: "the-first-try" });
    expect(await uploaded(app, ada, { key: "the-first-try" })).toEqual(first);
    expect(await refusedUpload(app, ada, { key: "the-first-try", body: png(21) })).toEqual([
      409,
      CALLS.usedOnceKey,
    ]);
    await uploaded(app, ben, { key: "the-first-try" });
    expect(await rows()).toHaveLength(2);
  });
});

const upload = (name: string, body: BodyInit) => ({
  path: `/api/tickets/files?name=${encodeURIComponent(name)}`,
  body,
  type: "text/plain",
});

describe("a text file that is uploaded", () => {
  test("[ATTACH-05] is kept as it is, and saved by whoever opens it", async () => {
    const { app, ada } = await attachmentWorld();
    const text = "\u001b[31mFatal: Bär\n\tat line 7\r\n<script>alert(1)</script>";
    const kept = await uploaded(app, ada, upload('crash "1".LOG', text));
    expect(kept).toMatchObject({ kind: "text", smallUrl: null, width: null, height: null });
    const answer = await app.request(kept.url);
    expect(await answer.text()).toBe(text);
    expect(answer.headers.get("content-type")).toBe("text/plain; charset=utf-8");
    expect(answer.headers.get("content-disposition")).toBe(
      `attachment; filename="crash _1_.LOG"; filename*=UTF-8''crash%20%221%22.LOG`,
    );
    expect(answer.headers.get("x-content-type-options")).toBe("nosniff");
    expect(answer.headers.get("content-security-policy")).toStartWith("sandbox;");
  });

  test.each([
    ["what is no text", "a.log", new Uint8Array([0xff, 0xfe, 0, 1]), 400, ATTACHMENTS.noText],
    ["control characters", "a.log", "a\0b", 400, ATTACHMENTS.noText],
    ["nothing", "a.log", "", 400, ATTACHMENTS.empty],
    [
      "more than a megabyte",
      "a.log",
      new Uint8Array(TEXT_FILE_MAX_BYTES + 1).fill(97),
      413,
      ATTACHMENTS.textTooLarge,
    ],
  ] as const)(
    "[ATTACH-05] is refused with a sentence if it is %s",
    async (_, name, body, status, sentence) => {
      const { app, ada, rows } = await attachmentWorld();
      expect(await refusedUpload(app, ada, upload(name, body))).toEqual([status, sentence]);
      expect(await rows()).toEqual([]);
    },
  );

  test("[ATTACH-05] is refused with a name that no text file has", async () => {
    const { app, ada } = await attachmentWorld();
    for (const name of ["run.exe", "page.html", "log", ""]) {
      const [status, sentence] = await refusedUpload(app, ada, upload(name, "a"));
      expect([status, sentence]).toEqual([400, expect.stringContaining(ATTACHMENTS.wrongEnding)]);
    }
  });
});

describe("how much can be uploaded", () => {
  test("[ATTACH-06] is limited by day, in files and in kilobytes", async () => {
    const few = await attachmentWorld({ adjust: withLimits({ attachmentsByMember: 2 }) });
    for (let nth = 0; nth < 2; nth += 1) await uploaded(few.app, few.ada);
    expect((await refusedUpload(few.app, few.ada))[0]).toBe(429);
    await uploaded(few.app, few.ben);

    const small = await attachmentWorld({ adjust: withLimits({ attachmentKilobytesByMember: 3 }) });
    const text = { path: TEXT, type: "text/plain", body: "a".repeat(2000) };
    await uploaded(small.app, small.ada, text);
    expect((await refusedUpload(small.app, small.ada, text))[0]).toBe(429);
  });

  test("[ATTACH-06] is for the community to say, or to switch off", async () => {
    const { app, ada, onTicket } = await attachmentWorld({
      adjust: (config) => ({
        ...config,
        community: {
          ...config.community,
          pictures: { hosts: [], uploads: true, maxMegabytes: 1 },
        },
      }),
    });
    const body = new Uint8Array(1024 * 1024 + 1);
    expect(await refusedUpload(app, ada, { body })).toEqual([413, ATTACHMENTS.pictureTooLarge(1)]);
    const off = await attachmentWorld({
      adjust: (config) => ({
        ...config,
        community: {
          ...config.community,
          pictures: { hosts: [], uploads: false, maxMegabytes: 8 },
        },
      }),
    });
    expect(await refusedUpload(off.app, off.ada)).toEqual([403, ATTACHMENTS.off]);
    // Whether there is such a ticket is nobody's to learn by it.
    expect((await refusedUpload(off.app, off.stranger, { path: onTicket }))[0]).toBe(404);
  });
});
