import { SITE_PREVIEW } from "#shared/site-messages.ts";
import { PREVIEW_FRAME, previewedVersion } from "./lib/preview.ts";

/**
 * Says on the page that it shows drafts or a version: a line around it and a sign at its foot, above everything and
 * part of nothing, so that the page is laid out as it will be. Nothing under them is kept from a click.
 */
export const showPreviewSign = (): void => {
  const frame = document.createElement("div");
  frame.className =
    "pointer-events-none fixed inset-0 z-100 border-3 border-dashed border-accent print:hidden";
  const sign = document.createElement("aside");
  const version = previewedVersion();
  const text = version === null ? SITE_PREVIEW.sign : SITE_PREVIEW.versionSign(version);
  sign.setAttribute("aria-label", text);
  const isInFrame = window.name === PREVIEW_FRAME;
  sign.className =
    "absolute bottom-0 left-1/2 flex -translate-x-1/2 items-center gap-3 rounded-t-lg bg-accent px-4 py-1 text-sm font-semibold whitespace-nowrap text-ground-950";
  // The frame shows a wide page at less than half of its size.
  if (isInFrame) sign.classList.add("lg:px-8", "lg:py-2", "lg:text-2xl");
  sign.append(text);
  if (!isInFrame) {
    const leave = document.createElement("a");
    leave.href = window.location.pathname;
    leave.className = "pointer-events-auto inline-flex min-h-9 items-center underline";
    leave.textContent = SITE_PREVIEW.leave;
    sign.append(leave);
  }
  frame.append(sign);
  document.body.append(frame);
};
