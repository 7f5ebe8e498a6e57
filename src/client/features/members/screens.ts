export { MemberIndex } from "./member-index.tsx";
export { MemberLayout } from "./member-layout.tsx";
export { StatsPage } from "./stats-page.tsx";
