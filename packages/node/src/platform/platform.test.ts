import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { describe, expect, it } from 'vitest';
import { type Delivery, deliveryOf, signalGroup } from './signal-group.js';
import {
  browserOpener,
  hasGroups,
  hasProc,
  hasScreen,
  heldFolderPath,
  programFile,
  sandboxOf,
  systemPackage,
  tellsSpellingsApart,
  thisSystem,
} from './system.js';

const SYSTEMS = ['linux', 'darwin', 'win32'] as const;
/** The answers of each function about Linux, macOS and Windows, in this order. */
const TABLE: readonly (readonly [name: string, ask: (system: string) => unknown, answers: readonly unknown[]])[] = [
  ['lists processes below /proc', hasProc, [true, false, false]],
  ['has process groups', hasGroups, [true, true, false]],
  ['tells spellings of a name apart', tellsSpellingsApart, [true, false, false]],
  ['keeps commands in', sandboxOf, ['bubblewrap', 'seatbelt', undefined]],
  [
    'reaches a folder that is held open',
    (system) => heldFolderPath({ descriptor: 7, path: '/repo' }, system),
    ['/proc/self/fd/7', '/repo', '/repo'],
  ],
  ['names the file of a program', (system) => programFile('rg', system), ['rg', 'rg', 'rg.exe']],
  [
    'names the package for the system',
    (system) => systemPackage('@vscode/ripgrep', system, 'arm64'),
    ['@vscode/ripgrep-linux-arm64', '@vscode/ripgrep-darwin-arm64', '@vscode/ripgrep-win32-arm64'],
  ],
  ['opens an address without a shell', (system) => browserOpener(system)[0], ['xdg-open', 'open', 'rundll32.exe']],
  ['has a screen in an empty environment', (system) => hasScreen({}, system), [false, true, true]],
  ['has a screen under X', (system) => hasScreen({ DISPLAY: ':0' }, system), [true, true, true]],
];

describe.each(SYSTEMS.map((system, index) => ({ system, index })))('on $system', ({ system, index }) => {
  it.each(TABLE)('the platform %s', (_name, ask, answers) => expect(ask(system)).toEqual(answers[index]));
});

const taskkill: Delivery = { by: 'program', file: 'D:\\Win\\System32\\taskkill.exe', args: ['/PID', '7', '/T', '/F'] };
it.each([
  ['linux', 'SIGTERM', { by: 'kernel', pid: -7 }],
  ['linux', 'SIGKILL', { by: 'kernel', pid: -7 }],
  ['darwin', 'SIGKILL', { by: 'kernel', pid: -7 }],
  ['darwin', 0, { by: 'kernel', pid: -7 }],
  ['win32', 0, { by: 'kernel', pid: 7 }],
  ['win32', 'SIGTERM', { by: 'none' }],
  ['win32', 'SIGKILL', taskkill],
] as const)('%s delivers %s to a whole program', (system, signal, delivery) => {
  expect(deliveryOf(signal, { pid: 7, system, systemRoot: 'D:\\Win' })).toEqual(delivery);
});

it('the program of Windows is the one of the system, also where no variable names its folder', () => {
  expect(deliveryOf('SIGKILL', { pid: 7, system: 'win32' })).toMatchObject({ file: 'C:\\Windows\\System32\\taskkill.exe' });
});

it('a signal ends a program and what it started, and tells that nothing is left', async () => {
  const child = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { detached: hasGroups(), stdio: 'ignore' });
  const ended = once(child, 'close');
  const pid = child.pid ?? 0;
  expect(signalGroup(pid, 0)).toBe(true);
  expect(signalGroup(pid, 'SIGKILL')).toBe(true);
  await ended;
  expect(signalGroup(pid, 0)).toBe(false);
});

it('the system of this process is one of Node', () => expect(thisSystem).toBe(process.platform));
