import { useEffect, useState } from "react";
import { MESSAGES } from "#shared/messages.ts";
import { toast, type ToastArea } from "./toast.ts";

/**
 * Puts text on the clipboard.
 * @returns false where the browser refuses (no permission, no secure context and no fallback).
 */
export const copyText = async (text: string): Promise<boolean> => {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return copyThroughSelection(text);
  }
};

// Pages served over plain http have no navigator.clipboard.
const copyThroughSelection = (text: string): boolean => {
  const area = document.createElement("textarea");
  area.value = text;
  area.readOnly = true;
  area.style.position = "fixed";
  area.style.opacity = "0";
  document.body.append(area);
  area.select();
  try {
    return document.execCommand("copy");
  } catch {
    return false;
  } finally {
    area.remove();
  }
};

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
