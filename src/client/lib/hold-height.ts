let stopWatching = () => {};

/** How far the page goes on below the screen. */
const roomBelow = () =>
  Math.max(0, document.documentElement.scrollHeight - window.innerHeight - window.scrollY);

/**
 * To be called before the content of an element gets shorter. A page that becomes shorter than it is
 * scrolled would jump; so the element keeps as much of its height as the screen shows, and gives it
 * back while the person scrolls up.
 */
export const holdHeight = (element: HTMLElement) => {
  stopWatching();
  let heldPx = 0;
  const hold = () => {
    heldPx = Math.max(0, Math.ceil(element.offsetHeight - roomBelow()));
    element.style.minHeight = `${heldPx}px`;
  };
  const onScroll = () => {
    if (element.isConnected && element.offsetHeight <= heldPx) hold();
    else {
      element.style.minHeight = "";
      stopWatching();
    }
  };
  hold();
  window.addEventListener("scroll", onScroll, { passive: true });
  stopWatching = () => window.removeEventListener("scroll", onScroll);
};
