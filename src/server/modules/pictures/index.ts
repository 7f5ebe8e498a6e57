export { hashInAddress, findPicture, keepPicture } from "./kept-pictures.ts";
export { forgetPictures } from "./forget-pictures.ts";
export { linkedPictures } from "./linked-pictures.ts";
