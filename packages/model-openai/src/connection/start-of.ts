import type { PresetName } from './preset-name.js';

const STARTS: Readonly<Partial<Record<PresetName, string>>> = {
  ollama: 'ollama serve',
  llamacpp: 'llama-server --jinja -m MODEL.gguf',
  vllm: 'vllm serve MODEL --enable-auto-tool-choice --tool-call-parser PARSER',
  lmstudio: 'lms server start',
};

/** The command that starts a local server, as far as it is known. */
export const startOf = (preset: PresetName | undefined): string | undefined =>
  preset === undefined ? undefined : STARTS[preset];
