/** The entry for the `loadout` command: an engine at the end of a pipe, or one printed answer. */
export type { EngineProcess } from './wire/engine-process.js';
export { runEngine } from './wire/run-engine.js';
