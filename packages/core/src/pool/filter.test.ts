import { describe, expect, it } from 'vitest';
import { recorder } from '../call/environment.test-kit.js';
import { assembleToolPool } from './assemble.js';

const baseTools = ['Read', 'Write', 'Bash', 'WebFetch', 'WebSearch', 'AskUserQuestion'].map(
  (name) => recorder({ name, ...(name === 'Read' ? { aliases: ['FileRead'] } : {}) }).tool,
);
const mcpTools = ['mcp__docs__find', 'mcp__docs__get', 'mcp__docs2__find'].map((name) => recorder({ name }).tool);
const pool = (allowed?: readonly string[], disallowed?: readonly string[]) =>
  assembleToolPool({ baseTools, mcpTools, allowed, disallowed });
const names = (...args: Parameters<typeof pool>) => pool(...args).tools.map((tool) => tool.name);

describe('the tools after the allow and the deny list (POOL-02, CON-09)', () => {
  it.each([
    [undefined, undefined, 9],
    [[], [], 9],
    [['*'], undefined, 9],
    [['*'], ['*'], 0],
  ] as const)('allow %j, deny %j: %i tools', (allowed, disallowed, count) =>
    expect(names(allowed, disallowed)).toHaveLength(count),
  );

  it.each([
    [['Read', 'Bash'], undefined, ['Bash', 'Read']],
    [['Read', 'Bash'], ['Bash'], ['Read']],
    [['Read'], ['Read'], []],
    [['Bash(git:*)'], undefined, ['Bash']],
    [['mcp__docs__find'], undefined, ['mcp__docs__find']],
    [['mcp__docs__*'], undefined, ['mcp__docs__find', 'mcp__docs__get']],
    [['mcp__docs'], undefined, ['mcp__docs__find', 'mcp__docs__get']],
    [['Web*'], undefined, ['WebFetch', 'WebSearch']],
    [['FileRead'], undefined, ['Read']],
    [['webFetch', 'bash'], undefined, ['Bash', 'WebFetch']],
  ] as const)('allow %j, deny %j leave %j (POOL-05, POOL-10, CON-07)', (allowed, disallowed, left) =>
    expect(names(allowed, disallowed)).toEqual(left),
  );

  it('reports an unknown entry with the nearest name, and never takes it for all tools', () => {
    expect(names(['Raed'])).toEqual([]);
    expect(pool(['Raed']).notes).toContainEqual({
      kind: 'unknown',
      name: 'Raed',
      message: 'No tool is called "Raed". Did you mean "Read"?',
    });
    expect(pool(undefined, ['mcp__nothere']).notes).toMatchObject([{ kind: 'unknown', name: 'mcp__nothere' }]);
  });

  it('says nothing of * where there are no tools', () => {
    expect(assembleToolPool({ baseTools: [], mcpTools: [], allowed: ['*'] }).notes).toEqual([]);
  });

  it('accepts another case with a note, and an alias without', () => {
    expect(pool(['bash']).notes).toContainEqual({ kind: 'case', name: 'bash', message: '"bash" is written Bash.' });
    expect(pool(['FileRead']).notes.map((note) => note.kind)).not.toContain('case');
  });

  it('reports a removed tool with the entry that removed it', () => {
    expect(pool(['Read', 'Bash'], ['Ba*']).notes).toContainEqual({
      kind: 'removed',
      name: 'Bash',
      message: 'Bash is removed by the entry Ba* of the deny list.',
    });
    expect(pool(['Read']).notes).toContainEqual({
      kind: 'removed',
      name: 'Bash',
      message: 'Bash is not in the allow list (Read).',
    });
  });
});
