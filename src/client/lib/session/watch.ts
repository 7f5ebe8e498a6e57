import { INACTIVITY_CHECK_MS } from "#shared/constants/timings.ts";
import { noteTouch } from "./cause.ts";
import type { Session } from "./session.ts";

const TOUCHES = ["pointerdown", "pointermove", "keydown", "wheel", "touchstart"] as const;
/** A moving pointer says the same many times a second. */
const TOUCH_AGAIN_MS = 1000;

/**
 * Keeps the session of a person who does something here, and ends that of one who was away too
 * long: looked at every 60 s, and on every use [SESS-12].
 * @returns what to call when the person goes to another screen.
 */
export const watchSession = (session: Session): (() => void) => {
  let touchedAtMs = 0;
  const use = () => {
    noteTouch();
    session.checkInactivity();
    session.prolong();
  };
  const onTouch = () => {
    const nowMs = Date.now();
    if (nowMs - touchedAtMs < TOUCH_AGAIN_MS) return;
    touchedAtMs = nowMs;
    use();
  };
  for (const touch of TOUCHES)
    window.addEventListener(touch, onTouch, { passive: true, capture: true });
  setInterval(session.checkInactivity, INACTIVITY_CHECK_MS);
  return use;
};
