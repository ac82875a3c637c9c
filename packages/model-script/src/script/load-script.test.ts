import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { loadScript } from './load-script.js';

const dir = mkdtempSync(join(tmpdir(), 'loadout-script-'));
afterAll(() => rmSync(dir, { recursive: true }));
const write = (text: string) => {
  const file = join(dir, 'talk.yaml');
  writeFileSync(file, text);
  return file;
};

describe('a script in YAML', () => {
  it('is read with all that a turn may hold', async () => {
    const script = await loadScript(
      write(
        'turns:\n  - thinking: hm\n    tools:\n      - Read: { file_path: a }\n        as: readme\n      - Now:\n  - text: "{{readme.lines}}"\n    repeat: 3\n    delay: 0.5\nx-note: free\n',
      ),
    );
    expect(script.length).toBe(4);
    expect(script.turns[0]?.tools).toMatchObject([
      { name: 'Read', input: { file_path: 'a' }, as: 'readme' },
      { name: 'Now', input: {} },
    ]);
  });

  it.each([
    ['turns:\n  - text: a\n    tex: b\n', '3:5 turns[0].tex is not a known parameter', 'did you mean "text"?'],
    ['turns:\n  - text: a\n  - delay: soon\n', '3:5 turns[1].delay must be number, is string', ''],
    ['turns:\n  - tools:\n      - Read: {}\n        Write: {}\n', '3:9 turns[0].tools[0] must be one tool', 'it has Read, Write'],
    [
      'turns:\n  - text: |\n      one\n      and {{two.text}}\n',
      '4:11 turns[0].text:',
      'which no earlier turn names; named so far: none',
    ],
    [
      'turns:\n  - tools: [{ Read: { file_path: "{{ what }}" } }]\n',
      '2:35 turns[0].tools[0].Read.file_path',
      'is not a placeholder',
    ],
    ['turns:\n  - text: "{{1.match /(/}}"\n', '2:12 turns[0].text', 'holds a pattern that is none'],
    ['turn: []\n', '1:1 turns is missing', ''],
    ['turns: []\nmore: 1\n', '2:1 more is not known', ''],
    ['turns: []\n', '1:1 turns holds no turn', ''],
    ['turns:\n  - {\n', ':3:1 ', ''],
  ])('is refused with file, line and column: %j', async (text, place, message) => {
    const file = write(text);
    const error = await loadScript(file).catch((thrown) => thrown);
    expect(error).toMatchObject({ code: 'SCRIPT_INVALID', position: { file } });
    expect(error.message).toContain(place.startsWith(':') ? `${file}${place}` : `${file}:${place}`);
    expect(error.message).toContain(message);
  });

  it('names all problems at once', async () => {
    const error = await loadScript(write('turns:\n  - tex: 1\n    dely: 1\n  - stop: 1\n')).catch((thrown) => thrown);
    expect(error.message.match(/talk\.yaml:\d/g)).toHaveLength(3);
  });

  it('is named in the error if it is unreadable or too long', async () => {
    await expect(loadScript(join(dir, 'none.yaml'))).rejects.toMatchObject({
      code: 'SCRIPT_UNREADABLE',
      message: expect.stringContaining('ENOENT'),
    });
    await expect(loadScript(write(`# ${'x'.repeat(1 << 20)}`))).rejects.toThrow('at most 1048576 are read');
  });
});
