import { browserStorage, onStoredElsewhere } from "./storage.ts";

/** Whose subscription this browser has is kept under it: on a shared one the next person must not get theirs. */
export const PUSH_OWNER_KEY = "pushOwner";

/** Under these keys tabs tell each other, by a time in milliseconds, what is new [LIVE-05]. */
const NOTIFICATIONS_KEY = "zlgNotificationsUpdated";
const POINTS_KEY = "zlgPointsUpdated";

/** Where the browser denies its storage, the feed reaches the other tabs. */
const mark = (key: string) => {
  browserStorage.setItem(key, String(Date.now()));
};

/** Tells the other tabs that notifications were read, written or removed here. */
export const markNotificationsUpdated = () => mark(NOTIFICATIONS_KEY);

/** Tells the other tabs that points were bought here. */
export const markPointsUpdated = () => mark(POINTS_KEY);

type MarkerListener = { onNotifications: () => void; onPoints: () => void };

/** Hears the markers that other tabs write. @returns a function that ends it. */
export const onMarker = ({ onNotifications, onPoints }: MarkerListener): (() => void) =>
  onStoredElsewhere((key) => {
    if (key === NOTIFICATIONS_KEY) onNotifications();
    else if (key === POINTS_KEY) onPoints();
  });
