import { leanReact } from "./lean-react.ts";
import { CLIENT_DIR } from "./places.ts";

/** What neither our router nor a route of ours is given; the filters of searches are none of `options`. */
const OPTIONS_UNUSED = [
  "additionalContext",
  "basepath",
  "defaultComponent",
  "defaultOnCatch",
  "defaultPendingComponent",
  "defaultPendingMinMs",
  "defaultPendingMs",
  "defaultRemountDeps",
  "defaultStaleReloadMode",
  "defaultViewTransition",
  "disableGlobalCatchBoundary",
  "getScrollRestorationKey",
  "hydrate",
  "InnerWrap",
  "isShell",
  "notFoundRoute",
  "onCatch",
  "parseParams",
  "pathParamsAllowedCharacters",
  "pendingComponent",
  "pendingMinMs",
  "pendingMs",
  "preloadGcTime",
  "remountDeps",
  "rewrite",
  "routeMasks",
  "scrollRestorationBehavior",
  "scrollToTopSelectors",
  "serializationAdapters",
  "shellComponent",
  "shouldReload",
  "stringifyParams",
  "unmaskOnReload",
  "wrapInSuspense",
  "postSearchFilters",
  "preSearchFilters",
];
const OPTION_UNUSED = new RegExp(
  `(?:\\b[\\w$]+\\??\\.)+options\\.(?:${OPTIONS_UNUSED.join("|")})\\b(?! = )`,
  "g",
);

type Change = readonly [from: RegExp, to: string];

/**
 * What libraries write in a way by which more of them is kept than anybody asks for. Each change only
 * says the same in another way, for a browser.
 */
const CHANGES: readonly (readonly [files: RegExp, changes: readonly Change[]])[] = [
  // The package does not say that its modules do nothing by being loaded: a class for WebSockets would stay.
  [
    /\/@trpc\/client\/dist\/[^/]*\.mjs$/,
    [
      [/^(?=_defineProperty\()/gm, "/* @__PURE__ */ "],
      [
        /^function AsyncGenerator\([^]*?^\}$\s^AsyncGenerator\.prototype[^]*?^\};$/m,
        "const AsyncGenerator = /* @__PURE__ */ (() => {\n$&\nreturn AsyncGenerator;\n})();",
      ],
    ],
  ],
  // What every browser understands is written for others.
  [
    /\/@trpc\/(?:client|server)\/dist\/[^/]*\.mjs$/,
    [
      [/(?<!function )\b_objectSpread2\(/g, "Object.assign("],
      [/\b_defineProperty\(this, "(\w+)", void 0\)/g, "this.$1 = void 0"],
      [/\b([\w$]+) === null \|\| \1 === void 0 \? void 0 : \1(?=\.)/g, "$1?"],
    ],
  ],
  // Where somebody takes React as one object, all of it stays, with a getter and a setter for each name.
  [
    /\/@radix-ui\/[^/]+\/dist\/[\w-]+\.mjs$/,
    [[/\b(React\d?)\[" (\w+) "\.trim\(\)\.toString\(\)\]/g, "$1.$2"]],
  ],
  [
    /\/(?:sonner\/dist\/index|react-hook-form\/dist\/index\.esm)\.mjs$/,
    [[/^import React from (?=["']react["'])/m, "import * as React from "]],
  ],
  [/\/downshift\.esm\.mjs$/, [[/ = _extends\(\{\}, React\);/g, " = { useId: React.useId };"]]],
  [
    /\/@trpc\/react-query\/dist\/[^/]+\.mjs$/,
    [[/_React\$createContext\.call\(React, null\)/, "_React$createContext(null)"]],
  ],
  [
    /\/scheduler\/cjs\/scheduler\.production\.js$/,
    [
      [
        /^exports\.unstable_now = void 0;\nif [^]*?\n\} else \{[^]*?\n\}$/m,
        "var now = () => performance.now();\nexports.unstable_now = now;",
      ],
      [/\bexports\.unstable_now\(\)/g, "now()"],
    ],
  ],
  // Nobody makes icons of names, gives all of them something in common or looks at them in React's tools.
  [
    /\/lucide-react\/dist\/esm\/createLucideIcon\.mjs$/,
    [
      [/typeof iconDataOrName === "string" \? .* : iconDataOrName;/, "iconDataOrName;"],
      [/\bif \(iconData\.name\) \{[^}]*\}/, ""],
    ],
  ],
  [/\/lucide-react\/dist\/esm\/Icon\.mjs$/, [[/= useLucideContext\(\) \?\? \{\};/, "= {};"]]],
  // The bundler knows that this is no server, and asks all the same.
  [
    /\/@tanstack\/(?:react-router|router-core)\/dist\/esm\/[\w-]+\.js$/,
    [
      [/^import React from (?=["']react["'])/m, "import * as React from "],
      [/\bisServer \?\? (?:[\w.]+\.isServer\b|typeof \w+ === "undefined")/g, "false"],
      [OPTION_UNUSED, "(void 0)"],
      // What the router makes of such options.
      [/\bthis\.(?:rewrite|pathParamsDecoder)\b(?! = )/g, "(void 0)"],
      [/\brouteOptions\.(?:pre|post)SearchFilters\b/g, "(void 0)"],
    ],
  ],
];

/** @throws where a file of ours names an option that the router no longer looks at. */
const checkOptions = async () => {
  const named = new RegExp(`\\b(?:${OPTIONS_UNUSED.join("|")})\\b`);
  for await (const path of new Bun.Glob("**/*.{ts,tsx}").scan({
    cwd: CLIENT_DIR,
    absolute: true,
  })) {
    const [option] = named.exec(await Bun.file(path).text()) ?? [];
    if (option !== undefined)
      throw new Error(
        `${path} names ${option}, which scripts/client/lean-libraries.ts leaves out.`,
      );
  }
};

/**
 * Takes libraries as they are but for those changes.
 * @returns the plugin, and a check that throws where a release of a library has nothing more to change.
 */
export const leanLibraries = () => {
  const unused = new Set(CHANGES.flatMap(([, changes]) => changes));
  const plugin: Bun.BunPlugin = {
    name: "lean-libraries",
    setup(build) {
      build.onLoad({ filter: /\/react-dom-client\.production\.js$/ }, async ({ path }) => ({
        contents: leanReact(await Bun.file(path).text()),
        loader: "js",
      }));
      for (const [filter] of CHANGES)
        build.onLoad({ filter }, async ({ path }) => {
          const source = await Bun.file(path).text();
          const changes = CHANGES.flatMap(([files, wanted]) => (files.test(path) ? wanted : []));
          const contents = changes.reduce((text, change) => {
            const changed = text.replace(...change);
            if (changed !== text) unused.delete(change);
            return changed;
          }, source);
          return { contents, loader: "js" };
        });
    },
  };
  const check = async () => {
    await checkOptions();
    const [first] = unused;
    if (first !== undefined)
      throw new Error(`No library has ${first[0]} any more: scripts/client/lean-libraries.ts.`);
  };
  return { plugin, check };
};
