// Says that it is there, and cannot be told to end. It ends by itself in the end, whatever becomes of the test.

const [, , greeting = ""] = process.argv;
process.on("SIGTERM", () => {});
setTimeout(() => process.exit(), 30_000);
await Bun.write(greeting, "here");
