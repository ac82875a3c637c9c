import { pluginTemplate } from './src/scaffold/plugin-template.mjs';

/**
 * Beside `main`, what the docs are made of. Help needs `arguments` alone, an engine needs `process` too, and a run the three; each other command is a
 * chunk that is loaded when it is the one that was typed.
 */
export default {
  entry: { main: 'src/main.ts', index: 'src/index.ts' },
  chunks: {
    first: /src\/(?:engine\/is-engine-call|keep-compiled)\.ts$/,
    arguments: /src\/arguments\/(?:find-definition|help)\.ts$/,
    process: /src\/command-line\.ts$/,
    start: /src\/(?:run-command|commands\/run)\.ts$/,
  },
  more: () => ({ 'plugin-template.json': pluginTemplate() }),
};
