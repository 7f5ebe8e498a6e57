import { Outlet } from "@tanstack/react-router";
import { TicketsNav } from "./tickets-nav.tsx";

/** The frame of everything about tickets: its own navigation, and the screen that is open. */
export const TicketsLayout = () => (
  <div className="lg:grid lg:grid-cols-[5.5rem_minmax(0,1fr)] lg:gap-x-8 xl:gap-x-10">
    <TicketsNav />
    <div className="min-w-0">
      <Outlet />
    </div>
  </div>
);
