export { forgetOldPlaces, forgetPlaces, noteSignIn, rememberPlace } from "./places.ts";
export { placeOf, tellOfSecurity } from "./tell.ts";
