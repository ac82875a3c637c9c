import { definePlugin } from '@loadout/core';
import { editTool } from './edit/edit-tool.js';
import { globTool } from './glob/glob-tool.js';
import { grepTool } from './grep/grep-tool.js';
import { completeOptions, optionsSchema } from './options.js';
import { readTool } from './read/read-tool.js';
import { createReadState, ReadState } from './read-state.js';
import { writeTool } from './write/write-tool.js';

export { errors, table as errorTable } from './errors.js';
export type { Extent, FileView } from './read-state.js';
export { ReadState } from './read-state.js';

export default definePlugin({
  name: 'fs',
  options: optionsSchema,
  setup({ options: given }) {
    const options = completeOptions(given);
    return {
      tools: [readTool, writeTool, editTool, globTool, grepTool].map((make) => make(options)),
      services: [{ service: ReadState, create: createReadState }],
    };
  },
});
