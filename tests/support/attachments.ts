import { encodePng } from "#sandbox/identity/avatar.ts";
import { attachment, type Attachment } from "#shared/schemas/attachments.ts";
import { type TestApp, testApp } from "./app.ts";
import { DISCORD_ENV } from "./discord-env.ts";
import { person, type TestPerson } from "./people.ts";
import type { signedIn } from "./sign-in.ts";
import { testFolder } from "./store.ts";
import { addTicket, linkDiscord } from "./tickets.ts";

/** A picture of one colour. */
export const png = (edge = 20, red = 200): Uint8Array<ArrayBuffer> =>
  encodePng(edge, () => [red, 40, 40, 255]);

/** A JPEG of 64 by 32 pixels, as a phone writes it: turned by its orientation, and with the place in it. */
export const phonePicture = async (): Promise<Uint8Array<ArrayBuffer>> => {
  const plain = await new Bun.Image(png(64)).resize(64, 32).jpeg().bytes();
  const tiff = Buffer.alloc(64);
  tiff.write("II", "latin1");
  tiff.writeUInt16LE(42, 2);
  tiff.writeUInt32LE(8, 4);
  // One entry: orientation, short, 1, "turned by 90 degrees".
  tiff.writeUInt16LE(1, 8);
  tiff.writeUInt16LE(0x0112, 10);
  tiff.writeUInt16LE(3, 12);
  tiff.writeUInt32LE(1, 14);
  tiff.writeUInt16LE(6, 18);
  tiff.write("GPS 51.4779 N", 32, "latin1");
  const body = Buffer.concat([Buffer.from("Exif\0\0", "latin1"), tiff]);
  const head = Buffer.from([0xff, 0xe1, 0, 0]);
  head.writeUInt16BE(body.length + 2, 2);
  return new Uint8Array(Buffer.concat([plain.subarray(0, 2), head, body, plain.subarray(2)]));
};

/** A PNG that says that it is as wide and as high as this, whatever is in it. */
export const bomb = (edge: number): Uint8Array<ArrayBuffer> => {
  const bytes = Buffer.from(png());
  bytes.writeUInt32BE(edge, 16);
  bytes.writeUInt32BE(edge, 20);
  bytes.writeUInt32BE(Bun.hash.crc32(bytes.subarray(12, 29)), 29);
  return new Uint8Array(bytes);
};

/** What a HEIC picture of a phone begins with. */
export const heic = (): Uint8Array<ArrayBuffer> =>
  new Uint8Array(Buffer.from("\0\0\0\x18ftypheic\0\0\0\0mif1heic", "latin1"));

type Upload = {
  /** Of a picture unless it says otherwise. */
  path?: string;
  body?: BodyInit;
  type?: string | null;
  key?: string;
};

/** Uploads a file as a client does. */
export const uploadTo = (
  app: TestApp,
  { headers }: Pick<TestPerson, "headers">,
  { path = "/api/tickets/pictures", body = png(), type = "image/png", key }: Upload = {},
): Promise<Response> =>
  app.request(path, {
    method: "POST",
    headers: {
      ...headers,
      ...(type !== null && { "content-type": type }),
      ...(key !== undefined && { "idempotency-key": key }),
    },
    body,
  });

/** The same of a file that is taken. */
export const uploaded = async (...given: Parameters<typeof uploadTo>): Promise<Attachment> => {
  const answer = await uploadTo(...given);
  if (answer.status !== 201) throw new Error(`${answer.status} ${await answer.text()}`);
  return attachment.parse(await answer.json());
};

/** With what an upload is refused: status and sentence. */
export const refusedUpload = async (
  ...given: Parameters<typeof uploadTo>
): Promise<[number, string]> => {
  const answer = await uploadTo(...given);
  return [answer.status, ((await answer.json()) as { message: string }).message];
};

/** Ada and Ben on a ticket, an Admin, and a stranger on a ticket of their own; files lie in a folder of this test. */
export const attachmentWorld = async (options: Parameters<typeof testApp>[0] = {}) => {
  const folder = await testFolder();
  const app = await testApp({
    ...options,
    env: { ...DISCORD_ENV, DATA_DIR: folder, ...options.env },
  });
  const arrive = async (given: Parameters<typeof signedIn>[1]) => {
    const someone = await person(app, given);
    await linkDiscord(app.deps, someone.id, `${someone.id}#1`);
    return someone;
  };
  const ada = await arrive({ firstName: "Ada" });
  const ben = await arrive({ firstName: "Ben" });
  const stranger = await arrive({ firstName: "Dee" });
  const admin = await arrive({ firstName: "Cy", role: "Admin" });
  const ticketId = await addTicket(app.deps, { people: [ada.id, ben.id] });
  const otherTicket = await addTicket(app.deps, { people: [stranger.id] });
  const { attachments } = app.deps.store.tables;
  return {
    app,
    store: app.deps.store,
    clock: app.clock,
    folder,
    ada,
    ben,
    stranger,
    admin,
    ticketId,
    otherTicket,
    onTicket: `/api/tickets/${ticketId}/pictures`,
    rows: () => app.deps.store.read.select().from(attachments).orderBy(attachments.createdAt),
  };
};
