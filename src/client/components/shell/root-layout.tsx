import { Outlet } from "@tanstack/react-router";
import { Toaster } from "#client/components/toaster.tsx";

export const RootLayout = () => (
  <>
    <Outlet />
    <Toaster />
  </>
);
