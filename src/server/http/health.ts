import type { Health, HealthState } from "#server/health.ts";

const STATUS: Record<HealthState, number> = { ok: 200, stopping: 503, unavailable: 503 };

/** `GET /healthz`: 200 when this instance can serve, 503 when it cannot or is about to stop. */
export const healthHandler = (health: Health) => async () => {
  const state = await health.check();
  return Response.json(
    { status: state },
    { status: STATUS[state], headers: { "cache-control": "no-store" } },
  );
};
