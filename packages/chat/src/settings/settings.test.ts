import { mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fromJsonSchema } from '@loadout/core';
import { describe, expect, it } from 'vitest';
import { Bindings } from '../input/bindings.js';
import { Keys } from '../input/keys.js';
import { loadSettings, settingsFile } from './load-settings.js';
import { DEFAULT_SETTINGS, settingsSchema } from './settings-schema.js';

function fileWith(text: string): string {
  const file = join(mkdtempSync(join(tmpdir(), 'loadout-settings-')), 'chat.yaml');
  writeFileSync(file, text);
  return file;
}

/** Returns all that is wrong with a text, each as `line:column message`. */
async function problemsOf(text: string): Promise<readonly string[]> {
  const { settings, problems } = await loadSettings(fileWith(text));
  expect(settings).toEqual(DEFAULT_SETTINGS);
  return problems.map(({ position, message }) => `${position?.line}:${position?.column} ${message}`);
}

describe('the settings of a person', () => {
  it('are in the folder for configuration', () => {
    expect(settingsFile({ HOME: '/home/me' })).toBe('/home/me/.config/loadout/chat.yaml');
    expect(settingsFile({ HOME: '/home/me', XDG_CONFIG_HOME: '/conf' })).toBe('/conf/loadout/chat.yaml');
    expect(settingsFile({ HOME: '/home/me', XDG_CONFIG_HOME: 'relative' })).toBe('/home/me/.config/loadout/chat.yaml');
  });

  it.each(['', '# nothing\n', '{}'])('are the defaults where nothing is set: %j', async (text) =>
    expect(await loadSettings(fileWith(text))).toEqual({ settings: DEFAULT_SETTINGS, problems: [] }),
  );

  it('are the defaults without a file', async () =>
    expect(await loadSettings(join(tmpdir(), 'none', 'chat.yaml'))).toEqual({ settings: DEFAULT_SETTINGS, problems: [] }));

  it('are read', async () => {
    const text = `keys:
  openEditor: f2
  newline: [shift+enter, ctrl+o]
  undo: ctrl+shift+-
notices: osc9
colours: never
editor: code --wait
statusLine: { type: command, command: ~/status.sh }
`;
    expect(await loadSettings(fileWith(text))).toEqual({
      settings: {
        keys: { openEditor: ['f2'], newline: ['shift+enter', 'ctrl+o'], undo: ['ctrl+shift+-'] },
        notices: 'osc9',
        colours: 'never',
        editor: 'code --wait',
        statusLine: { type: 'command', command: '~/status.sh' },
      },
      problems: [],
    });
  });

  it.each<readonly [text: string, problems: readonly string[]]>([
    ['key:\n  undo: f2', ['1:1 key is not a setting; expected keys.']],
    ['keys:\n  undoo: f2', ['2:3 keys.undoo is not a setting; expected undo.']],
    ['colours: blue', ['1:10 colours is "blue"; expected auto (as NO_COLOR and FORCE_COLOR say), always or never.']],
    ['keys: [f2]', ['1:7 keys is ["f2"]; expected a map from actions to keys.']],
    ['keys:\n  undo:', ['2:8 keys.undo is null; expected a key such as ctrl+g']],
    ['keys:\n  undo: ctrl g', ['2:9 keys.undo is "ctrl g"; expected a key such as ctrl+g']],
    ['keys:\n  undo: [f2, u]', ['2:14 keys.undo.1 is "u"; expected a key such as ctrl+g']],
    ['keys:\n  undo: Ctrl+G', ['2:9 keys.undo is "Ctrl+G"; expected a key such as ctrl+g']],
    ['keys:\n  undo: shift+ctrl+g', ['2:9 keys.undo is "shift+ctrl+g"; expected a key such as ctrl+g']],
    ['keys:\n  undo: ctrl+i', ['2:9 keys.undo is "ctrl+i"; expected a key such as ctrl+g']],
    ['keys:\n  undo: []', ['2:9 keys.undo is []; expected a key such as ctrl+g']],
    ['statusLine: {}', ['1:13 statusLine.command is missing; expected a command']],
    [
      'editor: 7\nnotices: loud',
      ['1:9 editor is 7; expected the command', '2:10 notices is "loud"; expected how you are called'],
    ],
    ['colours: [', ['1:11 It is not YAML: ']],
    ['colours: auto\ncolours: never', ['2:1 It is not YAML: Map keys must be unique']],
    ['colours: *none', ['1:1 It is not YAML: Unresolved alias']],
    ['just a text', ['1:1 The file is "just a text"; expected a map of settings']],
  ])('stay the defaults for a wrong file, with what is wrong: %j', async (text, expected) => {
    const problems = await problemsOf(text);
    expect(problems).toEqual(expected.map((one) => expect.stringContaining(one)));
  });

  it('stay the defaults when the file cannot be read', async () => {
    const folder = fileWith('');
    mkdirSync(`${folder}.d`);
    expect(await loadSettings(`${folder}.d`)).toMatchObject({
      settings: DEFAULT_SETTINGS,
      problems: [{ code: 'SETTINGS_UNREADABLE', message: expect.stringContaining('EISDIR') }],
    });
  });

  it('may be those that the page of the package shows', async () => {
    const page = readFileSync(new URL('../../README.md', import.meta.url), 'utf8');
    const { settings, problems } = await loadSettings(fileWith(/```text\n([\s\S]*?)```/.exec(page)?.[1] ?? 'none'));
    expect([problems, settings.keys.openEditor, settings.statusLine]).toEqual([
      [],
      ['f2'],
      { command: '~/.config/loadout/status.sh' },
    ]);
  });

  it('have a schema that takes the own keys of each action', async () => {
    const schema = fromJsonSchema(settingsSchema, 'chat.yaml');
    const keys = settingsSchema.properties as { keys: { properties: Record<string, { examples: unknown[] }> } };
    for (const [action, { examples }] of Object.entries(keys.keys.properties))
      expect(await schema.parse({ keys: { [action]: examples[0] } }), action).toMatchObject({ ok: true });
  });
});

describe('keys that a person sets', () => {
  const does = (bindings: Bindings, sent: string) => {
    const found: unknown[] = [];
    const keys = new Keys((key) => key.kind === 'key' && found.push(bindings.edit(key), bindings.chat(key)), {
      escapeMs: 60_000,
    });
    keys.push(Buffer.from(sent));
    keys.end();
    return found;
  };

  it('take the place of those of the action', () => {
    const bindings = new Bindings({ openEditor: ['ctrl+x'] });
    expect([does(bindings, '\x18'), does(bindings, '\x07')]).toEqual([
      [undefined, 'openEditor'],
      [undefined, undefined],
    ]);
  });

  it('do nothing else, whoever had them', () => {
    const bindings = new Bindings({ openEditor: ['ctrl+k'], undo: ['ctrl+r'] });
    expect([does(bindings, '\x0b'), does(bindings, '\x12')]).toEqual([
      [undefined, 'openEditor'],
      ['undo', undefined],
    ]);
  });

  it('may be one for the editor and one for the program, as Ctrl+D is', () => {
    expect(does(new Bindings(), '\x04')).toEqual(['delete', 'quit']);
    expect(does(new Bindings({ delete: ['ctrl+x'], quit: ['ctrl+x'] }), '\x18')).toEqual(['delete', 'quit']);
  });
});
