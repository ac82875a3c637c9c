/** The one part of `diff` that is used, so that the rest is not bundled. */
export { structuredPatch as lineHunks } from 'diff';
