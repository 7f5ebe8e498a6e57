import { Outlet } from "@tanstack/react-router";
import { useEffect } from "react";
import { LostConnection } from "#client/components/lost-connection.tsx";
import { Toaster } from "#client/components/toaster.tsx";
import { PendingBar } from "./pending-bar.tsx";

export const RootLayout = () => {
  // Says that what the server rendered now answers; browser tests wait for it.
  useEffect(() => {
    document.documentElement.dataset["ready"] = "";
  }, []);
  return (
    <>
      <PendingBar />
      <Outlet />
      <LostConnection />
      <Toaster />
    </>
  );
};
