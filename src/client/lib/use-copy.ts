import { useEffect, useState } from "react";
import { MESSAGES } from "#shared/messages.ts";
import { copyText } from "./clipboard.ts";
import { type ToastArea, toast } from "./toast.ts";

const CONFIRMED_MS = 2000;

type Said = {
  /** What is said where it worked, and where the browser refuses. */
  copied?: string;
  refused?: string;
  /** Where it is said. */
  area?: ToastArea;
};

/**
 * Copies a text and says so, or says what to copy by hand.
 * @param what it is, as it stands in a sentence.
 * @returns whether it was copied.
 */
export const copyAndSay = async (
  text: string,
  what: "address" | "link" = "address",
  { copied = MESSAGES.copied, refused = MESSAGES.copyRefused(what, text), area }: Said = {},
): Promise<boolean> => {
  const isCopied = await copyText(text);
  toast(isCopied ? "success" : "error", isCopied ? copied : refused, area);
  return isCopied;
};

/** Likewise for a button, which shows for a moment that it has. */
export const useCopy = (
  text: string,
  what: "address" | "link" = "address",
  said?: Said,
): { isCopied: boolean; copy: () => void } => {
  const [isCopied, setCopied] = useState(false);
  useEffect(() => {
    if (!isCopied) return undefined;
    const timer = setTimeout(() => setCopied(false), CONFIRMED_MS);
    return () => clearTimeout(timer);
  }, [isCopied]);
  return { isCopied, copy: () => void copyAndSay(text, what, said).then(setCopied) };
};
