import type { Page } from "@playwright/test";

/** Pictures have half the size: hairlines mix with what is around them, and it takes a third of the time. */
const SCALE = 0.5;
/** This share of a text's ground may be too near to its color: edges, and hairlines that cross it. */
const SHARE_IGNORED = 0.05;
/** Of these pictures, every second row and column is looked at. */
const STEP = 2;

/** In the page: where its texts stand in the document, and how they look. */
const measureTexts = () => {
  scrollTo(0, 0);
  type Box = { x: number; y: number; width: number; height: number };
  const meet = (a: Box, b: Box): Box => {
    const x = Math.max(a.x, b.x);
    const y = Math.max(a.y, b.y);
    const width = Math.min(a.x + a.width, b.x + b.width) - x;
    return { x, y, width, height: Math.min(a.y + a.height, b.y + b.height) - y };
  };
  const isSeen = ({ width, height }: Box) => width >= 4 && height >= 4;
  const isCovered = (element: Element, { x, y, width, height }: Box) => {
    const at = y < innerHeight ? document.elementFromPoint(x + width / 2, y + height / 2) : null;
    return at !== null && !element.contains(at) && !at.contains(element);
  };
  /** What an element inherits: its own opacity times that of what it is in, and the boxes that cut it. */
  type Frame = { opacity: number; clips: readonly Box[] };
  const frames = new Map<Element, Frame>();
  const frameOf = (element: Element): Frame => {
    const known = frames.get(element);
    if (known !== undefined) return known;
    const { parentElement } = element;
    const above = parentElement === null ? { opacity: 1, clips: [] } : frameOf(parentElement);
    const { opacity, overflow } = getComputedStyle(element);
    const isClip = overflow !== "visible" && element.matches("body *");
    const clips = isClip ? [...above.clips, element.getBoundingClientRect()] : above.clips;
    const frame = { opacity: above.opacity * Number(opacity), clips };
    frames.set(element, frame);
    return frame;
  };
  const textOf = (element: Element, rects: Iterable<Box>, pseudo: string | null = null) => {
    const { opacity, clips } = frameOf(element);
    const boxes = [...rects]
      .map((rect) => clips.reduce(meet, rect))
      .filter((box) => isSeen(box) && !isCovered(element, box))
      .map(({ x, y, width, height }) => ({ x: x + scrollX, y: y + scrollY, width, height }));
    const { color, fontSize, fontWeight } = getComputedStyle(element, pseudo);
    const largePx = Number(fontWeight) >= 700 ? (14 * 96) / 72 : (18 * 96) / 72;
    const said = `${element.tagName.toLowerCase()} "${element.textContent.trim().slice(0, 40)}" ${element.className}`;
    const isLarge = Number.parseFloat(fontSize) >= largePx;
    return { said, boxes, color, opacity, isLarge };
  };

  const INACTIVE = ":disabled, [aria-disabled=true], [aria-hidden=true], svg";
  const isRead = (element: Element) =>
    element.closest(INACTIVE) === null &&
    element.checkVisibility({ opacityProperty: true, visibilityProperty: true });
  const range = document.createRange();
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const texts: ReturnType<typeof textOf>[] = [];
  for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
    const { parentElement } = node;
    if (parentElement === null || node.textContent?.trim() === "" || !isRead(parentElement))
      continue;
    range.selectNodeContents(node);
    texts.push(textOf(parentElement, range.getClientRects()));
  }
  for (const field of document.querySelectorAll(
    "input:not([type=checkbox], [type=radio], [type=file]), textarea, select",
  ))
    if (isRead(field)) {
      const pseudo = field.matches(":placeholder-shown") ? "::placeholder" : null;
      const { x, y, width, height } = field.getBoundingClientRect();
      const inside = { x: x + 4, y: y + 4, width: width - 8, height: height - 8 };
      texts.push(textOf(field, [inside], pseudo));
    }
  return texts.filter(({ boxes }) => boxes.length > 0);
};
type Text = ReturnType<typeof measureTexts>[number];

/** In the page: hides every text, so that a picture shows what lies below, as the site's own styles have it. */
const hideTexts = () => {
  for (const testing of document.adoptedStyleSheets) testing.disabled = true;
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(`*, *::before, *::after, *::placeholder {
    color: transparent !important;
    text-shadow: none !important;
    text-decoration-color: transparent !important;
    -webkit-text-fill-color: transparent !important;
  }
  ::selection { background: none !important; }`);
  document.adoptedStyleSheets.push(sheet);
};
const showTexts = () => {
  document.adoptedStyleSheets.pop();
  for (const testing of document.adoptedStyleSheets) testing.disabled = false;
};

