import { useRef, useState } from "react";
import { PICTURE_MAX_BYTES } from "#shared/constants/pictures.ts";
import { FILE_TIMEOUT_MS } from "#shared/constants/timings.ts";
import { MESSAGES } from "#shared/messages.ts";
import { PICTURE_REFUSALS, PICTURE_UPLOAD } from "#shared/picture-messages.ts";
import { mediaAddress } from "#shared/rules/media.ts";
import { useTokens } from "./session/use-session.ts";

type Tokens = ReturnType<typeof useTokens>;

/** The server's sentence; our own where it has answered nothing that we can read. */
const sentenceOf = (request: XMLHttpRequest): string => {
  if (request.status === 0) return MESSAGES.networkError;
  try {
    const { message } = JSON.parse(request.responseText) as { message?: unknown };
    if (typeof message === "string" && message !== "") return message;
  } catch {
    // A proxy's page, or nothing.
  }
  return request.status === 413 ? PICTURE_REFUSALS.tooLarge : PICTURE_UPLOAD.failed;
};

/** Why there is no picture, and whether the same may be taken another time. */
type Refusal = { sentence: string; mayRecover: boolean };
/** What an upload came to; null where it was cancelled. */
type Outcome = { address: string } | { refusal: Refusal } | null;

type UploadOptions = {
  tokens: Tokens;
  signal: AbortSignal;
  /** @param share of what is sent, from 0 to 1. */
  onProgress: (share: number) => void;
};

/** Gives the site a picture. `fetch` cannot tell how much of it was sent. */
const send = (picture: Blob, { tokens, signal, onProgress }: UploadOptions): Promise<Outcome> => {
  if (picture.size > PICTURE_MAX_BYTES)
    return Promise.resolve({
      refusal: { sentence: PICTURE_REFUSALS.tooLarge, mayRecover: false },
    });
  const { promise, resolve } = Promise.withResolvers<Outcome>();
  const request = new XMLHttpRequest();
  const token = tokens.read();
  request.open("POST", "/api/site/pictures");
  request.timeout = FILE_TIMEOUT_MS;
  if (token !== null) request.setRequestHeader("authorization", `Bearer ${token}`);
  request.setRequestHeader("content-type", picture.type || "application/octet-stream");
  request.upload.addEventListener("progress", ({ loaded, total, lengthComputable }) => {
    if (lengthComputable) onProgress(loaded / total);
  });
  request.addEventListener("loadend", () => {
    const fresh = request.getResponseHeader("x-auth-token");
    if (token !== null && fresh !== null) tokens.offer(fresh, token);
    if (signal.aborted) resolve(null);
    else if (request.status === 200) {
      const { key } = JSON.parse(request.responseText) as { key: string };
      resolve({ address: mediaAddress(key) });
    } else {
      const { status } = request;
      const mayRecover = status === 0 || status === 429 || status >= 500;
      resolve({ refusal: { sentence: sentenceOf(request), mayRecover } });
    }
  });
  signal.addEventListener("abort", () => request.abort(), { once: true });
  request.send(picture);
  return promise;
};

/** A picture that is on its way, or was refused. */
export type Upload = {
  id: number;
  name: string;
  /** Of what is sent, from 0 to 1. */
  share: number;
  /** Why it was refused; null while it is on its way. */
  refusal: Refusal | null;
  /** Takes it back, or away from the list. */
  cancel: () => void;
  again: () => void;
};

type Sending = {
  name: string;
  picture: Blob;
  onDone: (address: string) => void;
  /** Where nothing came of it, by a refusal or because somebody took it back. */
  onEnd?: () => void;
  /** What Try again does; sends the same once more unless this says otherwise. */
  again?: () => void;
};

/** Uploads pictures, several at a time. What is on its way goes on where its screen is left. */
export const useUploads = () => {
  const tokens = useTokens();
  const [uploads, setUploads] = useState<readonly Upload[]>([]);
  const count = useRef(0);
  const start = async (sending: Sending): Promise<void> => {
    const { name, picture, onDone, onEnd, again } = sending;
    count.current += 1;
    const id = count.current;
    const ended = new AbortController();
    const put = (part: Partial<Upload>) =>
      setUploads((before) => before.map((one) => (one.id === id ? { ...one, ...part } : one)));
    const drop = () => setUploads((before) => before.filter((one) => one.id !== id));
    const upload: Upload = {
      id,
      name,
      share: 0,
      refusal: null,
      cancel: () => {
        ended.abort();
        drop();
      },
      again: () => {
        drop();
        if (again === undefined) void start(sending);
        else again();
      },
    };
    setUploads((before) => [...before, upload]);
    const onProgress = (share: number) => put({ share });
    const outcome = await send(picture, { tokens, signal: ended.signal, onProgress });
    if (outcome !== null && "address" in outcome) {
      drop();
      onDone(outcome.address);
      return;
    }
    onEnd?.();
    if (outcome === null) drop();
    else put({ refusal: outcome.refusal });
  };
  return { uploads, start: (sending: Sending) => void start(sending) };
};

/** The pictures, or what somebody takes for such, that are pasted or dropped. */
export const filesIn = (transfer: DataTransfer | null): File[] => [...(transfer?.files ?? [])];
