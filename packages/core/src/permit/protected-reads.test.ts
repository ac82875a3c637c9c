import { describe, expect, it } from 'vitest';
import type { Access } from '../contract/permission.js';
import { decide } from './decide.js';
import { callOf, layersOf, rule } from './decide.test-kit.js';

const everything = layersOf([rule('allow', 'Bash'), rule('allow', 'Read')], { mode: 'bypassPermissions' });
const read = (path: string, below?: boolean): Access => ({ kind: 'read', path, ...(below === true ? { below } : {}) });
const run = (text: string, words?: readonly (string | null)[]): Access => ({ kind: 'run', text, words });
const decided = (access: Access) => decide(callOf(access.kind === 'run' ? 'Bash' : 'Read', [access]), everything).behavior;

describe('reading the data of a process always asks, whatever the mode and the rules (S3)', () => {
  it.each([
    '/proc/1/environ',
    '/proc/self/environ',
    '/proc/thread-self/environ',
    '/proc/1/task/1/environ',
    '/proc/42/mem',
    '/proc/42/maps',
    '/proc/42/cmdline',
    '/proc/42/fd/3',
    '/proc/1/root/etc/shadow',
    '/proc/1/cwd/.env',
    '/PROC/1/ENVIRON',
    '/proc/kcore',
    '/dev/mem',
    '/dev/fd/3',
  ])('%s', (path) => expect(decided(read(path))).toBe('ask'));

  it.each(['/', '/proc', '/proc/1', '/proc/self', '/proc/1/task/1', '/dev'])('a search of %s', (path) =>
    expect(decided(read(path, true))).toBe('ask'),
  );

  it.each([
    "tr '\\0' '\\n' < /proc/$PPID/environ",
    'cat /proc/self/environ',
    'cat "/proc"/self/environ',
    'cat /proc/*/environ',
    'cat /proc/{1,2}/environ',
    'cat /proc//1/environ',
    'cat /proc/./././self/environ',
    'cat ../../proc/1/environ',
    'cat /proc/{1,2}',
    'grep -r KEY /proc/',
    'cd /proc/1',
    'cd /proc',
    'P=/proc; cat $P/1/environ',
    'python3 -c "open(\'/proc/1/environ\')"',
    'cp /proc/`echo 1`/environ x',
  ])('the command %s', (text) => expect(decided(run(text))).toBe('ask'));

  it.each([
    ['ps e', ['ps', 'e']],
    ['ps auxeww', ['ps', 'auxeww']],
    ["cat /pr'oc'/1/environ", ['cat', '/proc/1/environ']],
  ])('the command %s by its words', (text, words) => expect(decided(run(text, words))).toBe('ask'));
});

describe('reading anything else is allowed as before', () => {
  it.each([
    '/proc/cpuinfo',
    '/proc/meminfo',
    '/proc/loadavg',
    '/repo/proc/1/environ',
    '/dev/null',
    '/dev/stdin',
    '/proc/1/status',
  ])('a read of %s', (path) => expect(decided(read(path))).toBe('allow'));
  it.each([
    ['cat /proc/cpuinfo', ['cat', '/proc/cpuinfo']],
    ['ls src/proc/1', ['ls', 'src/proc/1']],
    ['ps aux', ['ps', 'aux']],
    ['ps -ef', ['ps', '-ef']],
    ['ps axo pid,comm', ['ps', 'axo', 'pid,comm']],
  ])('the command %s', (text, words) => expect(decided(run(text, words))).toBe('allow'));
});
