export {
  type Catalogue,
  fetchCatalogue,
  noteSilence,
  readCatalogue,
  readOrFetchCatalogue,
  type ShownPackage,
} from "./catalogue.ts";
export { shownPictures } from "./pictures.ts";
export { refreshCatalogue } from "./refresh.ts";
export { isSold } from "./sold.ts";
