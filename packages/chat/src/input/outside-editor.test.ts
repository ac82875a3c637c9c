import { chmodSync, existsSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { editOutside } from './outside-editor.js';

/** An editor that is a shell script, in a folder with a blank. It gets the file as `$1`. */
function editor(script: string): { readonly command: string; readonly seen: string } {
  const folder = mkdtempSync(join(tmpdir(), 'an editor '));
  const [path, seen] = [join(folder, 'edit.sh'), join(folder, 'seen')];
  writeFileSync(path, `#!/bin/sh\nseen='${seen}'\n${script}\n`);
  chmodSync(path, 0o755);
  return { command: `'${path}'`, seen };
}

const env = { PATH: process.env.PATH };

describe('an editor of the person', () => {
  it('gets the text and gives it back', async () => {
    const { command } = editor('printf "%s and more\\n" "$(cat "$1")" > "$1.new"; mv "$1.new" "$1"');
    expect(await editOutside('one\ntwo 世界', { env: { ...env, EDITOR: command } })).toBe('one\ntwo 世界 and more');
  });

  it('works on a file that only its owner can read, which is gone afterwards', async () => {
    const { command, seen } = editor('stat -c "%a" "$1" "$(dirname "$1")" > "$seen"; echo "$1" >> "$seen"');
    await editOutside('text', { env: { ...env, EDITOR: command } });
    const [file, folder, path = ''] = readFileSync(seen, 'utf8').trim().split('\n');
    expect([file, folder]).toEqual(['600', '700']);
    expect(existsSync(dirname(path))).toBe(false);
  });

  it('is that of the settings, then VISUAL, then EDITOR, each with its own words', async () => {
    const named = (name: string) => `${editor(`echo ${name} "$#" "$1" > "$2"`).command} --wait`;
    const [command, VISUAL, EDITOR] = [named('settings'), named('visual'), named('editor')];
    expect(await editOutside('', { env: { ...env, VISUAL, EDITOR }, command })).toBe('settings 2 --wait');
    expect(await editOutside('', { env: { ...env, VISUAL, EDITOR } })).toBe('visual 2 --wait');
    expect(await editOutside('', { env: { ...env, VISUAL: '', EDITOR } })).toBe('editor 2 --wait');
  });

  it.each([
    ['that fails', editor('echo lost > "$1"; exit 3').command, 'it ended with code 3'],
    ['that is ended', editor('kill -9 $$').command, 'it ended with code 137'],
    ['that does not exist', '/no/such/editor', 'it ended with code 127'],
    ['that removes the file', editor('rm "$1"').command, 'ENOENT'],
  ])('%s is an error, so that the text stays', async (_, command, problem) => {
    const edited = editOutside('kept', { env, command });
    await expect(edited).rejects.toMatchObject({ code: 'EDITOR_FAILED', message: expect.stringContaining(problem) });
  });
});
