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
import { PICTURE_PLACES, type PicturePlace } from "#shared/constants/pictures.ts";
import { PICTURE_CROP } from "#shared/picture-messages.ts";
import {
  type Corner,
  type Crop,
  draggedTo,
  firstCrop,
  movedBy,
  outputSize,
  scaledBy,
  stretchedBy,
} from "./crop.ts";

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
