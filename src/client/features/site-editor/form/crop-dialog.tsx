import { Maximize, Minus, Plus } from "lucide-react";
import { type KeyboardEvent, type PointerEvent, useEffect, useRef, useState } from "react";
import { Button } from "#client/components/ui/button.tsx";
import {
  Dialog,
  DialogContent,
  DialogDescription,
  DialogTitle,
} from "#client/components/ui/dialog.tsx";
import { cn } from "#client/lib/cn.ts";
import { PICTURE_PLACES, type PicturePlace } from "#shared/constants/uploads.ts";
import { PICTURE_CROP } from "#shared/upload-messages.ts";

/** In pixels of the picture. */
export type Size = { width: number; height: number };
/** A part of a picture, in its pixels. */
type Crop = Size & { x: number; y: number };
/** By which of its corners a part is dragged: the one across stays where it is. */
type Corner = { isRight: boolean; isBottom: boolean };
/** Width by height; null for any. */
export type Aspect = number | null;

/** The smallest part, unless the picture itself is smaller. */
const EDGE_MIN_PX = 16;

const between = (value: number, min: number, max: number) => Math.max(min, Math.min(max, value));

/** The largest size of an aspect that fits. */
const largest = ({ width, height }: Size, aspect: Aspect): Size => {
  if (aspect === null) return { width, height };
  return width / height > aspect
    ? { width: height * aspect, height }
    : { width, height: width / aspect };
};

/** As much of a picture as there is in an aspect, from its middle. */
export const firstCrop = (picture: Size, aspect: Aspect): Crop => {
  const { width, height } = largest(picture, aspect);
  return { x: (picture.width - width) / 2, y: (picture.height - height) / 2, width, height };
};

/** The same part elsewhere, within the picture. */
export const movedBy = (crop: Crop, picture: Size, x: number, y: number): Crop => ({
  ...crop,
  x: between(crop.x + x, 0, picture.width - crop.width),
  y: between(crop.y + y, 0, picture.height - crop.height),
});

/** A size that is no smaller than may be, nor larger than there is room. */
const fitted = (wanted: Size, room: Size, aspect: Aspect): Size => {
  const most = largest(room, aspect);
  if (aspect === null)
    return {
      width: between(wanted.width, Math.min(EDGE_MIN_PX, most.width), most.width),
      height: between(wanted.height, Math.min(EDGE_MIN_PX, most.height), most.height),
    };
  const least = Math.min(most.width, EDGE_MIN_PX * Math.max(1, aspect));
  const width = between(Math.max(wanted.width, wanted.height * aspect), least, most.width);
  return { width, height: width / aspect };
};

/** A part of another size around the same middle, as far as the picture allows. */
const sizedTo = (crop: Crop, picture: Size, aspect: Aspect, wanted: Size): Crop => {
  const { width, height } = fitted(wanted, picture, aspect);
  const at = {
    x: crop.x + (crop.width - width) / 2,
    y: crop.y + (crop.height - height) / 2,
  };
  return movedBy({ ...at, width, height }, picture, 0, 0);
};

/** @param factor above one for a larger part. */
export const scaledBy = (crop: Crop, picture: Size, aspect: Aspect, factor: number): Crop =>
  sizedTo(crop, picture, aspect, { width: crop.width * factor, height: crop.height * factor });

/** A part of any aspect, so many pixels wider and higher, from the corner at its upper left. */
export const stretchedBy = (crop: Crop, picture: Size, wider: number, higher: number): Crop => {
  const room = { width: picture.width - crop.x, height: picture.height - crop.y };
  const wanted = { width: crop.width + wider, height: crop.height + higher };
  return { ...crop, ...fitted(wanted, room, null) };
};

/** The part whose corner was dragged to a place. */
export const draggedTo = (
  crop: Crop,
  picture: Size,
  aspect: Aspect,
  { isRight, isBottom }: Corner,
  to: { x: number; y: number },
): Crop => {
  const still = {
    x: isRight ? crop.x : crop.x + crop.width,
    y: isBottom ? crop.y : crop.y + crop.height,
  };
  const room = {
    width: isRight ? picture.width - still.x : still.x,
    height: isBottom ? picture.height - still.y : still.y,
  };
  const wanted = {
    width: Math.max(0, isRight ? to.x - still.x : still.x - to.x),
    height: Math.max(0, isBottom ? to.y - still.y : still.y - to.y),
  };
  const { width, height } = fitted(wanted, room, aspect);
  return {
    x: isRight ? still.x : still.x - width,
    y: isBottom ? still.y : still.y - height,
    width,
    height,
  };
};

/** How many pixels are made of a part: as many as it has, and no more than are worth keeping. */
export const outputSize = ({ width, height }: Size, max: Size): Size => {
  const scale = Math.min(1, max.width / width, max.height / height);
  return {
    width: Math.max(1, Math.round(width * scale)),
    height: Math.max(1, Math.round(height * scale)),
  };
};

