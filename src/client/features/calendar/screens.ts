export { CalendarScreen } from "./upcoming-screen.tsx";
