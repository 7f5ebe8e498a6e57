export { adoptPictures, type FetchSmall } from "./adopt-pictures.ts";
export { findPicture } from "./find-picture.ts";
export { forgetPictures } from "./forget-pictures.ts";
export { keepPicture } from "./keep-picture.ts";
