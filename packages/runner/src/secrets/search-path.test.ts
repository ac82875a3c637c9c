import { expect, it } from 'vitest';
import { searchPath } from './child-environment.js';

it.each([
  ['/usr/bin:/bin', '/usr/bin:/bin', '/usr/bin:/bin'],
  ['/w/node_modules/.bin:/node_modules/.bin/:/usr/bin', '/usr/bin', '/usr/bin:/w/node_modules/.bin:/node_modules/.bin/'],
  ['./node_modules/.bin:.:bin:/bin', '/bin', '/bin:./node_modules/.bin:.:bin'],
  ['/w/tools:/w:/bin::/wide/bin:/w/../x', '/bin:/wide/bin:/w/../x', '/bin:/wide/bin:/w/../x:/w/tools:/w'],
  ['/w/..x:/bin', '/bin', '/bin:/w/..x'],
  ['/w/bin', '', '/w/bin'],
  ['', '', ''],
])('of the PATH %s, programs of the machine are in %s, and are found first in %s', (path, machine, whole) => {
  expect(searchPath(path, '/w')).toEqual({ machine, whole });
});
