export { shownPictures } from "./keep-pictures.ts";
export { refreshCatalogue } from "./refresh-catalogue.ts";