type Picture = {
  data: string;
  texts: readonly Text[];
  scale: number;
  ignored: number;
  step: number;
};

/** In the page, which can read a picture: the texts that have too little contrast with it. */
const compare = async ({ data, texts, scale, ignored, step }: Picture) => {
  const bitmap = await createImageBitmap(new Blob([Uint8Array.fromBase64(data)]));
  const { width: wide, height: high } = bitmap;
  const options = { willReadFrequently: true };
  const canvas = new OffscreenCanvas(wide, high).getContext("2d", options);
  const ink = new OffscreenCanvas(1, 1).getContext("2d", options);
  if (canvas === null || ink === null) throw new Error("There is no canvas.");
  canvas.drawImage(bitmap, 0, 0);
  const pixels = new Uint32Array(canvas.getImageData(0, 0, wide, high).data.buffer);

  const linear = Float64Array.from({ length: 256 }, (_, value) =>
    value <= 10 ? value / 255 / 12.92 : ((value / 255 + 0.055) / 1.055) ** 2.4,
  );
  const luminance = (red: number, green: number, blue: number) =>
    0.2126 * (linear[red] ?? 0) + 0.7152 * (linear[green] ?? 0) + 0.0722 * (linear[blue] ?? 0);

  const colors = new Map<string, Uint8ClampedArray>();
  const colorOf = (color: string) => {
    const known = colors.get(color);
    if (known !== undefined) return known;
    ink.clearRect(0, 0, 1, 1);
    ink.fillStyle = color;
    ink.fillRect(0, 0, 1, 1);
    const { data: drawn } = ink.getImageData(0, 0, 1, 1);
    colors.set(color, drawn);
    return drawn;
  };

  return texts.flatMap(({ said, boxes, color, opacity, isLarge }) => {
    const [red = 0, green = 0, blue = 0, alpha = 0] = colorOf(color);
    const share = (alpha / 255) * opacity;
    const counts = new Map<number, number>();
    for (const { x, y, width, height } of boxes) {
      const right = Math.min(wide, Math.round((x + width) * scale));
      const bottom = Math.min(high, Math.round((y + height) * scale));
      for (let row = Math.round(y * scale); row < bottom; row += step)
        for (let column = Math.round(x * scale); column < right; column += step) {
          const pixel = pixels[row * wide + column] ?? 0;
          counts.set(pixel, (counts.get(pixel) ?? 0) + 1);
        }
    }
    const grounds = [...counts].map(([pixel, count]) => {
      const [r, g, b] = [pixel & 255, (pixel >> 8) & 255, (pixel >> 16) & 255];
      const ground = luminance(r, g, b);
      // A color that lets some of what is below it through.
      const text = luminance(
        Math.round(r + (red - r) * share),
        Math.round(g + (green - g) * share),
        Math.round(b + (blue - b) * share),
      );
      const ratio = (Math.max(text, ground) + 0.05) / (Math.min(text, ground) + 0.05);
      return { count, ratio };
    });
    const tooMany = ignored * grounds.reduce((sum, { count }) => sum + count, 0);
    let seen = 0;
    const worst = grounds
      .toSorted((a, b) => a.ratio - b.ratio)
      .find(({ count }) => (seen += count) > tooMany);
    if (worst === undefined || worst.ratio >= (isLarge ? 3 : 4.5)) return [];
    return [`${worst.ratio.toFixed(2)} of ${color}: ${said}`];
  });
};

/**
 * The texts of a page with less contrast than WCAG's 4.5:1 (large ones: 3:1), computed from a picture of
 * what lies below them: axe tells nothing about pictures, gradients and panels one sees through.
 */
export const faintTexts = async (page: Page): Promise<string[]> => {
  const texts = await page.evaluate(measureTexts);
  await page.evaluate(hideTexts);
  const [width, height] = await page.evaluate(() => [
    document.documentElement.clientWidth,
    document.documentElement.scrollHeight,
  ]);
  const session = await page.context().newCDPSession(page);
  const { data } = await session.send("Page.captureScreenshot", {
    optimizeForSpeed: true,
    captureBeyondViewport: true,
    clip: { x: 0, y: 0, width, height, scale: SCALE },
  });
  await session.detach();
  await page.evaluate(showTexts);
  const look = { scale: SCALE, ignored: SHARE_IGNORED, step: STEP };
  return await page.evaluate(compare, { data, texts, ...look });
};
