import { describeRunEngine, type EngineEnd, type EngineUnderTest, type WorkerWishes } from '@loadout/testing';
import { describe, it } from 'vitest';
import { project, type Started, startLoadout } from '../lib/loadout.js';

describeRunEngine('of one machine, whose sessions are files', {
  describe,
  it,
  abilities: { approvals: false, cancel: false, plans: false, restart: false, takeover: false },
  open: async () => openFiles(),
});

/** A worker is `loadout run`, and after a kill `loadout resume`. */
function openFiles(): EngineUnderTest {
  const dir = project({});
  const env = { LOADOUT_STATE_DIR: `${dir}/state` };
  let args: readonly string[] = [];
  let end: (found: EngineEnd) => void = () => {};
  const ended = new Promise<EngineEnd>((resolve) => {
    end = resolve;
  });
  const work = async ({ env: more }: WorkerWishes = {}) => {
    const started: Started = await startLoadout([...args, '--output', 'json'], { cwd: dir, env: { ...env, ...more } });
    args = ['resume', 'latest'];
    const over = started.finished.then(({ signal, stdout, stderr }) => {
      // A session that another process holds is not over.
      if (signal === null && !stderr.includes('SESSION_BUSY'))
        end(stdout === '' ? { outcome: 'lost', text: stderr } : (JSON.parse(stdout) as EngineEnd));
    });
    return { pid: started.pid, ended: over };
  };
  return {
    dir,
    submit: async (agent) => {
      args = ['run', agent, 'Go on.'];
      return 'latest';
    },
    work,
    result: () => ended,
  };
}