/** No screen needs more pixels to crop by. */
const SHOWN_EDGE_PX = 1600;
/** Of the picture's longer edge, for each press of an arrow. */
const STEP = 0.02;
const FACTOR = 1.06;
/** What the server makes of it loses nothing more that anybody sees. */
const QUALITY = 0.95;

const CORNERS: readonly (Corner & { className: string })[] = [
  { isRight: false, isBottom: false, className: "top-0 left-0 cursor-nwse-resize" },
  { isRight: true, isBottom: false, className: "top-0 left-full cursor-nesw-resize" },
  { isRight: false, isBottom: true, className: "top-full left-0 cursor-nesw-resize" },
  { isRight: true, isBottom: true, className: "top-full left-full cursor-nwse-resize" },
];

/** Draws a part of a picture, as large as its place needs it. */
const cutOut = async (
  picture: ImageBitmap,
  crop: Crop,
  place: PicturePlace,
): Promise<Blob | null> => {
  const canvas = document.createElement("canvas");
  const { width, height } = outputSize(crop, PICTURE_PLACES[place]);
  Object.assign(canvas, { width, height });
  const paper = canvas.getContext("2d");
  if (paper === null) return null;
  paper.imageSmoothingQuality = "high";
  paper.drawImage(picture, crop.x, crop.y, crop.width, crop.height, 0, 0, width, height);
  // A browser that makes no WebP makes PNG.
  return await new Promise((resolve) => canvas.toBlob(resolve, "image/webp", QUALITY));
};

/** The whole picture, no larger than it is shown. */
const Sheet = ({ picture }: { picture: ImageBitmap }) => {
  const canvas = useRef<HTMLCanvasElement>(null);
  const { width, height } = outputSize(picture, { width: SHOWN_EDGE_PX, height: SHOWN_EDGE_PX });
  useEffect(() => {
    const paper = canvas.current?.getContext("2d");
    paper?.drawImage(picture, 0, 0, width, height);
  }, [picture, width, height]);
  return (
    <canvas
      ref={canvas}
      aria-label={PICTURE_CROP.whole}
      width={width}
      height={height}
      className="block max-h-[min(28rem,calc(100dvh-21rem))] max-w-full"
    />
  );
};

type Drag = { crop: Crop; fromX: number; fromY: number; corner: Corner | null };

type StageProps = {
  picture: ImageBitmap;
  aspect: number | null;
  crop: Crop;
  onCrop: (crop: Crop) => void;
};

const percent = (part: number, whole: number) => `${(part / whole) * 100}%`;

/** The picture with the frame around the part that is shown. */
const Stage = ({ picture, aspect, crop, onCrop }: StageProps) => {
  const box = useRef<HTMLDivElement>(null);
  const drag = useRef<Drag | null>(null);

  const placeOf = ({ clientX, clientY }: PointerEvent) => {
    const shown = box.current?.getBoundingClientRect();
    if (shown === undefined || shown.width === 0) return { x: 0, y: 0 };
    return {
      x: ((clientX - shown.left) / shown.width) * picture.width,
      y: ((clientY - shown.top) / shown.height) * picture.height,
    };
  };
  const begin = (corner: Corner | null) => (event: PointerEvent<HTMLElement>) => {
    if (event.button !== 0) return;
    event.stopPropagation();
    event.currentTarget.setPointerCapture(event.pointerId);
    const { x, y } = placeOf(event);
    drag.current = { crop, fromX: x, fromY: y, corner };
  };
  const go = (event: PointerEvent<HTMLElement>) => {
    const from = drag.current;
    if (from === null) return;
    event.stopPropagation();
    const to = placeOf(event);
    onCrop(
      from.corner === null
        ? movedBy(from.crop, picture, to.x - from.fromX, to.y - from.fromY)
        : draggedTo(from.crop, picture, aspect, from.corner, to),
    );
  };
  const end = () => {
    drag.current = null;
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const step = Math.max(1, Math.max(picture.width, picture.height) * STEP);
    const arrows: Readonly<Record<string, readonly [number, number]>> = {
      ArrowLeft: [-step, 0],
      ArrowRight: [step, 0],
      ArrowUp: [0, -step],
      ArrowDown: [0, step],
    };
    const arrow = arrows[event.key];
    if (arrow !== undefined)
      onCrop(
        event.shiftKey && aspect === null
          ? stretchedBy(crop, picture, ...arrow)
          : movedBy(crop, picture, ...arrow),
      );
    else if (event.key === "+" || event.key === "=")
      onCrop(scaledBy(crop, picture, aspect, FACTOR));
    else if (event.key === "-") onCrop(scaledBy(crop, picture, aspect, 1 / FACTOR));
    else return;
    event.preventDefault();
  };
  const share = Math.round((crop.width * crop.height * 100) / (picture.width * picture.height));
  const handlers = { onPointerMove: go, onPointerUp: end, onPointerCancel: end };
  return (
    <div className="grid place-items-center overflow-clip bg-ground-950 p-6">
      <div ref={box} className="relative touch-none select-none">
        <Sheet picture={picture} />
        <div className="absolute inset-0 overflow-clip" aria-hidden>
          <div
            className="absolute shadow-[0_0_0_200vmax_color-mix(in_srgb,var(--color-ground-950)_65%,transparent)]"
            style={{
              left: percent(crop.x, picture.width),
              top: percent(crop.y, picture.height),
              width: percent(crop.width, picture.width),
              height: percent(crop.height, picture.height),
            }}
          />
        </div>
        <div
          // It has two dimensions, and a place: no input has.
          // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role
          role="slider"
          tabIndex={0}
          aria-label={PICTURE_CROP.frame}
          aria-valuemin={0}
          aria-valuemax={100}
          aria-valuenow={share}
          aria-valuetext={PICTURE_CROP.size(Math.round(crop.width), Math.round(crop.height))}
          onKeyDown={onKeyDown}
          onPointerDown={begin(null)}
          {...handlers}
          className="absolute cursor-move outline-2 outline-offset-0 outline-accent focus-visible:outline-4"
          style={{
            left: percent(crop.x, picture.width),
            top: percent(crop.y, picture.height),
            width: percent(crop.width, picture.width),
            height: percent(crop.height, picture.height),
          }}
        >
          {CORNERS.map(({ className, ...corner }) => (
            <span
              key={className}
              data-corner={`${corner.isBottom ? "bottom" : "top"}-${corner.isRight ? "right" : "left"}`}
              onPointerDown={begin(corner)}
              {...handlers}
              className={cn(
                "absolute grid size-11 -translate-1/2 place-items-center after:size-3.5 after:rounded-full after:border-2 after:border-ground-950 after:bg-accent",
                className,
              )}
            />
          ))}
        </div>
      </div>
    </div>
  );
};

