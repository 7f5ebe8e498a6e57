/** Why an upload does not become a picture, as server and browser say it. */
export const PICTURE_REFUSALS = {
  drawing:
    "SVG drawings are not accepted, since they can carry scripts. Save it as PNG, JPEG or WebP.",
  heic: "HEIC and AVIF pictures cannot be read. Save it as JPEG or PNG, or take a screenshot of it and send that.",
  tooManyPixels: "This picture has more than 40 megapixels. Make it smaller, then try again.",
  unreadable: "This is no picture that the site can read. PNG, JPEG, WebP and GIF are accepted.",
  tooLarge: "This file is larger than 8 MB. Make the picture smaller, then try again.",
} as const;

/** While a picture is uploaded, and where that fails. */
export const PICTURE_UPLOAD = {
  uploading: (name: string) => `Uploading ${name}`,
  cancel: "Cancel",
  tryAgain: "Try again",
  dismiss: "Dismiss",
  failed: "The picture could not be uploaded.",
  unnamed: "picture",
} as const;

/** A field for a picture. */
export const PICTURE_FIELD = {
  none: "No picture",
  current: (label: string) => `${label}: the present picture`,
  choose: "Choose…",
  another: "Choose another…",
  crop: "Crop",
  remove: "Remove",
  drop: "Or drop one here. With the focus on the button, paste one.",
  dropNow: "Drop it here",
  opening: "Opening the picture…",
} as const;

/** The dialog in which a picture is cropped. */
export const PICTURE_CROP = {
  title: "Crop the picture",
  frame: "Part that is shown",
  hint: "Drag the frame, or its corners.",
  keyboard: "By keyboard: arrows move it, + and − change its size.",
  freeKeyboard:
    "By keyboard: arrows move it, + and − change its size, Shift and arrows its width and height.",
  larger: "Larger part",
  smaller: "Smaller part",
  whole: "The whole picture",
  most: "As much as possible",
  size: (width: number, height: number) => `${width} × ${height} pixels`,
  small: (width: number, height: number) => `${width} × ${height} would look sharp.`,
  use: "Use this picture",
  cancel: "Cancel",
} as const;

/** Pictures in a text in Markdown. */
export const MARKDOWN_PICTURES = {
  button: "Picture",
  /** Stands in the text while the picture is uploaded. */
  placeholder: (name: string) => `[Uploading ${name}…]`,
  /** In place of what a picture shows, until somebody says it. */
  sampleAlt: "what it shows",
} as const;
