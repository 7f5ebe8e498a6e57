import { lazyRouteComponent, type RouteComponent } from "@tanstack/react-router";
import type { FunctionComponent } from "react";

/**
 * A screen whose script comes when it is needed. Unlike the router's own `lazyRouteComponent`, its
 * preload rejects when it fails: `keepPage` waits for the script instead of leaving for an error.
 * @param area imports the module of the area that holds the screen.
 * @param name what that module calls the screen.
 */
export const lazyScreen = <Module extends object, Name extends keyof Module & string>(
  area: () => Promise<Module>,
  name: Module[Name] extends FunctionComponent ? Name : never,
): RouteComponent => {
  const screen: RouteComponent = lazyRouteComponent(
    area as () => Promise<Record<string, FunctionComponent>>,
    name,
  );
  const settle = screen.preload;
  screen.preload = async () => {
    await area();
    await settle?.();
  };
  return screen;
};
