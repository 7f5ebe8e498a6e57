import type { Tables } from "#server/store/store.ts";

export type AttachmentRow = Tables["attachments"]["$inferSelect"];
type Kept = Pick<AttachmentRow, "key" | "kind">;

/** What the file of an attachment is called where it is kept. */
export const fileOf = ({ key, kind }: Kept): string =>
  kind === "picture" ? `${key}.webp` : `${key}.txt`;

/** Likewise of the picture for small places. */
export const smallFileOf = ({ key }: Pick<Kept, "key">): string => `${key}.small.webp`;

const FILE = /^([\da-f]{32})(?:\.small)?\.(?:webp|txt)$/;

/** The key in the name of a file that was kept here; null for a file of others. */
export const keyInFile = (name: string): string | null => FILE.exec(name)?.[1] ?? null;

/** 128 random bits in hexadecimal. */
export const randomKey = (): string =>
  Buffer.from(crypto.getRandomValues(new Uint8Array(16))).toString("hex");
