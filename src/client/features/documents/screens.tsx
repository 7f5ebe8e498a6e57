/** The texts of the community that are pages, in one script. */

export { Document, Privacy } from "./page.tsx";
export { PostScreen } from "./post.tsx";
