import { isLoadoutError } from '@loadout/core';
import { agentArgument, type CommandDefinition } from '@loadout/core/commands';
import { describe, expect, it } from 'vitest';
import { findDefinition } from './definition.js';
import { completion, configPrint, definitions } from './definitions.js';
import { parseArguments } from './parse-arguments.js';
import { run } from './run-definitions.js';

/** As `loadout explain`, whose package brings it. */
const explain = {
  name: 'explain',
  summary: 'Explain.',
  positionals: [agentArgument, { name: 'call', help: 'A call.' }],
  flags: [],
} as const satisfies CommandDefinition;

const failure = (definition: CommandDefinition, ...argv: string[]) => {
  try {
    parseArguments(definition, argv);
  } catch (error) {
    if (isLoadoutError(error)) return `${error.code} ${error.message}`;
    throw error;
  }
  throw new Error('It parsed.');
};

describe('the arguments of a command', () => {
  it('are positionals, and flags with their defaults', () => {
    const { positionals, flags } = parseArguments(run, ['helper', 'Say hi.']);
    expect(positionals).toEqual(['helper', 'Say hi.']);
    expect(flags).toMatchObject({ config: undefined, param: [], allow: [], verbose: false, 'no-color': false, continue: false });
  });

  it('take values behind a blank, behind =, and short names', () => {
    const { flags } = parseArguments(run, ['-c', 'a.yaml', '--model=x/y', '--param', 'a=1', '--param', 'b=2', '--fork']);
    expect(flags).toMatchObject({ config: 'a.yaml', model: 'x/y', param: ['a=1', 'b=2'], fork: true });
  });

  it('let anything be a positional behind --', () => {
    expect(parseArguments(run, ['--', '--fork']).positionals).toEqual(['--fork']);
  });

  it('take - as a prompt', () => {
    expect(parseArguments(run, ['helper', '-']).positionals).toEqual(['helper', '-']);
  });

  it('name the nearest flag for one that is not there', () => {
    expect(failure(run, '--modle', 'x')).toBe('USAGE_FLAG_UNKNOWN loadout run has no flag --modle. Did you mean --model?');
    expect(failure(completion, '-z')).toBe('USAGE_FLAG_UNKNOWN loadout completion has no flag -z.');
  });

  it('refuse a flag in the place of a value', () => {
    expect(failure(run, '--model', '--fork')).toBe('USAGE_FLAG_VALUE The flag --model NAME needs a value, but --fork follows.');
    expect(failure(run, '--model')).toBe('USAGE_FLAG_VALUE The flag --model NAME needs a value.');
    expect(parseArguments(run, ['--model=--fork']).flags.model).toBe('--fork');
  });

  it('refuse a value that a flag does not take', () => {
    expect(failure(run, '--fork=yes')).toBe('USAGE_FLAG_NO_VALUE The flag --fork takes no value, but has "yes".');
  });

  it('refuse a choice that is none', () => {
    expect(failure(run, '--output', 'jsn')).toBe('USAGE_FLAG_CHOICE --output cannot be "jsn". Did you mean json?');
  });

  it('refuse one argument too many and one too few', () => {
    expect(failure(run, 'a', 'b', 'c')).toBe('USAGE_ARGUMENT_EXTRA "c" is one argument too many: this command takes at most 2.');
    expect(failure(explain)).toBe('USAGE_ARGUMENT_MISSING The argument <call> is missing.');
    expect(parseArguments(explain, ['Read(a)']).positionals).toEqual(['Read(a)']);
  });
});

describe('the table of commands', () => {
  it('finds a command of two words', async () => {
    expect(await findDefinition(['config', 'print', '--origins'], definitions)).toEqual({
      definition: configPrint,
      rest: ['--origins'],
    });
    expect(await findDefinition(['config'], definitions)).toBeUndefined();
  });
  it('finds run alone, without the others: no other command begins with that word', async () => {
    expect(await findDefinition(['run', 'worker'], definitions)).toEqual({ definition: run, rest: ['worker'] });
    expect(definitions.filter(({ name }) => name.split(' ')[0] === 'run')).toEqual([run]);
  });

  it('has each flag once in a command', () => {
    for (const { flags } of definitions) {
      const names = flags.flatMap((flag) => ['short' in flag ? `-${flag.short}` : [], `--${flag.name}`].flat());
      expect(new Set(names).size).toBe(names.length);
    }
  });
});
