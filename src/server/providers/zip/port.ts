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
