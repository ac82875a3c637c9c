import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { filterEscalatingDefaultMode, matchDeniedModels, resolveSettings } from './resolve-settings.js';

let cwd = '';
beforeEach(() => {
  cwd = mkdtempSync(join(tmpdir(), 'loadout-settings-'));
  vi.stubEnv('CLAUDE_CONFIG_DIR', join(cwd, 'home'));
});
afterEach(() => {
  vi.unstubAllEnvs();
  rmSync(cwd, { recursive: true });
});

function put(file: string, settings: unknown): void {
  const path = join(cwd, file);
  mkdirSync(join(path, '..'), { recursive: true });
  writeFileSync(path, typeof settings === 'string' ? settings : JSON.stringify(settings));
}

describe('the settings that a query would read (CFG-13)', () => {
  it('are merged from all files, with the source of each key', async () => {
    put('home/settings.json', { model: 'opus', permissions: { allow: ['Read'], defaultMode: 'plan' }, env: { A: '1' } });
    put('.claude/settings.json', { model: 'haiku', permissions: { allow: ['Edit'], deny: ['Bash'] } });
    put('.claude/settings.local.json', { permissions: { allow: ['Read'] }, env: { B: '2' } });
    const { effective, provenance, sources } = await resolveSettings({ cwd });
    expect(effective).toEqual({
      model: 'haiku',
      permissions: { allow: ['Read', 'Edit'], deny: ['Bash'], defaultMode: 'plan' },
      env: { A: '1', B: '2' },
    });
    expect(provenance).toEqual({
      model: { source: 'project', path: join(cwd, '.claude/settings.json') },
      permissions: { source: 'local', path: join(cwd, '.claude/settings.local.json') },
      env: { source: 'local', path: join(cwd, '.claude/settings.local.json') },
    });
    expect(sources.map(({ source }) => source)).toEqual(['user', 'project', 'local']);
  });

  it('leave out sources that are not requested, missing, or not a JSON object', async () => {
    put('home/settings.json', { model: 'opus' });
    put('.claude/settings.json', '[]');
    put('.claude/settings.local.json', '{ broken');
    expect((await resolveSettings({ cwd, settingSources: ['project', 'local'] })).sources).toEqual([]);
    expect(await resolveSettings({ cwd, settingSources: [] })).toEqual({ effective: {}, provenance: {}, sources: [] });
  });

  it('end with those of the operator, which only narrow, and those of an administrator, which all apply', async () => {
    put('home/settings.json', { model: 'opus', permissions: { allow: ['Bash'] } });
    const managedSettings = { model: 'haiku', permissions: { allow: ['Write'], deny: ['Bash'] }, allowManagedHooksOnly: true };
    const { effective, provenance } = await resolveSettings({ cwd, managedSettings, serverManagedSettings: { env: { A: '1' } } });
    expect(effective).toEqual({
      model: 'opus',
      permissions: { allow: ['Bash'], deny: ['Bash'] },
      allowManagedHooksOnly: true,
      env: { A: '1' },
    });
    expect(provenance.permissions).toEqual({ source: 'managed' });
  });
});

describe('a mode that allows more', () => {
  it.each([
    ['.claude/settings.json', 'acceptEdits', undefined],
    ['.claude/settings.json', 'plan', 'plan'],
    ['home/settings.json', 'acceptEdits', 'acceptEdits'],
    ['.claude/settings.local.json', 'bypassPermissions', 'bypassPermissions'],
  ])('of %s: %s counts as %s', async (file, defaultMode, counts) => {
    put(file, { permissions: { defaultMode, deny: ['Bash'] } });
    const permissions: Record<string, unknown> = { deny: ['Bash'], ...(counts === undefined ? {} : { defaultMode: counts }) };
    expect(filterEscalatingDefaultMode(await resolveSettings({ cwd }))).toEqual({ permissions });
  });
});

describe('a list of models that are denied', () => {
  it("is matched by the models' own names, with the note that no model is refused", async () => {
    expect(await matchDeniedModels(['claude-opus-4-5', 'sonnet'], ['claude-opus-4-5'])).toEqual({
      denied: [true, false],
      warnings: [expect.stringContaining('no query is refused')],
    });
    expect(await matchDeniedModels(['sonnet'], undefined)).toEqual({ denied: [false], warnings: [] });
    expect(await matchDeniedModels(5 as never, 7 as never)).toEqual({ denied: [], warnings: [] });
  });
});
