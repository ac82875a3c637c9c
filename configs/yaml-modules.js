import { fileURLToPath } from 'node:url';

/** The ES modules of yaml, which its package offers to browsers alone. */
export const YAML = fileURLToPath(new URL('../node_modules/yaml/browser/index.js', import.meta.url));
