import { parseSync, Visitor } from "oxc-parser";
import { foreignIn } from "./foreign-words.ts";

/** What the program calls so itself: a protocol, a product, what a refused value may look like. */
const PROGRAM_WORDS =
  /^(eco|en-US|lynx)$|Minecraft: Java Edition|such as (America\/Chicago|en-US)|\bUSD\b/;
/** The software keeps its name in commands, in files, and in the keys of what it stores. */
export const SOFTWARE = /\blynxden\b(?!\.example)|\blynxden[A-Z_]\w*/g;
/** And where it speaks to whoever runs it. */
const SPOKEN = /^src\/server\/(main|serve|commands\/help|store\/(packed-copy|open|backup))\.ts$/;

/** What a community says of itself or promises: no program knows whether it is so. */
const PROMISE =
  /\b(?:our|we) (?:[\w-]+ ){0,2}(?:servers?|machines?|discord|community|team|staff|players?|rules|shop|store provider)\b|\bwe (?:will (?:be|get|answer|refund)|run|play|host|refund|wipe|treat|answer|credit)\b|\b(?:will |or |we )refund\b|\brefund(?:s|ed)? you\b|\byou shortly\b|\bcome back soon\b|\bkeeps? the (?:machines|servers|lights)\b|\bbest (?:hunters|players)\b|\bour $/i;
/** What forms show as a sample of what an owner may write. */
const SAMPLES = /such as: We move|^Our piggy bank$/;
/** The blocks of a privacy policy speak for whoever runs the site, of what the program does with data. */
const IN_ITS_NAME = "src/server/config/policy-blocks.ts";

/** The lines on which a text speaks of the example's community, or for any. */
export const foreignLinesIn = (file: string, source: string): number[] => {
  const found: number[] = [];
  const imports: { start: number; end: number }[] = [];
  const look = ({ start, end }: { start: number; end: number }, text: string) => {
    if (PROGRAM_WORDS.test(text) || imports.some((one) => one.start <= start && end <= one.end))
      return;
    const rest = text.replaceAll(SOFTWARE, "");
    const isPromise = file !== IN_ITS_NAME && PROMISE.test(rest) && !SAMPLES.test(rest);
    const own = SPOKEN.test(file) ? rest.replaceAll("Lynxden", "") : rest;
    if (isPromise || foreignIn(file, own).length > 0)
      found.push(source.slice(0, start).split("\n").length);
  };
  new Visitor({
    ImportDeclaration: (node) => void imports.push(node),
    ImportExpression: (node) => void imports.push(node),
    Literal: (node) => {
      if (typeof node.value === "string") look(node, node.value);
    },
    TemplateElement: (node) => look(node, node.value.cooked ?? ""),
    JSXText: (node) => look(node, node.value),
  }).visit(parseSync(file, source).program);
  return found;
};
