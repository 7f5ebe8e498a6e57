import { Outlet } from "@tanstack/react-router";
import { useEffect } from "react";
import { LostConnection } from "#client/components/lost-connection.tsx";
import { Toaster } from "#client/components/toaster.tsx";

export const RootLayout = () => {
  // Says that what the server rendered now answers; browser stories wait for it.
  useEffect(() => {
    document.documentElement.dataset["ready"] = "";
  }, []);
  return (
    <>
      <Outlet />
      <LostConnection />
      <Toaster />
    </>
  );
};
