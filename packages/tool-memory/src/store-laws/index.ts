/** The kit for authors of stores of notes. */
export { describeMemoryStore, type MemoryStoreCases } from './describe-memory-store.js';
