import { library } from '../../configs/tsup.js';

/** Beside the core, what only some runs need: the table of models, and the change of model in a conversation. */
export default library({ entry: { index: 'src/index.ts', models: 'src/models/index.ts', history: 'src/history/index.ts' } });
