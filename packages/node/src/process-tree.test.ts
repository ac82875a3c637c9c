import { expect, it } from 'vitest';
import { signalGroup } from './platform/signal-group.js';
import { taggedProcesses } from './process-tree.js';

it.each(['', '=', 'PATH', '/'])('no process carries a tag that is in most environments: %j', (tag) => {
  expect(taggedProcesses(tag)).toEqual([]);
});

it.each([0, 1, -1, Number.NaN])('no group has the number of all processes, or of this one: %d', (pid) => {
  expect(signalGroup(pid, 0)).toBe(false);
});
