import { describe, expect, it } from 'vitest';
import { allCommands } from '../packaged/own-commands.js';
import { commandHelp, familyHelp, fullHelp, generalHelp } from './help.js';
import { parseArguments } from './parse-arguments.js';

const definitions = allCommands();
const linesOf = (text: string | undefined) => (text ?? '').split('\n');
const widest = (text: string | undefined) => Math.max(...linesOf(text).map((line) => line.length));

describe('the general help (GAP-G4)', () => {
  it.each([undefined, 120, 100])('is at most 25 lines and names each command by its first word (%s columns)', (width) => {
    const text = generalHelp({ own: definitions, mounted: [] }, width);
    expect(linesOf(text.trimEnd()).length).toBeLessThanOrEqual(25);
    for (const { name } of definitions) expect(text).toMatch(new RegExp(`\\b${name.split(' ', 1)[0]}\\b`));
  });

  it.each([60, 80, 200])('fits a terminal of %i columns', (width) => {
    expect(widest(generalHelp({ own: definitions, mounted: [] }, width))).toBeLessThanOrEqual(width);
  });

  it('has no line for a group without commands', () => {
    const own = definitions.filter(({ group }) => group === 'run' || group === 'look');
    expect(generalHelp({ own, mounted: [] })).not.toMatch(/:\s*$/m);
    expect(fullHelp(own)).not.toMatch(/:\n\n/);
  });

  it('has a line for what a person meets first', () => {
    const general = generalHelp({ own: definitions, mounted: [] });
    for (const name of ['init', 'check', 'run', 'chat', 'test', 'explain', 'lock'])
      expect(general).toMatch(new RegExp(`^  ${name} .*\\.$`, 'm'));
  });

  it.each([
    ['general', (own: typeof definitions) => generalHelp({ own, mounted: [] })],
    ['full', fullHelp],
  ])('starts with init, whichever package comes first (the %s help)', (_, helpOf) => {
    for (const own of [definitions, definitions.toReversed()])
      expect(linesOf(helpOf(own)).find((line) => line.startsWith('  '))).toMatch(/^ {2}init /);
  });
});

/** The words of a line as a shell parts them. */
const wordsOf = (line: string) => [...line.matchAll(/"([^"]*)"|'([^']*)'|(\S+)/g)].map(([, a, b, c]) => a ?? b ?? c ?? '');

describe('the examples of a command (GAP-G4)', () => {
  it.each(definitions)('$name has one, and each is shown in its help and parses', (definition) => {
    const { name, examples = [] } = definition;
    expect(examples.length).toBeGreaterThan(0);
    for (const typed of examples) {
      expect(linesOf(commandHelp(definition, 60))).toContain(`  loadout ${name} ${typed}`.trimEnd());
      expect(() => parseArguments(definition, wordsOf(typed))).not.toThrow();
    }
  });

  it('of a plugin are shown with its mount name, and it may have none', () => {
    const sync = { name: 'crm sync', summary: 'Sync.', positionals: [], flags: [] };
    expect(commandHelp({ ...sync, examples: ['--since 2026-01-01'] })).toContain(
      'Examples:\n  loadout crm sync --since 2026-01-01\n',
    );
    expect(commandHelp(sync)).not.toContain('Examples');
  });

  it('end without a space where nothing is typed behind the name', () => {
    const acp = { name: 'acp', summary: 'Serve.', positionals: [], flags: [], examples: ['', 'reviewer'] };
    expect(commandHelp(acp)).toContain('Examples:\n  loadout acp\n  loadout acp reviewer\n');
  });
});

describe('help of everything (U5)', () => {
  it('shows each command once, in a group', () => {
    const lines = linesOf(fullHelp(definitions));
    for (const { name, summary } of definitions)
      expect(lines.filter((line) => line.startsWith(`  ${name} `) && line.endsWith(summary))).toHaveLength(1);
    const titles = lines.filter((line) => /^\w[\w ]*:$/.test(line)).slice(0, 5);
    expect(titles).toEqual(['First steps:', 'Run:', 'Look:', 'Share:', 'More:']);
  });

  it.each([60, 80, 100, 200])('fits a terminal of %i columns', (width) => {
    const [longest] = definitions.flatMap(({ name }) => name).sort((a, b) => b.length - a.length);
    expect(longest).toBeDefined();
    expect(widest(fullHelp(definitions, width))).toBeLessThanOrEqual(Math.max(width, 66));
    for (const definition of definitions) {
      const [usage = '', ...rest] = linesOf(commandHelp(definition, width));
      expect(usage).toContain(definition.name);
      // An example is one line, as it is typed.
      const wrapped = rest.filter((line) => !line.startsWith('  loadout '));
      expect(widest(wrapped.join('\n'))).toBeLessThanOrEqual(width);
    }
  });

  it('loses no word by wrapping', () => {
    const words = (text: string) => text.split(/\s+/).filter((word) => word !== '');
    expect(words(fullHelp(definitions, 60))).toEqual(words(fullHelp(definitions)));
    for (const definition of definitions) expect(words(commandHelp(definition, 60))).toEqual(words(commandHelp(definition)));
  });

  it('is one line for each command in a pipe', () => {
    expect(linesOf(fullHelp(definitions)).filter((line) => line.startsWith('  mcp '))).toHaveLength(8);
  });

  it.each(['mcp', 'serve', 'schedule', 'hooks', 'config', 'new', 'plugin', 'lock'])(
    'of %s shows the commands below it',
    (word) => {
      const family = definitions.filter(({ name }) => name.startsWith(`${word} `));
      const text = familyHelp(word, definitions);
      expect(text).toContain(`Usage: loadout ${word} <command>`);
      for (const { summary } of family) expect(text).toContain(summary);
    },
  );

  it('of a word without commands below it is none', () => expect(familyHelp('run', definitions)).toBeUndefined());
});
