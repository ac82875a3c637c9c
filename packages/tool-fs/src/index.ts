import { join } from 'node:path';
import { ownPlugin } from '@loadout/core';
import { editTool } from './edit/edit-tool.js';
import { clearTemporaries } from './files/clear-temporaries.js';
import { createTemporaries } from './files/temporaries.js';
import { globTool } from './glob/glob-tool.js';
import { grepTool } from './grep/grep-tool.js';
import { notebookEditTool } from './notebook-edit/notebook-edit-tool.js';
import { optionsSchema } from './options.js';
import { readTool } from './read/read-tool.js';
import { seenServices } from './seen-files.js';
import { writeTool } from './write/write-tool.js';

export { errors, table as errorTable } from './errors.js';
export type { Extent, FileView } from './read-state.js';
export { ReadState } from './read-state.js';

export default ownPlugin({
  name: 'fs',
  options: optionsSchema,
  setup({ options, stateDir }) {
    const records = join(stateDir, 'temporaries');
    const writing = { ...options, temporaries: createTemporaries(records) };
    const cleared = clearTemporaries(records);
    return {
      tools: [
        readTool(options),
        writeTool(writing),
        editTool(writing),
        notebookEditTool(writing),
        globTool(options),
        grepTool(options),
      ],
      services: seenServices(),
      dispose: () => cleared,
    };
  },
});
