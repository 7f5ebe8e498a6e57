export {
  type Catalogue,
  fetchCatalogue,
  noteSilence,
  readCatalogue,
  readOrFetchCatalogue,
  type ShownPackage,
  isSold,
} from "./catalogue.ts";
export { shownPictures } from "./pictures.ts";
export { refreshCatalogue } from "./refresh.ts";