export type CropDialogProps = {
  picture: ImageBitmap;
  place: PicturePlace;
  onUse: (part: Blob) => void;
  onClose: () => void;
};

/** Asks which part of a picture is shown. */
export const CropDialog = ({ picture, place, onUse, onClose }: CropDialogProps) => {
  const { aspect, ...worth } = PICTURE_PLACES[place];
  const [crop, setCrop] = useState(() => firstCrop(picture, aspect));
  const made = outputSize(crop, worth);
  const isSmall = aspect !== null && made.width < worth.width;
  const use = async () => {
    const part = await cutOut(picture, crop, place);
    if (part === null) onClose();
    else onUse(part);
  };
  return (
    <Dialog open onOpenChange={(isOpen) => !isOpen && onClose()}>
      <DialogContent className="max-w-3xl">
        <div className="border-b border-ground-700 py-4 pr-16 pl-5">
          <DialogTitle className="font-display text-2xl font-bold tracking-wide">
            {PICTURE_CROP.title}
          </DialogTitle>
          <DialogDescription className="mt-1 text-sm text-pretty text-muted">
            {PICTURE_CROP.hint}{" "}
            <span className="pointer-coarse:hidden">
              {aspect === null ? PICTURE_CROP.freeKeyboard : PICTURE_CROP.keyboard}
            </span>
          </DialogDescription>
        </div>
        <div className="min-h-0 overflow-y-auto">
          <Stage picture={picture} aspect={aspect} crop={crop} onCrop={setCrop} />
        </div>
        <div className="flex flex-wrap items-center gap-x-4 gap-y-3 border-t border-ground-700 p-4">
          <div className="flex items-center gap-1">
            <Button
              variant="outline"
              size="icon"
              className="size-11"
              aria-label={PICTURE_CROP.smaller}
              title={PICTURE_CROP.smaller}
              onClick={() => setCrop(scaledBy(crop, picture, aspect, 1 / FACTOR))}
            >
              <Minus aria-hidden />
            </Button>
            <Button
              variant="outline"
              size="icon"
              className="size-11"
              aria-label={PICTURE_CROP.larger}
              title={PICTURE_CROP.larger}
              onClick={() => setCrop(scaledBy(crop, picture, aspect, FACTOR))}
            >
              <Plus aria-hidden />
            </Button>
            <Button
              variant="outline"
              size="icon"
              className="size-11"
              aria-label={PICTURE_CROP.most}
              title={PICTURE_CROP.most}
              onClick={() => setCrop(firstCrop(picture, aspect))}
            >
              <Maximize aria-hidden />
            </Button>
          </div>
          <output className="min-w-0 flex-1 basis-40 text-sm text-muted tabular-nums">
            {PICTURE_CROP.size(made.width, made.height)}
            {isSmall && <> · {PICTURE_CROP.small(worth.width, worth.height)}</>}
          </output>
          <div className="flex gap-2 max-sm:w-full max-sm:[&>button]:flex-1">
            <Button variant="outline" onClick={onClose}>
              {PICTURE_CROP.cancel}
            </Button>
            <Button onClick={() => void use()}>{PICTURE_CROP.use}</Button>
          </div>
        </div>
      </DialogContent>
    </Dialog>
  );
};
