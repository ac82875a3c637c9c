import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { tempFolder } from '../../runner/src/run/scripted.test-kit.js';
import { listSessions } from './file-store.js';
import { sessionNames } from './session-place.js';

it('another file beside the sessions is no session, and hides none', () => {
  const dir = tempFolder();
  for (const name of ['one.jsonl', 'a.b.jsonl', '.jsonl', `${'x'.repeat(65)}.jsonl`, 'one.jsonl.new'])
    writeFileSync(join(dir, name), '');
  expect(sessionNames(dir)).toEqual(['one.jsonl']);
  expect(listSessions({ dir }).map(({ id }) => id)).toEqual(['one']);
});
