import type { Health } from "#server/store/health.ts";

const HEADERS = { "cache-control": "no-store" };

/** Asked for again and again by programs. */
export const isProbePath = (path: string): boolean =>
  path === "/healthz" || path === "/readyz" || path === "/metrics";

/** `GET /healthz`: 200 while this process answers, whatever becomes of its store. */
export const healthHandler = () => Response.json({ status: "ok" }, { headers: HEADERS });

/**
 * `GET /readyz`: 200 when this instance can read and write its store and is not about to stop, else
 * 503 with one word that says why.
 */
export const readinessHandler = (health: Health) => async () => {
  const status = await health.check();
  return Response.json({ status }, { status: status === "ok" ? 200 : 503, headers: HEADERS });
};
