import type { GrepInput, OutputMode } from './grep-input.js';

/**
 * The arguments for one search. No value of the input can become an option of its own: each is bound to its option with `=`,
 * and the path stands after `--`. Links are not followed and no configuration file is read.
 */
export function ripgrepArgs(
  input: GrepInput,
  search: { readonly mode: OutputMode; readonly target: string; readonly sorted: boolean },
): readonly string[] {
  return [
    '--no-config',
    '--color=never',
    '--hidden',
    '--no-require-git',
    '--with-filename',
    '--null',
    ...(input['-i'] === true ? ['--ignore-case'] : []),
    ...(input.multiline === true ? ['--multiline', '--multiline-dotall'] : []),
    ...(input.type === undefined ? [] : [`--type=${input.type}`]),
    ...(input.glob === undefined ? [] : [`--glob=${input.glob}`]),
    ...(search.target.split('/').includes('.git') ? [] : ['--glob=!.git']),
    ...modeArgs(input, search.mode),
    ...(search.sorted ? ['--sort=path'] : []),
    `--regexp=${input.pattern}`,
    '--',
    search.target,
  ];
}

function modeArgs(input: GrepInput, mode: OutputMode): readonly string[] {
  if (mode === 'files_with_matches') return ['--files-with-matches'];
  if (mode === 'count') return ['--count'];
  return [
    '--line-number',
    '--no-heading',
    '--max-columns=2000',
    '--max-columns-preview',
    ...(input['-o'] === true ? ['--only-matching'] : []),
    ...(input['-C'] === undefined ? [] : [`--context=${input['-C']}`]),
    ...(input['-A'] === undefined ? [] : [`--after-context=${input['-A']}`]),
    ...(input['-B'] === undefined ? [] : [`--before-context=${input['-B']}`]),
  ];
}
