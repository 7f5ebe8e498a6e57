import type { z } from "zod";
import { readLimited } from "#server/providers/limited-body.ts";
import { toNoAnswer } from "./endpoint.ts";
import { NoAnswer } from "./port.ts";

export type JsonAnswer<T> = { status: number; body: T | null };

/**
 * One HTTP exchange with a stranger: no redirects, a bounded body, a checked shape.
 * @param maxBytes longest body, after decompression.
 * @returns the status, and the body where the status is 2xx.
 * @throws {NoAnswer} `malformed` where the body is not of that shape, otherwise the network's reason.
 */
export const fetchJson = async <T>(
  address: string,
  request: RequestInit & { signal: AbortSignal },
  schema: z.ZodType<T>,
  maxBytes: number,
): Promise<JsonAnswer<T>> => {
  let status: number;
  let text: string | null;
  try {
    const response = await fetch(address, { ...request, redirect: "error" });
    status = response.status;
    if (!response.ok) {
      await response.body?.cancel();
      return { status, body: null };
    }
    text = await readLimited(response, maxBytes);
  } catch (error) {
    throw toNoAnswer(error, request.signal);
  }
  if (text === null) throw new NoAnswer("malformed");
  let raw: unknown;
  try {
    raw = JSON.parse(text);
  } catch {
    throw new NoAnswer("malformed");
  }
  const parsed = schema.safeParse(raw);
  if (!parsed.success) throw new NoAnswer("malformed");
  return { status, body: parsed.data };
};
