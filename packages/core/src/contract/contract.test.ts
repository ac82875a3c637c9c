import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

const folder = new URL('.', import.meta.url);
const sources = readdirSync(folder).filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'));

describe('the contract', () => {
  it('is six files of at most 400 lines in all: what a plugin author reads', () => {
    expect(sources.sort()).toEqual(['errors.ts', 'hook.ts', 'permission.ts', 'plugin.ts', 'schema.ts', 'tool.ts']);
    const lines = sources.map((name) => readFileSync(new URL(name, folder), 'utf8').split('\n').length - 1);
    expect(lines.reduce((sum, count) => sum + count, 0)).toBeLessThanOrEqual(400);
  });

  it('has no behaviour beyond its error class and the number of its version', () => {
    const values = sources.flatMap(
      (name) => readFileSync(new URL(name, folder), 'utf8').match(/^export (?:class|function|const) (\w+)/gm) ?? [],
    );
    expect(values).toEqual(['export class LoadoutError', 'export function isLoadoutError', 'export const PLUGIN_API']);
  });
});
