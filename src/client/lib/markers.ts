/** Under these keys tabs tell each other, by a time in milliseconds, what is new (facts §4a). */
const NOTIFICATIONS_KEY = "zlgNotificationsUpdated";
const POINTS_KEY = "zlgPointsUpdated";

/** Tells the other tabs that notifications were read, written or removed here. */
export const markNotificationsUpdated = () => {
  try {
    localStorage.setItem(NOTIFICATIONS_KEY, String(Date.now()));
  } catch {
    // The browser denies its storage: the feed tells the other tabs.
  }
};

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
