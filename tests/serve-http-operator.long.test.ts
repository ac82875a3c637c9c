import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { serve, waits } from './serve-http.test-kit.js';

const linesOf = (text: string) =>
  text
    .split('\n')
    .filter((line) => line.startsWith('{'))
    .map((line) => JSON.parse(line) as Readonly<Record<string, unknown>>);

const turns = [
  { tools: [{ Bash: { command: 'echo one' } }, { Bash: { command: 'touch /etc/x' } }, { Nothing: {} }] },
  { text: 'Done.' },
];
const config = { permissions: { allow: ['Bash(echo:*)'], deny: ['Bash(touch:*)'] } };

describe('what an operator sees of loadout serve http (U11)', () => {
  it('a log has a line for each run, call and refused request, with the rule of a denial, and no texts', async () => {
    const server = await serve({ turns, config, args: ['--log', 'operator.jsonl'] });
    const { body } = await server.start({ prompt: 'A secret prompt.' });
    await server.events(body.id);
    await server.ask('/nothing?key=do-not-log');
    const text = readFileSync(join(server.cwd, 'operator.jsonl'), 'utf8');
    const lines = linesOf(text);
    // Calls end in any order.
    const calls = lines.slice(1, 4).sort((a, b) => String(a.outcome).localeCompare(String(b.outcome)));
    const shown = [...lines.slice(0, 1), ...calls, ...lines.slice(4)];
    expect(shown.map(({ event, tool, outcome, code }) => [event, tool, outcome, code])).toEqual([
      ['run.started', undefined, undefined, undefined],
      ['call', 'Bash', 'denied', 'PERMISSION_DENIED'],
      ['call', 'Bash', 'done', undefined],
      ['call', 'Nothing', 'refused', 'TOOL_UNKNOWN'],
      ['run.ended', undefined, 'success', undefined],
      ['request.refused', undefined, undefined, 'HTTP_ROUTE'],
    ]);
    expect(calls[0]).toMatchObject({ rule: 'Bash(touch:*)', place: expect.stringMatching(/agent\.config\.\w+:\d+:\d+$/) });
    expect(lines[4]).toMatchObject({ run: body.id, session: body.session, agent: 'helper', turns: 2, calls: 3, denied: 1 });
    expect(text).not.toMatch(/secret prompt|echo one|do-not-log/);
  });

  it('a log that cannot be opened is an error at the start', async () => {
    await expect(serve({ turns, args: ['--log', 'no/such/folder/x.jsonl'] })).rejects.toThrow(/LOG_NOT_OPEN|cannot be opened/);
  });

  it('metrics count runs, calls, tokens and refusals, and invented names of tools make no new series', async () => {
    const server = await serve({ turns, config });
    const { body } = await server.start({ prompt: 'Go.' });
    await server.events(body.id);
    await server.ask('/nothing');
    const { headers, body: text } = await server.ask('/metrics');
    expect(headers.get('content-type')).toContain('text/plain; version=0.0.4');
    for (const line of [
      'loadout_runs_started_total{agent="helper"} 1',
      'loadout_runs_running{agent="helper"} 0',
      'loadout_runs_ended_total{agent="helper",outcome="success"} 1',
      'loadout_calls_total{agent="helper",tool="Bash",outcome="denied"} 1',
      'loadout_calls_total{agent="helper",tool="unknown",outcome="refused"} 1',
      'loadout_run_duration_seconds_count{agent="helper"} 1',
      'loadout_requests_refused_total{code="HTTP_ROUTE"} 1',
    ])
      expect(String(text)).toContain(`${line}\n`);
    expect((await fetch(`${server.url}/metrics`)).status).toBe(401);
  });

  it('is ready while it accepts runs, and not while it ends', async () => {
    const server = await serve({ turns: [waits, { text: 'Done.' }] });
    expect((await fetch(`${server.url}/ready`)).status).toBe(200);
    await server.start({ prompt: 'Go.' });
    server.process.kill('SIGTERM');
    await expect.poll(async () => (await fetch(`${server.url}/ready`)).status).toBe(503);
    expect((await fetch(`${server.url}/health`)).status).toBe(200);
    server.open();
    await server.process.finished;
  });

  it('finds runs of an earlier process in the sessions: ended, unfinished, and each run of one session', async () => {
    const first = await serve({ turns: [{ text: 'One.' }, { text: 'Two.' }, waits, { text: 'Never.' }] });
    const one = (await first.start({ prompt: 'a' })).body;
    await first.events(one.id);
    const two = (await first.start({ prompt: 'b', resume: one.session })).body;
    await first.events(two.id);
    expect([one.id, two.id]).toEqual([one.session, `${one.session}-r2`]);
    const three = (await first.start({ prompt: 'c', resume: one.session })).body;
    await expect.poll(async () => (await first.ask(`/runs/${three.id}`)).body.events).toBeGreaterThan(4);
    first.process.kill('SIGKILL');
    await first.process.finished;
    const again = await serve({ turns: [{ text: 'x' }], cwd: first.cwd });
    expect((await again.ask(`/runs/${one.id}`)).body).toMatchObject({
      state: 'ended',
      agent: 'helper',
      result: { text: 'One.' },
    });
    expect((await again.ask(`/runs/${two.id}`)).body).toMatchObject({ state: 'ended', result: { text: 'Two.' } });
    expect((await again.ask(`/runs/${three.id}`)).body).toMatchObject({ state: 'unfinished', session: one.session });
    expect((await again.events(two.id)).at(-1)?.type).toBe('result');
    expect((await again.ask(`/runs/${one.session}-r9`)).status).toBe(404);
    expect((await again.ask('/runs/..-r1')).status).toBe(404);
  });
});
