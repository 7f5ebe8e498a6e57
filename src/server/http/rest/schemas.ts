import type { AnyTRPCRouter } from "@trpc/server";
import { z } from "zod";
import type { RequestCtx } from "#server/context/context.ts";
import type { ProcedureMeta } from "#server/procedures/init.ts";

/** A schema of zod or zod/mini. */
export type Schema = z.core.$ZodType;

/** A built procedure of tRPC: what may be asked of it beside what its types say. */
export type Procedure = {
  (call: {
    ctx: RequestCtx;
    path: string;
    type: "query" | "mutation" | "subscription";
    getRawInput: () => Promise<unknown>;
    signal: AbortSignal | undefined;
    batchIndex: number;
  }): Promise<unknown>;
  _def: {
    type: "query" | "mutation" | "subscription";
    meta: ProcedureMeta;
    /** The schemas it was built with. */
    inputs: readonly unknown[];
    output?: unknown;
  };
};

/** Every procedure of a router by its dotted name. */
export const proceduresOf = (router: AnyTRPCRouter): Readonly<Record<string, Procedure>> =>
  // Every procedure is built in trpc/init.ts, which gives it its meta.
  router._def.procedures as Record<string, Procedure>;

/**
 * Finds a procedure of the router by its dotted name.
 * @throws when there is none: the table names something that does not exist.
 */
export const procedureOf = (router: AnyTRPCRouter, name: string): Procedure => {
  const procedure = proceduresOf(router)[name];
  if (procedure === undefined) throw new Error(`The router has no procedure ${name}.`);
  return procedure;
};

const schemaOrNull = (value: unknown): Schema | null =>
  value instanceof z.core.$ZodType ? value : null;

/** The schema of a procedure's input, null where it takes none. */
export const inputSchema = (procedure: Procedure): Schema | null =>
  schemaOrNull(procedure._def.inputs[0]);

/** The schema of a procedure's output, null where it declares none. */
export const outputSchema = (procedure: Procedure): Schema | null =>
  schemaOrNull(procedure._def.output);

/** The schema inside `optional`, `nullable` and the like; of alternatives the first. */
const unwrapped = (schema: Schema): Schema => {
  const def = schema._zod.def as {
    innerType?: Schema;
    in?: Schema;
    options?: readonly Schema[];
  };
  const inner = def.innerType ?? def.in ?? def.options?.[0];
  return inner === undefined ? schema : unwrapped(inner);
};

/** The fields of an object schema; empty for any other. */
export const fieldsOf = (schema: Schema | null): Readonly<Record<string, Schema>> => {
  if (schema === null) return {};
  const { _zod } = unwrapped(schema);
  return (_zod.def as { shape?: Record<string, Schema> }).shape ?? {};
};

/**
 * Gives the keys of a JSON body the case that the schema gives them: `SteamId` is `steamId`. A key
 * that is written right goes before one that is not; keys the schema does not know stay.
 */
export const withSchemaKeys = (schema: Schema | null, value: unknown): unknown => {
  if (schema === null || typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) {
    const { element } = unwrapped(schema)._zod.def as { element?: Schema };
    return value.map((item) => withSchemaKeys(element ?? null, item));
  }
  const fields = fieldsOf(schema);
  const proper = new Map(Object.keys(fields).map((key) => [key.toLowerCase(), key]));
  const entries = new Map<string, unknown>();
  for (const [key, item] of Object.entries(value)) {
    const name = proper.get(key.toLowerCase()) ?? key;
    if (name !== key && (entries.has(name) || Object.hasOwn(value, name))) continue;
    const field = Object.hasOwn(fields, name) ? fields[name] : undefined;
    entries.set(name, withSchemaKeys(field ?? null, item));
  }
  return Object.fromEntries(entries);
};
