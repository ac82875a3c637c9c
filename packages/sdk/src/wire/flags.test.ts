import { describe, expect, it } from 'vitest';
import { listOf, parseEngineArguments } from './flags.js';

const flags = (...argv: string[]) => parseEngineArguments(argv).flags;
const failure = (...argv: string[]) => {
  try {
    parseEngineArguments(argv);
  } catch (error) {
    return error;
  }
  throw new Error('it was taken');
};

describe('the flags of an engine (CLI-01, CLI-02)', () => {
  it('--flag=value and --flag value are the same, and a value may hold an equals sign or begin with a dash', () => {
    expect(flags('--model=m', '--max-turns=3')).toEqual(flags('--model', 'm', '--max-turns', '3'));
    expect(flags('--settings={"a":"b=c"}', '--system-prompt', '-- be brief')).toEqual({
      settings: '{"a":"b=c"}',
      'system-prompt': '-- be brief',
    });
  });

  it('an empty value is one', () => {
    expect(flags('--system-prompt', '', '--setting-sources=', '--tools=')).toEqual({
      'system-prompt': '',
      'setting-sources': [],
      tools: [],
    });
  });

  it('switches, short names, both spellings, and what is no flag', () => {
    expect(parseEngineArguments(['-p', '-c', '--verbose', '--debug=false', '--', '--not a flag'])).toEqual({
      flags: { print: true, continue: true, verbose: true, debug: false },
      words: ['--not a flag'],
    });
    expect(flags('--allowed-tools', 'Read')).toEqual(flags('--allowedTools', 'Read'));
    expect(flags('-r', 'id')).toEqual({ resume: 'id' });
    expect(parseEngineArguments(['-p', 'two', 'words']).words).toEqual(['two', 'words']);
  });

  it('lists are parted by commas or spaces, but not inside of a rule; several words are several values', () => {
    expect(listOf('Read,Bash(git log, x:*) Edit')).toEqual(['Read', 'Bash(git log, x:*)', 'Edit']);
    expect(flags('--allowedTools', 'Read', 'Bash(ls:*)', '--betas', 'a,b')).toEqual({
      allowedTools: ['Read', 'Bash(ls:*)'],
      betas: ['a', 'b'],
    });
    expect(flags('--add-dir=/a', '--add-dir=/b', '--mcp-config', '{}', 'x.json')).toEqual({
      'add-dir': ['/a', '/b'],
      'mcp-config': ['{}', 'x.json'],
    });
  });

  it('what cannot be read is named, with the nearest flag', () => {
    expect(failure('--permision-mode', 'plan')).toMatchObject({
      code: 'USAGE_FLAG_UNKNOWN',
      message: expect.stringContaining('permission-mode'),
    });
    expect(failure('-x')).toMatchObject({ code: 'USAGE_FLAG_UNKNOWN' });
    expect(failure('--model')).toMatchObject({ code: 'USAGE_FLAG_VALUE' });
    expect(failure('--max-turns', '')).toMatchObject({ code: 'USAGE_FLAG_AMOUNT' });
  });
});
