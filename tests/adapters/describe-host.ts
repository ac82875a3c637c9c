import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Toolkit } from '@loadout/adapters';
import { describe, expect, it, onTestFinished } from 'vitest';
import { CALLS, type Host, openBench, type Seen } from './scenario.js';

async function bench(options?: Parameters<typeof openBench>[0]) {
  const opened = await openBench(options);
  onTestFinished(opened.close);
  return opened;
}

/** Runs one script in a host, whose outcome is one table for all hosts. */
export function describeHost(host: Host): void {
  describe(`the tools of plugins in ${host.name}`, () => {
    it('give the outcome of the table', async () => {
      const { kit, folder, log } = await bench();
      const seen = await host.run(kit, { calls: CALLS });
      expect(Object.keys(seen).sort()).toEqual(CALLS.map(({ id }) => id).sort());
      const of = (id: string) => seen[id] as Seen;

      expect(of('call_read')).toMatchObject({ asked: false, text: expect.stringContaining('The meeting is at nine.') });

      expect(of('call_remove')).toMatchObject({ asked: false });
      expect(of('call_remove').text).toMatch(/Bash\(rm:\*\)[\s\S]*agent\.config\.yaml:10/);
      expect(existsSync(join(folder, 'keep'))).toBe(true);

      if (host.asks) {
        expect(of('call_yes')).toMatchObject({ asked: true, text: 'Stamped letter.' });
        expect(of('call_no')).toMatchObject({ asked: true });
        expect(log()).toEqual(['stamped letter']);
      } else {
        expect(of('call_yes').text).toMatch(/lab__stamp[\s\S]*agent\.config\.yaml:9[\s\S]*Nobody is there to ask/);
        expect(log()).toEqual([]);
      }

      expect(of('call_long').text).toMatch(/^<persisted-output>/);
      const [path = ''] = /\/\S+\.txt/.exec(of('call_long').text) ?? [];
      expect(readFileSync(path, 'utf8')).toHaveLength(440_000);

      expect(of('call_fail')).toMatchObject({ asked: false, text: 'The printer is on fire.' });
      expect(of('call_wrong')).toMatchObject({ asked: false, text: expect.stringMatching(/what|match/) });
      expect(of('call_picture')).toMatchObject({ asked: false, text: 'One pixel:', image: 'image/png' });

      const failed = ['call_remove', 'call_fail', 'call_wrong'];
      for (const id of ['call_read', 'call_long', 'call_picture', ...failed])
        expect([id, of(id).failed ?? failed.includes(id)]).toEqual([id, failed.includes(id)]);
    });

    it('run one after another if the host calls several at once that may not run beside others', async () => {
      const { kit, log } = await bench();
      const calls = ['a', 'b', 'c'].map((id) => ({ id: `call_${id}`, name: 'lab__count', input: {} }));
      const seen = await host.run(kit, { calls, atOnce: true });
      expect(Object.values(seen).map(({ text }) => text)).toEqual(['counted', 'counted', 'counted']);
      expect(log()).toEqual(['running 1', 'running 1', 'running 1']);
    });

    const restarted = async () => {
      const { kit, folder } = await bench();
      const kits: Toolkit[] = [];
      const restart = async () => {
        const { kit: next } = await bench({ cwd: folder });
        kits.push(next);
        return next;
      };
      const seen = await host.run(kit, { calls: CALLS.filter(({ answer }) => answer !== undefined), restart });
      expect(seen).toMatchObject({ call_yes: { asked: true, text: 'Stamped letter.' }, call_no: { asked: true } });
      expect(seen.call_no?.text).not.toContain('Stamped');
      expect(kits).toHaveLength(2);
    };
    if (host.asks) it('take an approval that another process runs with', restarted);

    it('stop when the host is aborted in the middle of a call', async () => {
      const { kit, log, logged } = await bench();
      const abort = new AbortController();
      const running = host.run(kit, { calls: [{ id: 'call_wait', name: 'lab__wait', input: {} }], signal: abort.signal });
      const ended = running.then(
        () => 'ended',
        () => 'ended',
      );
      await logged('waiting');
      abort.abort();
      expect(await ended).toBe('ended');
      await logged('aborted');
      expect(log()).toEqual(['waiting', 'aborted']);
    });
  });
}
