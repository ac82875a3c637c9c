import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { FileStore, latestSession, listSessions, replaySession } from './index.js';

const dir = mkdtempSync(join(tmpdir(), 'loadout-odd-sessions-'));
afterAll(() => rmSync(dir, { recursive: true, force: true }));
const at = (id: string) => join(dir, `${id}.jsonl`);

mkdirSync(at('folder'));
symlinkSync('/dev/zero', at('device'));
execFileSync('mkfifo', [at('pipe')]);
writeFileSync(at('huge'), '');
truncateSync(at('huge'), 3 * 1024 ** 3);

describe('what is called like a session', () => {
  it.each(['folder', 'device', 'pipe', 'absent'])('and is a %s is no session, and is not waited for', (id) => {
    const store = new FileStore({ dir });
    expect(listSessions({ dir }).map((one) => one.id)).not.toContain(id);
    for (const read of [() => replaySession(at(id)), () => store.read(store.place(id)), () => store.reopen(store.place(id))])
      expect(read).toThrow(expect.objectContaining({ code: 'SESSION_UNKNOWN' }));
  });

  it('and is larger than can be read is an error with the name of the file', () => {
    expect(() => replaySession(at('huge'))).toThrow(expect.objectContaining({ code: 'SESSION_STORE' }));
    expect(() => replaySession(at('huge'))).toThrow(/huge\.jsonl/);
    expect(latestSession(new FileStore({ dir }))?.id).toBe('huge');
  });
});
