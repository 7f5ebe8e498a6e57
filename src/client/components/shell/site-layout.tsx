import { Outlet } from "@tanstack/react-router";
import { Bar } from "./bar.tsx";
import { Footer } from "./footer.tsx";

/** The frame of every screen that shows the navigation bar. */
export const SiteLayout = () => (
  <>
    <Bar />
    <Outlet />
    <Footer />
  </>
);
