import { tabStorage } from "./storage.ts";

/**
 * What somebody has typed and not sent yet, kept in this tab until it is sent or the tab is closed.
 * By person, so that nobody meets the words of whoever used this browser before.
 * @param name what is being written, such as `new-ticket` or `message-1042`.
 */
const keyOf = (userId: string, name: string) => `lynxdenDraft:${userId}:${name}`;

/** What was kept; null where nothing was. */
export const readDraft = (userId: string, name: string): string | null =>
  tabStorage.getItem(keyOf(userId, name));

/** Keeps a draft; an empty one is dropped. */
export const keepDraft = (userId: string, name: string, text: string) => {
  if (text === "") tabStorage.removeItem(keyOf(userId, name));
  else tabStorage.setItem(keyOf(userId, name), text);
};
