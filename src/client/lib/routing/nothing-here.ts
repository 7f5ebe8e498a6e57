import { notFound, rootRouteId } from "@tanstack/react-router";

/**
 * What guards and loaders throw where nothing is. It names the root, whose screen has a bar of its own: it
 * then never stands inside the frame of another screen. A loader that throws it reloads `blocking`, since
 * the router has its route for loaded.
 */
export const nothingHere = () => notFound({ routeId: rootRouteId });
