import { spawnSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { dataIn } from '../packages/viewer/src/export/read-export.test-kit.js';
import { LiveReader } from '../packages/viewer/src/server/served.test-kit.js';
import { scripted } from './cli/scripted.js';
import { loadout, loadoutProcess, type Started, startLoadout } from './lib/loadout.js';
import { terminal } from './lib/terminal.js';

const DENIED = { permissions: { allow: ['Bash(echo:*)'], deny: ['Bash(rm:*)'] } };
const turns = [
  { tools: [{ Bash: { command: 'echo one' } }, { Bash: { command: 'rm x' } }] },
  { text: 'Done.' },
  { text: 'Again.' },
];

/** A folder with one ended session. */
async function recorded(prompt = 'Go.', config: Readonly<Record<string, unknown>> = DENIED) {
  const cwd = scripted({ turns, config });
  const { stdout } = await loadout(['run', '--output', 'json', '-'], { cwd, stdin: prompt, env: { KEY: 's3cr3t-value' } });
  return { cwd, id: (JSON.parse(stdout) as { sessionId: string }).sessionId };
}

const rulesIn = (nodes: readonly object[]) =>
  nodes.flatMap((node) =>
    'decision' in node ? [node.decision as { effect: string; rule?: string; place?: { line: number } }] : [],
  );

/** The address that a viewer printed. */
async function addressOf(viewer: Started): Promise<URL> {
  onTestFinished(async () => {
    viewer.kill('SIGKILL');
    await viewer.finished;
  });
  for (;;) {
    const found = /^(http:\S+)\n/m.exec(viewer.output())?.[1];
    if (found !== undefined) return new URL(found);
    if (!viewer.running()) throw new Error(`It ended: ${viewer.errors()}`);
    await new Promise(setImmediate);
  }
}

async function keyFor({ origin, hash }: URL): Promise<Record<string, string>> {
  const headers = { 'content-type': 'application/json' };
  const answer = await fetch(`${origin}/api/open`, { method: 'POST', headers, body: JSON.stringify({ token: hash.slice(1) }) });
  return { authorization: `Bearer ${((await answer.json()) as { key: string }).key}` };
}

describe('loadout view', () => {
  it('prints the trajectory of the latest session, with the rule and the line of each decision', async () => {
    const { cwd, id } = await recorded();
    const { code, stdout } = await loadout(['view', '--json'], { cwd });
    const { head, nodes } = JSON.parse(stdout) as { head: object; nodes: object[] };
    expect([code, head]).toEqual([0, expect.objectContaining({ id, source: 'session', outcome: 'success' })]);
    expect(rulesIn(nodes)).toEqual([
      expect.objectContaining({
        effect: 'allow',
        rule: 'Bash(echo:*)',
        place: expect.objectContaining({ line: expect.any(Number) }),
      }),
      expect.objectContaining({
        effect: 'deny',
        rule: 'Bash(rm:*)',
        place: expect.objectContaining({ line: expect.any(Number) }),
      }),
    ]);
  });

  it('follows a run that is still running, up to its end, and ends with Ctrl+C', async () => {
    const waiting = [{ tools: [{ Bash: { command: 'cat gate' } }] }, { text: 'Done.' }];
    const cwd = scripted({ turns: waiting, config: { permissions: { allow: ['Bash'] } } });
    spawnSync('mkfifo', [join(cwd, 'gate')]);
    const run = await startLoadout(['run', '--output', 'stream-json', 'Go.'], { cwd });
    while (!run.output().includes('"type":"tool_start"')) {
      if (!run.running()) throw new Error(run.errors());
      await new Promise(setImmediate);
    }
    const viewer = await startLoadout(['view', '--no-open'], { cwd });
    const address = await addressOf(viewer);
    const headers = await keyFor(address);
    const first = await fetch(`${address.origin}/api/recordings/0`, { headers });
    const { nodes, head } = (await first.json()) as { nodes: { kind: string; state?: string }[]; head: { outcome: string } };
    expect([head.outcome, nodes.find(({ kind }) => kind === 'call')?.state]).toEqual(['running', 'running']);
    const reader = new LiveReader(await fetch(`${address.origin}/api/recordings/0/events`, { headers }));
    writeFileSync(join(cwd, 'gate'), 'open\n');
    const states: unknown[] = [];
    for (let event = await reader.next(); event !== undefined; event = await reader.next()) {
      if (event.type === 'nodes') states.push(...event.nodes.flatMap((node) => (node.kind === 'call' ? [node.state] : [])));
      if (event.type === 'head' && event.head.outcome === 'success') break;
    }
    expect(states.at(-1)).toBe('done');
    await run.finished;
    viewer.kill('SIGINT');
    expect((await viewer.finished).code).toBe(0);
  });

  it('opens the browser at a terminal, and in CI only prints the address', async () => {
    const { cwd } = await recorded();
    const tools = join(cwd, 'tools');
    mkdirSync(tools);
    writeFileSync(join(tools, 'xdg-open'), '#!/bin/sh\nprintf "%s" "$1" > opened.new && mv opened.new opened\n');
    chmodSync(join(tools, 'xdg-open'), 0o755);
    const variables = { DISPLAY: ':9', PATH: `${tools}:${process.env.PATH}` };
    const shows = async (more: Readonly<Record<string, string>>) => {
      const shown = terminal(['view'], cwd, { ...variables, ...more });
      return { shown, url: /http:\S+/.exec(await shown.sees(/http:\S+\r?\n/))?.[0] };
    };
    const there = await shows({});
    while (!existsSync(join(cwd, 'opened'))) await new Promise(setImmediate);
    expect(readFileSync(join(cwd, 'opened'), 'utf8')).toBe(there.url);
    there.shown.type('\x03');
    expect(await there.shown.code).toBe(0);
    rmSync(join(cwd, 'opened'));
    const ci = await shows({ CI: 'true' });
    ci.shown.type('\x03');
    expect([await ci.shown.code, existsSync(join(cwd, 'opened'))]).toEqual([0, false]);
  });

  it('refuses flags that would do nothing, unknown sessions, and files of no known format', async () => {
    const { cwd } = await recorded();
    writeFileSync(join(cwd, 'notes.txt'), 'no recording\n');
    const said = async (...words: string[]) => {
      const { code, stderr } = await loadout(['view', ...words], { cwd });
      return [code, /error (\w+)/.exec(stderr)?.[1]];
    };
    expect(await said('--json', '--export', 'x.html')).toEqual([2, 'USAGE_FLAGS_TOGETHER']);
    expect(await said('--export', 'x.html', '--port', '80')).toEqual([2, 'USAGE_FLAGS_TOGETHER']);
    expect(await said('--whole')).toEqual([2, 'USAGE_FLAG_ALONE']);
    expect(await said('nobody')).toEqual([2, 'REPLAY_MISSING']);
    expect(await said('notes.txt')).toEqual([2, 'VIEW_FORMAT']);
    expect(await said('/dev/zero')).toEqual([2, 'VIEW_UNREAD']);
    expect(await said('latest', '--port', '99999')).toEqual([2, 'SERVE_PORT']);
    const { stderr } = await loadout(['view', 'notes.txt'], { cwd });
    expect(stderr).toMatch(/begins with "no recording".*\n.*a session of Loadout/);
    const first = await loadout(['view'], { cwd: scripted({ turns, config: DENIED }) });
    expect([first.code, first.stderr]).toEqual([2, expect.stringMatching(/There is no session in .* yet\.\n.*Run an agent/)]);
  });
});

describe('loadout view --export', () => {
  it('writes one file with both recordings, without secrets, keys and the home folder', async () => {
    const secret = { secrets: { KEY: { env: 'KEY' } } };
    const key = 'ghp_0123456789abcdefghijABCDEFGHIJ012345';
    const { cwd, id } = await recorded(`Use ${key} in here.`, { ...DENIED, ...secret });
    const env = { KEY: 's3cr3t-value' };
    await loadout(['run', `Look at ${cwd}/.home/x and s3cr3t-value.`], { cwd, env });
    const { code, stderr } = await loadout(['view', id, 'latest', '--export', 'out/two.html'], { cwd, env });
    expect([code, stderr]).toEqual([0, expect.stringMatching(/Wrote .*two\.html[\s\S]*Left out: .*GitHub tokens/)]);
    const data = dataIn(readFileSync(join(cwd, 'out/two.html'), 'utf8'));
    const text = JSON.stringify(data);
    expect([text.includes('ghp_'), text.includes('s3cr3t'), text.includes(`${cwd}/.home`)]).toEqual([false, false, false]);
    expect(data.recordings.map(({ trajectory }) => trajectory.head.outcome)).toEqual(['success', 'success']);
    expect(text).toContain('Look at ~/x and');
  });

  it('leaves no half file when the disk is full, and the file that was there before', async () => {
    // Letters that do not repeat, so that the page is longer than the limit.
    const letters = Array.from({ length: 60_000 }, (_, index) =>
      ((index * index * 7919 + index * 104729) % 65_521).toString(36),
    ).join('');
    const { cwd } = await recorded(letters.slice(0, 120_000));
    writeFileSync(join(cwd, 'run.html'), 'before');
    const args = ['view', '--export', 'run.html', '--whole'];
    const { code, stderr } = await loadoutProcess(args, { cwd, limits: '-f 8' });
    expect([code, stderr]).toEqual([1, expect.stringContaining('FILE_NOT_WRITTEN')]);
    expect(readFileSync(join(cwd, 'run.html'), 'utf8')).toBe('before');
    expect(readdirSync(cwd).filter((name) => name.endsWith('.tmp'))).toEqual([]);
    for (const file of ['/dev/full', '.', 'agent.config.yaml/x.html'])
      expect((await loadout(['view', '--export', file], { cwd })).stderr).toContain('error FILE_NOT_WRITTEN');
  });
});

describe('loadout run --view', () => {
  it('writes the page of a run that failed, and keeps the exit code of the run', async () => {
    const cwd = scripted({ turns: [...turns.slice(0, 1), ...turns], config: DENIED });
    const { code, stderr } = await loadout(['run', 'Go.', '--max-turns', '1', '--view', 'run.html'], { cwd });
    const { head, nodes } = dataIn(readFileSync(join(cwd, 'run.html'), 'utf8')).recordings[0]?.trajectory ?? {};
    expect([code, head?.outcome, stderr]).toEqual([3, 'error_max_turns', expect.stringContaining('Wrote ')]);
    expect(rulesIn(nodes ?? []).slice(0, 2)).toMatchObject([{ effect: 'allow' }, { effect: 'deny' }]);
  });

  it('writes the page of a resumed session', async () => {
    const { cwd } = await recorded();
    const { code } = await loadout(['resume', 'latest', 'And now?', '--view', 'run.html'], { cwd });
    const { nodes = [] } = dataIn(readFileSync(join(cwd, 'run.html'), 'utf8')).recordings[0]?.trajectory ?? {};
    expect([code, nodes.filter(({ kind }) => kind === 'run').length]).toEqual([0, 2]);
  });

  it('fails before the run if the page could not be written, and fails a good run if it was not', async () => {
    const cwd = scripted({ turns, config: DENIED });
    const early = await loadout(['run', 'Go.', '--view', '/dev/full'], { cwd });
    expect([early.code, early.stdout, early.stderr]).toEqual([1, '', expect.stringContaining('FILE_NOT_WRITTEN')]);
    const takes = [{ tools: [{ Bash: { command: 'mkdir run.html' } }] }, { text: 'Done.' }];
    const taken = scripted({ turns: takes, config: { permissions: { allow: ['Bash(mkdir:*)'] } } });
    const late = await loadout(['run', 'Go.', '--view', 'run.html'], { cwd: taken });
    expect([late.code, late.stdout, late.stderr]).toEqual([1, 'Done.\n', expect.stringContaining('FILE_NOT_WRITTEN')]);
  });

  it('tells that there is no page of a run that did not begin', async () => {
    const cwd = scripted({ turns, config: DENIED });
    const { code, stderr } = await loadout(['run', 'Go.', '--resume', 'nobody', '--view', 'run.html'], { cwd });
    expect([code, existsSync(join(cwd, 'run.html'))]).toEqual([2, false]);
    expect(stderr).toContain('SESSION_UNKNOWN');
  });
});
