import { drawAvatar } from "#sandbox/identity/avatar.ts";
import { fieldsComeFrom, type RestRow, type SiteProcedure } from "#server/http/rest/row.ts";
import { proceduresOf } from "#server/http/rest/schemas.ts";
import { appRouter } from "#server/trpc/router.ts";
import type { TestApp } from "./app.ts";

export const procedures = await proceduresOf(appRouter);

/** Calls a procedure over tRPC, as the client does. */
export const askTrpc = (
  app: TestApp,
  name: SiteProcedure,
  input: unknown,
  headers: HeadersInit,
) => {
  const path = `/api/trpc/${name}`;
  if (procedures[name]?._def.type === "query") {
    const query = input === undefined ? "" : `?input=${encodeURIComponent(JSON.stringify(input))}`;
    return app.request(path + query, { headers });
  }
  const body = input === undefined ? {} : { body: JSON.stringify(input) };
  const all = new Headers(headers);
  all.set("content-type", "application/json");
  return app.request(path, { method: "POST", headers: all, ...body });
};

/** Calls a row of the REST table: what its path does not take goes into its query or its body. */
export const askRest = (
  app: TestApp,
  row: RestRow,
  input: Record<string, unknown> = {},
  headers: HeadersInit,
) => {
  const inPath = new Set(Array.from(row.path.matchAll(/\{(\w+)\}/g), ([, name = ""]) => name));
  const path = row.path.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(String(input[name]).toWellFormed()),
  );
  const rest = Object.entries(input).filter(([name]) => !inPath.has(name));
  const isQuery = fieldsComeFrom(row) === "query";
  const query = new URLSearchParams(rest.map(([name, value]) => [name, String(value)]));
  const all = new Headers(headers);
  if (row.reply === "upload") {
    const isPicture = row.fixed?.["kind"] === "picture";
    all.set("content-type", isPicture ? "image/png" : "text/plain");
    const body = isPicture ? drawAvatar("sample", 16) : "Fatal";
    return app.request(`/api${path}?${query}`, { method: row.method, headers: all, body });
  }
  all.set("content-type", "application/json");
  return app.request(`/api${path}${isQuery && rest.length > 0 ? `?${query}` : ""}`, {
    method: row.method,
    headers: all,
    ...(isQuery || rest.length === 0 ? {} : { body: JSON.stringify(Object.fromEntries(rest)) }),
  });
};
