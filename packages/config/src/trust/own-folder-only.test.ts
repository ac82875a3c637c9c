import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished, vi } from 'vitest';
import { openToOthers } from './own-folder-only.js';

function folderWith({ mode }: { readonly mode: number }) {
  const root = mkdtempSync(join(tmpdir(), 'loadout-own-'));
  onTestFinished(() => rmSync(root, { recursive: true }));
  writeFileSync(join(root, 'agent.config.yaml'), 'agents: {}\n', { mode: 0o600 });
  chmodSync(root, mode);
  return { root, config: 'agent.config.yaml' };
}

/** Makes the group of the folder a group of others, as a folder of a team has it. */
const withGroup = (group: number) => {
  const spy = vi.spyOn(process, 'getgid').mockReturnValue(group);
  onTestFinished(() => spy.mockRestore());
};

const own = process.getgid?.() ?? 0;

it('a folder that only its user writes to can be trusted for good', () => {
  expect(openToOthers(folderWith({ mode: 0o755 }))).toBeUndefined();
});

it('a folder that the own group may write to can be trusted for good', () => {
  expect(openToOthers(folderWith({ mode: 0o775 }))).toBeUndefined();
});

it('a folder that another group may write to cannot', () => {
  withGroup(own + 1);
  const folder = folderWith({ mode: 0o775 });
  expect(openToOthers(folder)).toBe(`${folder.root} is writable by a group`);
});

it('a folder of another group that may only read it can be trusted for good', () => {
  withGroup(own + 1);
  expect(openToOthers(folderWith({ mode: 0o755 }))).toBeUndefined();
});

it('a folder or a file in it that every user may write to cannot', () => {
  const folder = folderWith({ mode: 0o777 });
  expect(openToOthers(folder)).toBe(`${folder.root} is writable by every user`);
  const other = folderWith({ mode: 0o755 });
  chmodSync(join(other.root, other.config), 0o666);
  expect(openToOthers(other)).toContain('is writable by every user');
});

it.each(['sub', 'sub/.config'])(
  'the folders of a configuration in .config count: %s that every user may write to cannot',
  (open) => {
    const { root } = folderWith({ mode: 0o755 });
    mkdirSync(join(root, 'sub/.config'), { recursive: true });
    const config = 'sub/.config/agent.config.yaml';
    writeFileSync(join(root, config), 'agents: {}\n', { mode: 0o600 });
    expect(openToOthers({ root, config })).toBeUndefined();
    chmodSync(join(root, open), 0o777);
    expect(openToOthers({ root, config })).toBe(`${join(root, open)} is writable by every user`);
  },
);

it('a folder of another user cannot', () => {
  const folder = folderWith({ mode: 0o755 });
  const uid = process.getuid?.() ?? 0;
  const spy = vi.spyOn(process, 'getuid').mockReturnValue(uid + 1);
  onTestFinished(() => spy.mockRestore());
  // A folder of root is as safe as the system.
  expect(openToOthers(folder)).toBe(uid === 0 ? undefined : `${folder.root} belongs to another user`);
});
