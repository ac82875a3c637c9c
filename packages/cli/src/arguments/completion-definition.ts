import type { Definition } from './definition.js';

export const completion = {
  name: 'completion',
  group: 'first steps',
  summary: 'Print a script that completes commands, flags and names in your shell.',
  positionals: [{ name: 'bash|zsh|fish', help: 'The shell.' }],
  flags: [],
  details: [
    'bash: add to ~/.bashrc: source <(loadout completion bash)',
    'zsh: add to ~/.zshrc, behind compinit: source <(loadout completion zsh)',
    'fish: loadout completion fish > ~/.config/fish/completions/loadout.fish',
  ],
  examples: ['bash'],
} as const satisfies Definition;
