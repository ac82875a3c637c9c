/** The kit for authors of stores of notes. */
// A Node that is too old ends here.
import '@loadout/core';

export { describeMemoryStore, type MemoryStoreCases } from './describe-memory-store.js';
