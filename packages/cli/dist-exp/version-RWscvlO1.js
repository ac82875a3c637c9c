import { readFileSync } from "node:fs";

// packages/cli/src/version.ts
const version = () => JSON.parse(readFileSync(new URL("../package.json", import.meta.url), "utf8")).version;

export { version as t };