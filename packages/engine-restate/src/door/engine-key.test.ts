import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inspect } from 'node:util';
import { describe, expect, it, onTestFinished } from 'vitest';
import { makeEngineKey, readEngineKey } from './engine-key.js';

function place(): string {
  const dir = mkdtempSync(join(tmpdir(), 'loadout-key-'));
  onTestFinished(() => rmSync(dir, { recursive: true, force: true }));
  return join(dir, 'engine/key');
}

describe('the key of an engine', () => {
  it('is made once, and only its user can read it (N3)', () => {
    const file = place();
    const made = makeEngineKey(file);
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect([makeEngineKey(file).mac('a'), readEngineKey(file).mac('a')]).toEqual([made.mac('a'), made.mac('a')]);
    expect(makeEngineKey(place()).mac('a')).not.toBe(made.mac('a'));
  });

  it('tells two lists of texts from each other, however they are divided', () => {
    const key = makeEngineKey(place());
    const codes = [['ab', 'c'], ['a', 'bc'], ['abc'], ['abc', ''], ['"a","bc"']].map((texts) => key.mac(...texts));
    expect(new Set(codes).size).toBe(codes.length);
    for (const sent of [undefined, null, 5, '', key.mac('abc').slice(1), [key.mac('abc')]])
      expect(key.accepts(sent, 'abc')).toBe(false);
    expect(key.accepts(key.mac('abc'), 'abc')).toBe(true);
  });

  it('is in no text that shows it', () => {
    const file = place();
    const key = makeEngineKey(file);
    expect(inspect(key, { depth: 9, showHidden: true }) + JSON.stringify(key)).not.toMatch(/[\w-]{40}/);
  });

  it('that is not there or too short says where and what to do', () => {
    const file = place();
    expect(() => readEngineKey(file)).toThrow(
      expect.objectContaining({ code: 'ENGINE_KEY_FILE', message: expect.stringContaining(file) }),
    );
    const short = file.replace(/engine.key$/, 'short');
    writeFileSync(short, 'hunter2\n');
    expect(() => readEngineKey(short)).toThrow(
      expect.objectContaining({ code: 'ENGINE_KEY_FILE', message: expect.stringContaining('7 characters') }),
    );
  });
});
