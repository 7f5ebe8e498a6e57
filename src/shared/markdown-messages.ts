/** The buttons above a text in Markdown. */
export const MARKDOWN = {
  toolbar: "Formatting",
  bold: "Bold",
  italic: "Italics",
  heading: "Heading",
  list: "List",
  numbers: "List with numbers",
  link: "Link",
  sample: { bold: "bold", italic: "italics", link: "text", heading: "Heading", list: "entry" },
} as const;
