export { hashInAddress, findPicture, keepPicture } from "./kept.ts";
export { forgetPictures } from "./forget.ts";
export { linkedPictures } from "./linked.ts";
