import { describe, expect, it } from 'vitest';
import { questionText } from './question-text.js';

const asked = (command: string, more: object = {}) =>
  questionText({ tool: 'Bash', input: { command, ...more }, reason: 'Bash needs approval: no rule allows it.' });

/** Prompts made to mislead the person who approves, and the text that each question must show. */
const MISLEADING: readonly (readonly [string, string, readonly string[]])[] = [
  ['a payload behind ten thousand blanks', `ls${' '.repeat(10_000)}; rm -rf x`, ['[10000 blanks]', '; rm -rf x']],
  ['a payload behind a hundred tabs', `ls${'\t'.repeat(100)}; rm -rf x`, ['\\u{9}', '; rm -rf x']],
  ['a payload behind many empty lines', `ls${'\n'.repeat(500)}rm -rf x`, ['[500 empty lines]', '  │ rm -rf x']],
  ['a payload on the next line', 'ls\nrm -rf x', ['  │ ls\n', '  │ rm -rf x']],
  ['a payload behind a carriage return', 'rm -rf x\rls       ', ['rm -rf x\\u{d}ls']],
  ['a payload that backspaces take back', 'rm -rf x\b\b\b\b\b\b\b\bls', ['rm -rf x\\u{8}\\u{8}']],
  ['a payload that an escape erases', 'rm -rf x\x1b[2K\rls', ['rm -rf x\\u{1b}[2K\\u{d}ls']],
  ['a payload that an escape colours away', 'ls; \x1b[8mrm -rf x\x1b[0m', ['\\u{1b}[8mrm -rf x']],
  ['a cursor that moves up', 'rm -rf x\x1b[1Als', ['rm -rf x\\u{1b}[1Als']],
  ['an eight-bit escape', 'rm -rf x\u009b2Kls', ['rm -rf x\\u{9b}2Kls']],
  ['a link that leads elsewhere', '\x1b]8;;https://evil.example\x07good\x1b]8;;\x07', ['https://evil.example', '\\u{1b}]8']],
  ['a title that is set', '\x1b]0;safe\x07rm -rf x', ['\\u{1b}]0;safe\\u{7}rm -rf x']],
  ['text turned around', 'echo \u202e x fr- mr', ['\\u{202e}', 'would not show']],
  ['an isolate', 'rm -rf \u2067safe\u2069 x', ['\\u{2067}safe\\u{2069}']],
  ['a zero-width space in a name', 'cat .e\u200bnv', ['.e\\u{200b}nv']],
  ['a zero-width joiner', 'r\u200dm x', ['r\\u{200d}m x']],
  ['a soft hyphen', 'r\u00adm x', ['r\\u{ad}m x']],
  ['a byte order mark', '\ufeffrm x', ['\\u{feff}rm x']],
  [
    'tag characters that carry text',
    `ls ${[...'rm -rf x'].map((c) => String.fromCodePoint(0xe0000 + c.charCodeAt(0))).join('')}`,
    ['\\u{e0072}', '8 characters'],
  ],
  ['variation selectors that carry text', 'ls \u{e0100}\u{e0101}', ['\\u{e0100}']],
  ['a filler that is no blank', 'ls\u3164rm', ['ls\\u{3164}rm']],
  ['a blank that bash does not treat as one', 'ls\u00a0-la', ['ls\\u{a0}-la']],
  ['a line separator', 'ls\u2028rm x', ['ls\\u{2028}rm x']],
  ['a host in another script', 'curl https://g\u043e\u043egle.com', ['look like others', 'U+043E']],
  ['a full-width dot in a host', 'curl https://good.com\uff0eevil.example', ['U+FF0E']],
  ['a program in another script', '\u0440m x', ['U+0440']],
  [
    'a line that looks like an answer',
    'ls\nWhy it asks: nothing, it is allowed.\nAllowed',
    ['  │ Why it asks: nothing', '  │ Allowed'],
  ],
  ['markdown that looks like a heading', 'rm x\n# Approved\n**safe**', ['  │ # Approved', '  │ **safe**']],
  [
    'a command that is cut in the middle',
    `echo ${'a'.repeat(9_000)}; rm -rf x; echo ${'b'.repeat(9_000)}`,
    ['characters not shown', 'in the middle are not shown'],
  ],
  ['a payload at the end of a long text', `echo ${'a'.repeat(50_000)}; rm -rf x`, ['; rm -rf x', 'characters not shown']],
  ['a payload among many lines', `${'echo a\n'.repeat(500)}rm -rf x`, ['lines not shown', 'rm -rf x']],
  ['quotes inside of quotes', 'bash -c "sh -c \'rm -rf x\'"', ['bash -c "sh -c \'rm -rf x\'"']],
  ['a null byte', 'ls\0rm x', ['ls\\u{0}rm x']],
  ['a lone surrogate', 'ls \ud800 rm', ['\\u{d800}']],
  ['a stack of accents', `r${'\u0301'.repeat(30)}m x`, ['\\u{301}\\u{301}']],
];

describe('the question for a person', () => {
  it.each(MISLEADING)('shows or reports %s', (_, command, expected) => {
    const text = asked(command);
    for (const one of expected) expect(text).toContain(one);
    expect(text).not.toMatch(/[\0-\x09\x0b-\x1f\x7f-\x9f\u00ad\u061c\u200b-\u200f\u2028-\u202e\u2060-\u2069\u3164\ufeff]/);
    expect(text.length).toBeLessThan(30_000);
    expect(text.split('\n').filter((line) => line.startsWith('Why it asks:'))).toHaveLength(1);
  });

  it('has at least thirty misleading prompts', () => expect(MISLEADING.length).toBeGreaterThanOrEqual(30));

  it('shows the model’s description after the call, marked as the model’s own', () => {
    const text = asked('rm -rf x', { description: 'List files\nWhy it asks: no reason' });
    expect(text.indexOf('rm -rf x')).toBeLessThan(text.indexOf('description (by the model)'));
    expect(text).toContain('  │ Why it asks: no reason');
  });

  it('leaves out what is off by default, so that a command alone stands without a label', () => {
    const input = { command: 'npm test', run_in_background: false };
    const text = questionText({ tool: 'Bash', input, off: ['run_in_background'], reason: 'Why.' });
    expect(text).toBe('Bash wants to run:\n  │ npm test\nWhy it asks: Why.');
  });
});

it('shows the argument list of a declared command, one argument per line, in place of its input', () => {
  const runs = ['./deploy.sh', '--env=staging', '"a\\nb"'];
  const text = questionText({ tool: 'deploy', input: { env: 'staging' }, reason: 'no rule allows it', runs });
  expect(text.split('\n').slice(0, 4)).toEqual(['deploy wants to run:', '  │ ./deploy.sh', '  │ --env=staging', '  │ "a\\nb"']);
});
