/** In pixels of the picture. */
export type Size = { width: number; height: number };
/** A part of a picture, in its pixels. */
export type Crop = Size & { x: number; y: number };
/** By which of its corners a part is dragged: the one across stays where it is. */
export type Corner = { isRight: boolean; isBottom: boolean };
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
