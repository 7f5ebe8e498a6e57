import type { AnyTRPCRouter } from "@trpc/server";
import { z } from "zod";
import type { RequestCtx } from "#server/context/context.ts";
import type { ProcedureMeta } from "#server/procedures/init.ts";
import type { RestRow } from "./row.ts";

/** A schema of zod or zod/mini. */
export type Schema = z.core.$ZodType;

/** A built procedure of tRPC: what may be asked of it beside what its types say. */
export type Procedure = {
  // No procedure of ours asks for `signal` or `batchIndex`, and tRPC copies each key several times for each call.
  (call: {
    ctx: RequestCtx;
    path: string;
    type: "query" | "mutation" | "subscription";
    getRawInput: () => Promise<unknown>;
  }): Promise<unknown>;
  _def: {
    type: "query" | "mutation" | "subscription";
    meta: ProcedureMeta;
    /** The schemas it was built with. */
    inputs: readonly unknown[];
    output?: unknown;
  };
};

/** The procedures of what is loaded of a router, by their dotted names. */
const loadedOf = (router: AnyTRPCRouter): Readonly<Record<string, Procedure>> =>
  // Every procedure is built in procedures/init.ts, which gives it its meta.
  router._def.procedures as Record<string, Procedure>;

/** Every procedure of a router by its dotted name; loads what is not loaded yet. */
export const proceduresOf = async (
  router: AnyTRPCRouter,
): Promise<Readonly<Record<string, Procedure>>> => {
  await Promise.all(Object.values(router._def.lazy).map((part) => part.load()));
  return loadedOf(router);
};

/** Finds a procedure of the router by its dotted name, and loads the part that it is in. */
export const findProcedure = async (
  router: AnyTRPCRouter,
  name: string,
): Promise<Procedure | undefined> => {
  const { lazy } = router._def;
  const known = loadedOf(router)[name];
  if (known !== undefined) return known;
  await lazy[Object.keys(lazy).find((part) => name.startsWith(`${part}.`)) ?? ""]?.load();
  return loadedOf(router)[name];
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

const assertList = ({ procedure }: RestRow, call: Procedure): void => {
  const [input, output] = [fieldsOf(inputSchema(call)), fieldsOf(outputSchema(call))];
  if (!("limit" in input && "cursor" in input && "items" in output && "nextCursor" in output))
    throw new Error(`${procedure} takes no page of a list, or gives none.`);
};

/**
 * The procedure that answers a row, loaded where it is not yet.
 * @throws when there is none, or it does not fit the row.
 */
export const callOf = async (router: AnyTRPCRouter, row: RestRow): Promise<Procedure> => {
  const call = await findProcedure(router, row.procedure);
  if (call === undefined) throw new Error(`The router has no procedure ${row.procedure}.`);
  for (const [, name = ""] of row.path.matchAll(/\{(\w+)\}/g))
    if (row.input === undefined && !(name in fieldsOf(inputSchema(call))))
      throw new Error(`${row.procedure} takes no ${name}, but its path ${row.path} has one.`);
  if (row.reply === "list") assertList(row, call);
  return call;
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
