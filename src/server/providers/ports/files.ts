import type { NoPicture, SitePicture } from "#server/providers/pictures/pictures.ts";

/** Where backups lie. Every failure is a {@link BackupPlaceFailure}. */
export type BackupPlace = {
  /**
   * Puts a file there under a name: whole, or not at all.
   * @returns its size there, in bytes.
   */
  put(name: string, file: string): Promise<number>;
  /** The names of what lies there, of others too. */
  list(): Promise<string[]>;
  remove(name: string): Promise<void>;
  /** Copies what lies there under a name into a new file of this machine, that nobody else can read. */
  fetch(name: string, file: string): Promise<void>;
};

/** The place cannot be used. The message says why, and what to do. */
export class BackupPlaceFailure extends Error {
  override readonly name = "BackupPlaceFailure";
}

/** A file as it is kept. */
export type KeptFile = { sizeBytes: number; body: Blob | ReadableStream<Uint8Array> };

/** Where files lie that are too large for the store. Every failure is a {@link FilePlaceFailure}. */
export type FilePlace = {
  /** Keeps a file under a name, in place of another of that name: whole, or not at all, even at a power cut. */
  put(name: string, bytes: Uint8Array): Promise<void>;
  /** Null where there is none of this name. */
  open(name: string): Promise<KeptFile | null>;
  /** One that is not there counts as removed. */
  remove(name: string): Promise<void>;
  /** Everything that lies there, in slices; of others too. */
  list(): AsyncGenerator<readonly { name: string; changedAt: Date }[]>;
  /** Why nothing can be kept there, in a sentence; null where it can. Changes nothing. */
  trouble(): Promise<string | null>;
};

/** The place cannot be used. The message says why, and what to do. */
export class FilePlaceFailure extends Error {
  override readonly name = "FilePlaceFailure";
}

/** A body that has arrived, in a file of this machine. */
export type IncomingFile = {
  sizeBytes: number;
  read(): Promise<Uint8Array<ArrayBuffer>>;
  /** Has to be called, whatever becomes of it. */
  discard(): Promise<void>;
};

/** Files of tickets: how they come in, what is made of them, and where they are kept. */
export type AttachmentFiles = {
  place: FilePlace;
  /**
   * Writes a body to the disk while it arrives, so that no upload is in memory as a whole.
   * @throws what `chunks` throws, and {@link FilePlaceFailure}.
   */
  receive(chunks: AsyncIterable<Uint8Array>): Promise<IncomingFile>;
  /**
   * Makes the picture of the site's own, few at a time.
   * @returns `busy` where too many wait already.
   */
  makePicture(file: IncomingFile): Promise<SitePicture | NoPicture | "busy">;
  /** Removes what a process that ended in the middle of an upload has left on this machine. */
  forgetIncoming(): Promise<void>;
};

/** Writes one zip archive, entry after entry; never more of it than a piece is in memory. */
export type ZipWriter = {
  /** An entry of text, compressed. @param parts come one after the other. */
  text(name: string, parts: AsyncIterable<string>): Promise<void>;
  /** An entry of bytes that are compressed already. */
  bytes(name: string, body: Uint8Array): Promise<void>;
  /** Writes the directory. @returns how many bytes the archive has. */
  end(): Promise<number>;
};

/** Begins an archive. */
export type OpenZip = (given: {
  /** Of when its entries say that they are. */
  at: Date;
  /** Keeps a piece of the file; the next one is made once it has. */
  onPiece: (piece: Uint8Array) => Promise<void>;
}) => ZipWriter;
