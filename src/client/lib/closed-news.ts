import { createEmitter } from "./emitter.ts";
import { browserStorage, onStoredElsewhere } from "./storage.ts";

/** Under it stand the numbers of the announcements that were closed here, the last ones last. */
export const CLOSED_NEWS_KEY = "closedNews";
/** So many are remembered: nobody pins as many at a time. */
const CLOSED_MAX = 50;

const changes = createEmitter();
const read = () => browserStorage.getItem(CLOSED_NEWS_KEY) ?? "";
const idsIn = (text: string) => text.split(" ").filter(Boolean);

/** Which announcements were closed in this browser, in whatever tab. */
export const closedNews = {
  read,
  /** @param text what `read` gave. */
  has: (text: string, id: number): boolean => idsIn(text).includes(String(id)),
  close: (id: number) => {
    const ids = [...idsIn(read()), String(id)].slice(-CLOSED_MAX);
    browserStorage.setItem(CLOSED_NEWS_KEY, ids.join(" "));
    changes.emit();
  },
  subscribe: (onChange: () => void) => {
    const leave = changes.subscribe(onChange);
    const end = onStoredElsewhere((key) => {
      if (key === CLOSED_NEWS_KEY || key === null) onChange();
    });
    return () => {
      leave();
      end();
    };
  },
};
