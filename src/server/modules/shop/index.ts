export { readCatalogue } from "./catalogue.ts";
export { takeOut } from "./empty-basket.ts";
export { inTurn } from "./in-turn.ts";
export { shownPictures } from "./keep-pictures.ts";
export { refreshCatalogue } from "./refresh-catalogue.ts";
export { releaseReservations, reservedBy, reservedOf } from "./reservations.ts";
