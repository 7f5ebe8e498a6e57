import { expect, test } from "bun:test";
import { z } from "zod";
import { inputSchema, proceduresOf, type Schema } from "#server/http/rest/schemas.ts";
import { appRouter } from "#server/trpc/router.ts";

/** What PostgreSQL cannot keep in a text, in lengths that other rules let through. */
const WITH_NUL = [1, 8, 20, 32, 43].map((length) => "\0".padStart(length, "a"));

type Def = { innerType?: Schema; element?: Schema; shape?: Record<string, Schema> };

/** Where a schema takes a text with a NUL, as a path. */
const takesNul = (schema: Schema, path: string): string[] => {
  const { innerType, element, shape } = schema._zod.def as Def;
  if (innerType !== undefined) return takesNul(innerType, path);
  if (element !== undefined) return takesNul(element, `${path}[]`);
  if (shape !== undefined)
    return Object.entries(shape).flatMap(([name, field]) => takesNul(field, `${path}.${name}`));
  return WITH_NUL.some((text) => z.core.safeParse(schema, text).success) ? [path] : [];
};

/** Whatever else stands in these, they are never kept or looked for as they came. */
const HARMLESS = {
  hashed: ["code", "token", "otherToken"],
  "a key of what is kept elsewhere, by its hash": ["ticket"],
  "opened with a key of ours": ["setup"],
  "compared with what is there": ["mark", "email", "id"],
  "read by a library that knows its words": ["transports[]"],
  "compared as hashes": [
    "password",
    "confirmPassword",
    "currentPassword",
    "newPassword",
    "confirmNewPassword",
  ],
  "read by its own rules": ["cursor", "players[]"],
  "compared with what is configured": ["key", "game"],
  "compared with what was proven": ["discordId", "discordName", "discordImgUrl"],
  "not read at all": [
    "steamName",
    "steamImgUrl",
    "minecraftUsername",
    "minecraftAvatarUrl",
    "epicName",
    "imgUrl",
  ],
};

test("no input takes a text with a NUL, which PostgreSQL cannot keep, unless it is of no harm", async () => {
  const taking = Object.entries(await proceduresOf(appRouter)).flatMap(([name, procedure]) => {
    const schema = inputSchema(procedure);
    return schema === null ? [] : takesNul(schema, name);
  });
  const fields = new Set(taking.map((path) => path.split(".").at(-1) ?? ""));
  expect([...fields].toSorted()).toEqual(Object.values(HARMLESS).flat().toSorted());
});
