// Renders what is derived from the drawings: the hero's layers, the lost den, and the link preview og.png with
// the scene that stands behind the words of every page's own.
import { basename, extname, join, resolve } from "node:path";
import type { Page } from "@playwright/test";
import { cloneElement, Fragment, type ReactElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { LynxMark } from "#client/components/brand/brand-mark.tsx";
import { HERO_SCENE, isDrawn } from "#client/features/home/page.tsx";
import { encodeIndexedPng } from "#server/http/preview/draw.ts";
import { HEXAGON } from "#shared/constants/brand.ts";
import { HERO_LAYERS } from "./art/hero-layers.tsx";
import { LOST_DEN } from "./art/lost-den.tsx";
import { launchBrowser } from "./browser.ts";
import { CLIENT_DIR, PUBLIC_DIR, ROOT } from "./client/places.ts";

const AURORA = { width: 480, height: 180 } as const;
const PREVIEW = { file: "og.png", width: 1200, height: 630 } as const;
/** What stands behind the words of every page's own preview. */
const PREVIEW_SCENE = join(ROOT, "src/server/http/preview/scene.png");

const BASE = "*{margin:0;box-sizing:border-box}body{color:#e9efe6;background:#0b110e}";

const layerOf = (file: string) => basename(file, extname(file));
const heroStyle = await Bun.file(join(CLIENT_DIR, "features/home/hero-scene.css")).text();

/** Without words, which are configuration: src/server/http/preview writes them on the scene. */
const preview = (mark: ReactElement) =>
  renderToStaticMarkup(
    <div style={{ position: "relative", width: PREVIEW.width, height: PREVIEW.height }}>
      <style>{`${heroStyle}.hs-grain{display:none}.mark svg{position:absolute;inset:0;width:100%}`}</style>
      <div className="hs">
        {HERO_SCENE.map((layer) => {
          const drawing = isDrawn(layer) ? HERO_LAYERS[layerOf(layer.file)] : undefined;
          return (
            <Fragment key={layer.className}>
              {drawing === undefined ? (
                <div className={layer.className} />
              ) : (
                cloneElement(drawing, { className: layer.className })
              )}
            </Fragment>
          );
        })}
      </div>
      {mark}
    </div>,
  );

/** The mark in its place: the middle of a preview without words, the corner of one with them. */
const previewMark = (left: number, top: number, width: number) => (
  <div className="mark" style={{ position: "absolute", left, top, width }}>
    <svg viewBox="0 0 120 120">
      <path d={HEXAGON} fill="#0b110e" />
    </svg>
    <LynxMark />
  </div>
);

/** The pixels of a PNG, four bytes each: the page decodes it. */
const decode = async (page: Page, png: Buffer) => {
  const pixels = await page.evaluate(
    async (source) => {
      const image = new Image();
      image.src = source;
      await image.decode();
      const canvas = new OffscreenCanvas(image.width, image.height);
      const context = canvas.getContext("2d");
      if (context === null) throw new Error("no canvas");
      context.drawImage(image, 0, 0);
      const { data } = context.getImageData(0, 0, image.width, image.height);
      return new Promise<string>((resolve) => {
        const reader = new FileReader();
        reader.addEventListener("load", () => {
          const { result } = reader;
          resolve(typeof result === "string" ? result.slice(result.indexOf(",") + 1) : "");
        });
        reader.readAsDataURL(new Blob([data]));
      });
    },
    `data:image/png;base64,${png.toString("base64")}`,
  );
  return Buffer.from(pixels, "base64");
};

const shoot = async (page: Page, body: string, file: string, width: number, height: number) => {
  await page.setViewportSize({ width, height });
  await page.setContent(`<!doctype html><style>${BASE}</style>${body}`);
  const png = await page.screenshot();
  const packed = encodeIndexedPng(await decode(page, png), width, height);
  await Bun.write(resolve(PUBLIC_DIR, file), packed);
  console.log(`${file}: ${Math.round(packed.length / 1024)} kB`);
};

/** Blurred light as pixels: a filter of this size costs a phone more than the rest of the page. */
const shootAurora = async (page: Page, file: string, drawing: ReactElement) => {
  await page.setViewportSize(AURORA);
  await page.setContent(
    `<!doctype html><style>*{margin:0}svg{display:block;width:100%;height:100vh}</style>${renderToStaticMarkup(drawing)}`,
  );
  const session = await page.context().newCDPSession(page);
  await session.send("Emulation.setDefaultBackgroundColorOverride", {
    color: { r: 0, g: 0, b: 0, a: 0 },
  });
  const { data } = await session.send("Page.captureScreenshot", { format: "webp", quality: 80 });
  await session.send("Emulation.setDefaultBackgroundColorOverride", {});
  await Bun.write(join(PUBLIC_DIR, file), Buffer.from(data, "base64"));
};

const browser = await launchBrowser();
try {
  const page = await browser.newPage({ reducedMotion: "reduce" });
  for (const { file } of HERO_SCENE.filter(isDrawn)) {
    const drawing = HERO_LAYERS[layerOf(file)];
    if (drawing === undefined) throw new Error(`nothing is drawn for ${file}`);
    if (file.endsWith(".webp")) await shootAurora(page, file, drawing);
    else await Bun.write(join(PUBLIC_DIR, file), `${renderToStaticMarkup(drawing)}\n`);
  }
  await Bun.write(join(PUBLIC_DIR, "art/lost-den.svg"), `${renderToStaticMarkup(LOST_DEN)}\n`);
  await shoot(
    page,
    preview(previewMark(112, 170, 290)),
    PREVIEW.file,
    PREVIEW.width,
    PREVIEW.height,
  );
  await shoot(
    page,
    preview(previewMark(72, 60, 100)),
    PREVIEW_SCENE,
    PREVIEW.width,
    PREVIEW.height,
  );
} finally {
  await browser.close();
}
