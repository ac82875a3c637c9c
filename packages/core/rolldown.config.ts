import { grouped } from '../../configs/grouped.js';

/** Beside the core, what only some runs need: the table of models, the change of model in a conversation, the errors of providers. */
export default grouped({
  input: {
    index: 'src/index.ts',
    models: 'src/models/index.ts',
    history: 'src/history/index.ts',
    'model-errors': 'src/model-errors/index.ts',
  },
  chunks: { core: /src\/index\.ts$/ },
  plugins: [
    {
      name: 'tables',
      // The bundler would make a variable of each model.
      transform: { filter: { id: /\.json$/ }, handler: (text) => ({ code: `export default ${text}`, moduleType: 'js' }) },
    },
  ],
});
