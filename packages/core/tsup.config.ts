import { packageBuild } from '../../configs/tsup.base.js';

/** Beside the core, what only some runs need: the table of models, the change of model in a conversation, the errors of providers. */
export default packageBuild({
  entry: {
    index: 'src/index.ts',
    run: 'src/entries/run.ts',
    model: 'src/entries/model.ts',
    testing: 'src/entries/testing.ts',
    commands: 'src/commands/index.ts',
    models: 'src/models/index.ts',
    history: 'src/history/index.ts',
    'model-errors': 'src/model-errors/index.ts',
    'open-agent-sdk': 'src/open-agent-sdk/index.ts',
  },
});
