import { useRef, useState } from "react";
import { FILE_TIMEOUT_MS } from "#shared/constants/time.ts";
import { PICTURE_MAX_BYTES } from "#shared/constants/uploads.ts";
import { MESSAGES } from "#shared/messages.ts";
import { mediaAddress } from "#shared/rules/community.ts";
import { PICTURE_REFUSALS, PICTURE_UPLOAD } from "#shared/upload-messages.ts";
import { useTokens } from "./session/use-session.ts";

type Tokens = ReturnType<typeof useTokens>;

/** Why a file was not taken, and whether the same may be taken another time. */
export type Refusal = { sentence: string; mayRecover: boolean };

type Destination<Kept> = {
  name: string;
  body: Blob;
  /** Which call takes it: a path of this site. */
  path: string;
  /** Under which it is taken once, however often it is sent. */
  onceKey?: string;
  /** What is said of one that is too large, where nothing else is. */
  tooLarge: string;
  /** What is said where nothing else is. */
  failed: string;
  /** What the answer says. */
  read: (answer: unknown) => Kept;
};

/** What an upload came to; null where it was cancelled. */
type Outcome<Kept> = { kept: Kept } | { refusal: Refusal } | null;

/** The server's sentence; our own where it has answered nothing that we can read. */
const sentenceOf = (
  { status, responseText }: XMLHttpRequest,
  { tooLarge, failed }: Pick<Destination<unknown>, "tooLarge" | "failed">,
): string => {
  if (status === 0) return MESSAGES.networkError;
  try {
    const { message } = JSON.parse(responseText) as { message?: unknown };
    if (typeof message === "string" && message !== "") return message;
  } catch {
    // A proxy's page, or nothing.
  }
  return status === 413 ? tooLarge : failed;
};

type SendOptions = {
  tokens: Tokens;
  signal: AbortSignal;
  /** @param share of what is sent, from 0 to 1. */
  onProgress: (share: number) => void;
};

/** Sends a file. `fetch` cannot tell how much of it was sent. */
const send = <Kept>(
  to: Destination<Kept>,
  { tokens, signal, onProgress }: SendOptions,
): Promise<Outcome<Kept>> => {
  const { promise, resolve } = Promise.withResolvers<Outcome<Kept>>();
  const request = new XMLHttpRequest();
  const token = tokens.read();
  request.open("POST", to.path);
  request.timeout = FILE_TIMEOUT_MS;
  if (token !== null) request.setRequestHeader("authorization", `Bearer ${token}`);
  if (to.onceKey !== undefined) request.setRequestHeader("idempotency-key", to.onceKey);
  request.setRequestHeader("content-type", to.body.type || "application/octet-stream");
  request.upload.addEventListener("progress", ({ loaded, total, lengthComputable }) => {
    if (lengthComputable) onProgress(loaded / total);
  });
  request.addEventListener("loadend", () => {
    const fresh = request.getResponseHeader("x-auth-token");
    if (token !== null && fresh !== null) tokens.offer(fresh, token);
    const { status } = request;
    if (signal.aborted) resolve(null);
    else if (status === 200 || status === 201)
      resolve({ kept: to.read(JSON.parse(request.responseText)) });
    else {
      const mayRecover = status === 0 || status === 429 || status >= 500;
      resolve({ refusal: { sentence: sentenceOf(request, to), mayRecover } });
    }
  });
  signal.addEventListener("abort", () => request.abort(), { once: true });
  request.send(to.body);
  return promise;
};

/** A file that is on its way, or was refused. */
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

type Sending<Kept> = Destination<Kept> & {
  onDone: (kept: Kept) => void;
  /** Where nothing came of it, by a refusal or because somebody took it back. */
  onEnd?: (() => void) | undefined;
  /** What Try again does; sends the same once more unless this says otherwise. */
  again?: (() => void) | undefined;
  /** Why it is not sent at all. */
  refusal?: string | undefined;
};

/** Uploads files, several at a time. What is on its way goes on where its screen is left. */
export const useFileUploads = <Kept>() => {
  const tokens = useTokens();
  const [uploads, setUploads] = useState<readonly Upload[]>([]);
  const count = useRef(0);
  const start = async (sending: Sending<Kept>): Promise<void> => {
    const { name, onDone, onEnd, again, refusal } = sending;
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
    const outcome: Outcome<Kept> =
      refusal === undefined
        ? await send(sending, { tokens, signal: ended.signal, onProgress })
        : { refusal: { sentence: refusal, mayRecover: false } };
    if (outcome !== null && "kept" in outcome) {
      drop();
      onDone(outcome.kept);
      return;
    }
    onEnd?.();
    if (outcome === null) drop();
    else put({ refusal: outcome.refusal });
  };
  return { uploads, start: (sending: Sending<Kept>) => void start(sending) };
};

/** The files that are pasted or dropped. */
export const filesIn = (transfer: DataTransfer | null): File[] => [...(transfer?.files ?? [])];

type PictureSending = Pick<Sending<string>, "name" | "onEnd" | "again"> & {
  picture: Blob;
  /** @param address where the site serves it. */
  onDone: (address: string) => void;
};

/** Uploads pictures of the site's own, several at a time. */
export const useUploads = () => {
  const { uploads, start } = useFileUploads<string>();
  return {
    uploads,
    start: ({ picture, ...sending }: PictureSending) =>
      start({
        ...sending,
        body: picture,
        path: "/api/site/pictures",
        tooLarge: PICTURE_REFUSALS.tooLarge,
        failed: PICTURE_UPLOAD.failed,
        read: (answer) => mediaAddress((answer as { key: string }).key),
        ...(picture.size > PICTURE_MAX_BYTES && { refusal: PICTURE_REFUSALS.tooLarge }),
      }),
  };
};
