import { ownPlugin } from '@loadout/core';
import { memorySearchTool } from './calls/memory-search-tool.js';
import { memoryTool } from './calls/memory-tool.js';
import { optionsSchema } from './options.js';
import { Agents } from './session/agents.js';
import { memoryHooks } from './session/memory-hooks.js';
import { notePlace, placeOffer } from './session/note-place.js';
import { OutsideTexts } from './session/outside.js';

export { errors, table as errorTable } from './errors.js';
export { MemoryStores } from './session/note-place.js';
export { FileStore, type FileStoreOptions } from './store/file-store.js';
export type { MemoryEntry, MemoryStore, Note, NoteRecord, Origin, Renamed } from './store/memory-store.js';

export default ownPlugin({
  name: 'memory',
  options: optionsSchema,
  setup({ options, stateDir }) {
    const [agents, outside] = [new Agents(), new OutsideTexts(options.trusts)];
    const place = notePlace({ options, stateDir, agents, outside });
    return {
      tools: [memoryTool(place), memorySearchTool(place)],
      services: [placeOffer],
      hooks: memoryHooks({ options, outside, agents }),
    };
  },
});
