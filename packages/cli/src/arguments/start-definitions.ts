import type { Definition } from './definition.js';

export const init = {
  name: 'init',
  group: 'first steps',
  summary: 'Write a small agent.config.yaml that runs without an API key.',
  positionals: [],
  flags: [
    { name: 'dir', value: 'DIR', help: 'The folder to write to. Default: the current folder.' },
    {
      name: 'provider',
      value: 'NAME',
      help: 'The server of the model: ollama, llamacpp, lmstudio, vllm, openai, azure, openrouter, groq, deepseek, xai, mistral or gemini.',
    },
    { name: 'model', value: 'ID', help: 'The id of the model. Default: qwen3:8b for ollama, the loaded model for llamacpp.' },
    {
      name: 'base-url',
      value: 'URL',
      help: 'The address of the server, if it is not the usual one. It takes effect once you trust the configuration.',
    },
  ],
  examples: ['--provider ollama', '--dir my-agent'],
} as const satisfies Definition;

export const newPlugin = {
  name: 'new plugin',
  group: 'share',
  summary: 'Write a plugin package with a build, a test, and an example that runs without an API key.',
  positionals: [{ name: 'name', help: 'Lowercase letters, digits and hyphens: crm creates loadout-plugin-crm.' }],
  flags: [{ name: 'dir', value: 'DIR', help: 'The folder to write to. Default: a new folder named after the package.' }],
  examples: ['crm'],
} as const satisfies Definition;
