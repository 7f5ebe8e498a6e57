export { hashInAddress } from "./address.ts";
export { findPicture } from "./find-picture.ts";
export { forgetPictures } from "./forget-pictures.ts";
export { keepPicture } from "./keep-picture.ts";
export { linkedPictures } from "./linked-pictures.ts";
