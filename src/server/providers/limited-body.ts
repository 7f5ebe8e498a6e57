/**
 * Reads the body of a stranger's response.
 * @param maxBytes longest body, after decompression; the transfer ends where it is longer.
 * @returns null where it is longer.
 */
export const readLimited = async (response: Response, maxBytes: number): Promise<string | null> => {
  if (response.body === null) return "";
  const decoder = new TextDecoder();
  let text = "";
  let bytes = 0;
  for await (const chunk of response.body) {
    bytes += chunk.byteLength;
    // Leaving the loop cancels the rest of the transfer.
    if (bytes > maxBytes) return null;
    text += decoder.decode(chunk, { stream: true });
  }
  return text + decoder.decode();
};
