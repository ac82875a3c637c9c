import { pluginTemplate } from './src/scaffold/plugin-template.mjs';

/**
 * Beside `main`, what the docs are made of. A run needs `first`, `process` and `start`, an engine the first two, and help `first` and `arguments`; each
 * other command is a chunk that is loaded when it is the one that was typed, beside `arguments`.
 */
export default {
  entry: { main: 'src/main.ts', index: 'src/index.ts' },
  chunks: {
    first: /src\/(?:engine\/is-engine-call|keep-compiled|arguments\/(?:find-definition|definition))\.ts$/,
    arguments: /src\/arguments\/(?:definitions|help)\.ts$/,
    process: /src\/command-line\.ts$/,
    start: /src\/(?:run-command|commands\/run)\.ts$/,
  },
  more: () => ({ 'plugin-template.json': pluginTemplate() }),
};
