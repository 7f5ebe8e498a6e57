/** Under these keys tabs tell each other, by a time in milliseconds, what is new (facts §4a). */
const NOTIFICATIONS_KEY = "zlgNotificationsUpdated";
const POINTS_KEY = "zlgPointsUpdated";

const mark = (key: string) => {
  try {
    localStorage.setItem(key, String(Date.now()));
  } catch {
    // The browser denies its storage: the feed tells the other tabs.
  }
};

/** Tells the other tabs that notifications were read, written or removed here. */
export const markNotificationsUpdated = () => mark(NOTIFICATIONS_KEY);

/** Tells the other tabs that points were bought here. */
export const markPointsUpdated = () => mark(POINTS_KEY);

type MarkerListener = { onNotifications: () => void; onPoints: () => void };

/** Hears the markers that other tabs write. @returns a function that ends it. */
export const onMarker = ({ onNotifications, onPoints }: MarkerListener): (() => void) => {
  const listen = ({ key }: StorageEvent) => {
    if (key === NOTIFICATIONS_KEY) onNotifications();
    else if (key === POINTS_KEY) onPoints();
  };
  window.addEventListener("storage", listen);
  return () => window.removeEventListener("storage", listen);
};
