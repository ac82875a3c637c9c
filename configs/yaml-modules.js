import { fileURLToPath } from 'node:url';

/** The ES modules of yaml, which its package offers only to browsers. */
export const YAML = fileURLToPath(new URL('../node_modules/yaml/browser/dist/index.js', import.meta.url));
