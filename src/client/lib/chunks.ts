import { type ComponentType, createElement, lazy, useState } from "react";
import { BUILD_PROBE_MS, PART_AGAIN_MS } from "#shared/constants/time.ts";
import { createEmitter } from "./emitter.ts";
import { readSite } from "./site.ts";
import { tabStorage } from "./storage.ts";

const MARK = "lynxdenReloadedAt";
const RELOAD_AGAIN_AFTER_MS = 60_000;

/** True for the errors by which the browsers say that a script of the page could not be loaded. */
export const isMissingChunk = (error: unknown): boolean =>
  error instanceof Error &&
  /dynamically imported module|importing a module script failed|failed to load module/i.test(
    error.message,
  );

/** The build that the server runs now; null where it cannot be asked. */
const askForBuild = async (): Promise<string | null> => {
  if (!navigator.onLine) return null;
  try {
    const signal = AbortSignal.timeout(BUILD_PROBE_MS);
    const { headers } = await fetch("/healthz", { cache: "no-store", signal });
    return headers.get("x-build-id");
  } catch {
    return null;
  }
};

/** False where the page was reloaded for a missing script a moment ago: it would go on and on. */
const mayReload = (): boolean =>
  Date.now() - Number(tabStorage.getItem(MARK)) >= RELOAD_AGAIN_AFTER_MS;

/**
 * Leaves this page for the present build's, where a script is missing because there is another build.
 * @param href where to; without it, the same page.
 * @returns false where it stays: there is no connection, or the build is the same.
 */
export const leaveForNewBuild = async (href?: string): Promise<boolean> => {
  const build = await askForBuild();
  if (build === null || build === readSite().buildId || !mayReload()) return false;
  // Without a mark that outlives the page it might reload again and again.
  if (!tabStorage.setItem(MARK, String(Date.now()))) return false;
  if (href === undefined) window.location.reload();
  else window.location.assign(href);
  return true;
};

let missing = 0;
const changes = createEmitter();
const tries = createEmitter();

const count = (change: number) => {
  missing += change;
  changes.emit();
};

/** Tells whether parts of the page are waited for, since the network is away. */
export const missingParts = {
  isAny: () => missing > 0,
  subscribe: changes.subscribe,
  /** Asks for them again at once. */
  tryAgain: () => tries.emit(),
};

/** Until there may be a connection again: the browser says so, a person wants it, or time has passed. */
const nextChance = () =>
  new Promise<void>((resolve) => {
    const go = () => {
      clearTimeout(timer);
      window.removeEventListener("online", go);
      leave();
      resolve();
    };
    const timer = setTimeout(go, PART_AGAIN_MS);
    window.addEventListener("online", go);
    const leave = tries.subscribe(go);
  });

const NEVER = new Promise<never>(() => {});

/**
 * Loads a part of the page, however long the network is away; meanwhile the page stays as it is.
 * @param given.isWanted false once nobody waits for it any more.
 * @param given.href where the part of a newer build is found, if not here.
 * @throws what the part throws itself, and the last failure when it is no longer wanted.
 */
export const untilLoaded = async <Part>(
  load: () => Promise<Part>,
  { isWanted = () => true, href }: { isWanted?: () => boolean; href?: string } = {},
): Promise<Part> => {
  let isMissing = false;
  try {
    for (;;) {
      try {
        return await load();
      } catch (error) {
        if (!isMissingChunk(error) || !isWanted()) throw error;
        if (!isMissing) count(1);
        isMissing = true;
        if (await leaveForNewBuild(href)) return await NEVER;
        await nextChance();
      }
    }
  } finally {
    if (isMissing) count(-1);
  }
};

/**
 * A component that comes when it is first shown. `preload` fetches it ahead, and never complains: what is
 * there by then is drawn at once.
 */
export const lazyPart = <Props extends object>(
  load: () => Promise<{ default: ComponentType<Props> }>,
) => {
  let loaded: ComponentType<Props> | null = null;
  const loadPart = async () => {
    const part = await load();
    loaded = part.default;
    return part;
  };
  const Later = lazy(() => untilLoaded(loadPart));
  const Part = (props: Props) => {
    // What it is stays: another component in its place would begin anew.
    const [Shown] = useState<ComponentType<Props>>(() => loaded ?? Later);
    return createElement(Shown, props);
  };
  return Object.assign(Part, {
    preload: async (): Promise<void> => {
      await loadPart().catch(() => {});
    },
  });
};
