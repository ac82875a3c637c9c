import { existsSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { Sandbox } from '@loadout/core';
import { describe, expect, it } from 'vitest';
import { longTime, running, setUp, until, untilPrinted } from '../src/testing/context.js';
import { sandboxPlan } from '../src/testing/sandbox-plan.js';

const inSandbox = (plan: Parameters<typeof sandboxPlan>[0] = {}, env = {}) =>
  setUp({}, { services: [[Sandbox, sandboxPlan(plan)]], env });

const runaways = (time: string) =>
  `setsid sleep ${time} >/dev/null 2>&1 & (setsid env -i bash -c 'trap "" TERM; sleep ${time}; sleep ${time}' &) ; echo started; sleep ${time}`;

describe('the processes of a command in the sandbox', () => {
  it('are all gone after the timeout, also those that cleared their environment', async () => {
    const bench = await inSandbox();
    const time = longTime();
    expect(await bench.call({ command: runaways(time), timeout: 5000 })).toMatchObject({
      isError: true,
      structured: { stdout: 'started\n', timedOutAfterMs: 5000 },
    });
    expect(running(time)).toBe(0);
  });

  it('are all gone after an interrupt', async () => {
    const bench = await inSandbox();
    const time = longTime();
    const call = bench.call({ command: runaways(time) });
    await until(() => bench.reported.length > 0);
    bench.context.abort();
    expect((await call).structured).toMatchObject({ interrupted: true });
    expect(running(time)).toBe(0);
  });

  it('are all gone when the command has ended', async () => {
    const bench = await inSandbox();
    const time = longTime();
    await bench.call({ command: `(setsid env -i sleep ${time} >/dev/null 2>&1 &); true` });
    await until(() => running(time) === 0);
  });

  it('run in the background, inside, until they are stopped', async () => {
    const bench = await inSandbox();
    const time = longTime();
    const command = `(echo x > ${join(bench.folder, '..', 'out')}) 2>&1; echo y > in; cat in; ${runaways(time)}`;
    const { structured } = await bench.call({ command, run_in_background: true });
    await untilPrinted(bench, 'started\n');
    const { structured: read } = await bench.callOf('TaskOutput', { task_id: structured.backgroundTaskId, block: false });
    expect(read.output).toContain('Read-only file system');
    expect(read.output).toContain('y\nstarted\n');
    await bench.callOf('TaskStop', { task_id: structured.backgroundTaskId });
    expect(running(time)).toBe(0);
  });
});

describe('the network of a command in the sandbox', () => {
  it('is not there: no address, no name, no socket of this machine (SBX-01)', async () => {
    const server = createServer((socket) => socket.end('reached')).listen(0, '127.0.0.1');
    await until(() => server.listening);
    const { port } = server.address() as { port: number };
    const path = join((await inSandbox()).folder, '..', 's.sock');
    const local = createServer((socket) => socket.end('reached')).listen(path);
    const bench = await inSandbox();
    for (const command of [
      `exec 3<>/dev/tcp/127.0.0.1/${port} && cat <&3`,
      `curl -sS http://127.0.0.1:${port}`,
      'getent hosts example.com',
      `node -e 'require("net").connect("${path}").pipe(process.stdout)'`,
    ]) {
      const result = await bench.call({ command });
      expect([command, result.isError]).toEqual([command, true]);
      expect(result.content).not.toContain('reached');
    }
    server.close();
    local.close();
  });

  it('reaches what its own agent may, and no more, while another agent has other rules (SBX-01)', async () => {
    const one = await inSandbox({ network: { allowedDomains: ['127.0.0.1', 'one.test'] } });
    const two = await inSandbox({ network: { allowedDomains: ['two.test'] } });
    const server = createServer((socket) => {
      socket.once('data', () => socket.end('HTTP/1.1 200 OK\r\nContent-Length: 7\r\nConnection: close\r\n\r\nreached'));
    }).listen(0, '127.0.0.1');
    await until(() => server.listening);
    const { port } = server.address() as { port: number };
    const fetch = `for i in 1 2 3 4 5 6 7 8 9; do sleep 0.1; env -u NO_PROXY -u no_proxy curl -sS -m 5 http://127.0.0.1:${port} && break; done`;
    expect((await one.call({ command: fetch })).content).toContain('reached');
    expect((await two.call({ command: fetch })).content).not.toContain('reached');
    expect((await one.call({ command: 'curl -sS -m 5 http://two.test' })).content).not.toContain('reached');
    server.close();
  });
});

describe('commands that the configuration excludes from the sandbox', () => {
  it('runs outside when every command in it is named, word by word (SBX-01)', async () => {
    const bench = await inSandbox({ excludedCommands: ['touch ../out', 'ls:*'] });
    const out = join(bench.folder, '..', 'out');
    for (const command of [
      'touch ../out; touch ../other',
      'touch ../out "$X"',
      'touch ../out & true',
      `touch ${out} ../out`,
      './touch ../out',
    ]) {
      await bench.call({ command });
      expect([command, existsSync(out)]).toEqual([command, false]);
    }
    expect(await bench.call({ command: 'touch ../out && ls -a ..' })).toMatchObject({ isError: false });
    expect(existsSync(out)).toBe(true);
  });
});
