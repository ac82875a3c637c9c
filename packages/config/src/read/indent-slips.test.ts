import { describe, expect, it } from 'vitest';
import { parseYaml } from './parse-yaml.js';

const FILE = `agents:
  helper:
    model: script/demo
    instructions: Hi.
    description: Helps.
    tools: [Read]
    limits:
      turns: 3
  other:
    model: script/demo
    instructions: Hi.
`;

/** The text with some lines (from 1) indented by more or fewer spaces. */
const shifted = (by: number, from: number, to = from, text = FILE) =>
  text
    .split('\n')
    .map((line, index) => (index + 1 < from || index + 1 > to ? line : by > 0 ? ' '.repeat(by) + line : line.slice(-by)))
    .join('\n');

async function problemsOf(text: string): Promise<readonly string[]> {
  const found: string[] = [];
  const take = (error: Error, at: { place?: { line: number } | undefined }) =>
    void found.push(`${at.place?.line}: ${error.message}`);
  await parseYaml(text, { file: 'agent.config.yaml', layer: 'project', report: { error: take, warn: take } as never });
  return found;
}

describe('one wrong indent is one error, at its line (U6)', () => {
  it.each([
    ['a line one deeper', shifted(1, 4), 4, 'indented more than the line above'],
    ['the first line one less', shifted(-1, 3), 4, 'indented more than the line above'],
    ['a line one less', shifted(-1, 4), 4, 'indented differently'],
    ['a line three less', shifted(-3, 4), 4, 'indented differently'],
    ['the rest one less', shifted(-1, 4, 8), 4, 'indented differently'],
    ['the rest one deeper', shifted(1, 4, 8), 4, 'indented more than the line above'],
    [
      'a line one deeper behind a comment',
      shifted(1, 4).replace('     instr', '    # why\n\n     instr'),
      6,
      'indented differently',
    ],
  ])('%s', async (_, text, line, problem) => {
    expect(await problemsOf(text)).toEqual([expect.stringMatching(new RegExp(`^${line}: .*${problem}`))]);
  });

  it('two of them in two parts of the file are two errors', async () => {
    const both = `${shifted(1, 4)}plugins:\n  fs:\n    use: x\n     options: {}\n`;
    expect(await problemsOf(both)).toEqual([
      expect.stringMatching(/^4: .*indented more/),
      expect.stringMatching(/^15: .*indented more/),
    ]);
  });

  it('other mistakes beside it are still reported', async () => {
    expect(await problemsOf(`${shifted(1, 4)}name: a: b\n`)).toEqual([
      expect.stringMatching(/^4: .*indented more/),
      expect.stringMatching(/^12: .*second "key: value"/),
    ]);
  });

  it('a colon in a value is not taken for an indent', async () => {
    const [first] = await problemsOf('name: a: b\nagents: {}\n');
    expect(first).toMatch(/^1: .*second "key: value"/);
  });
});
