declare module "*.toml" {
  const text: string;
  export default text;
}
declare module "*.md" {
  const text: string;
  export default text;
}
declare module "*.sql" {
  const text: string;
  export default text;
}
declare module "*.png" {
  /** Where the file is, also inside the binary; imported with the type "file". */
  const path: string;
  export default path;
}
declare module "*.wasm" {
  /** Where the file is, also inside the binary; imported with the type "file". */
  const path: string;
  export default path;
}
declare module "*.woff2" {
  /** Where the file is, also inside the binary; imported with the type "file". */
  const path: string;
  export default path;
}
declare module "*.css" {
  const text: string;
  export default text;
}
