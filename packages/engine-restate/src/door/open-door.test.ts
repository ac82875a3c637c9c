import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type RequestListener } from 'node:http';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { EngineKey } from './engine-key.js';
import { openDoor } from './open-door.js';
import { PASS, passFor, STAMP } from './pass.js';

const HOST = '127.0.0.1';
const key = new EngineKey('k'.repeat(43), 'a test');

/** Opens a door to a server that answers with the body of a request, and counts the requests. */
async function door(): Promise<{ readonly port: number; readonly inside: string[] }> {
  const dir = mkdtempSync(join(tmpdir(), 'loadout-door-'));
  onTestFinished(() => rmSync(dir, { recursive: true, force: true }));
  const inside: string[] = [];
  const answer: RequestListener = async (request, response) => {
    let text = '';
    for await (const part of request) text += String(part);
    inside.push(text);
    response.end(text);
  };
  const server = createServer(answer);
  const socket = join(dir, 's');
  await new Promise<void>((resolve) => server.listen(socket, resolve));
  onTestFinished(() => void server.close());
  const port = await freePort();
  const opened = await openDoor({ host: HOST, port, socket, key });
  onTestFinished(() => opened.close());
  return { port, inside };
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, HOST);
  await new Promise((resolve) => server.once('listening', resolve));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  return typeof address === 'object' && address !== null ? address.port : 0;
}

interface Sent {
  readonly body?: string;
  /** The length that the head says. */
  readonly length?: number;
}

/** Sends a head and a body as they are. Returns the status of the answer. */
function sent(port: number, pass: string, { body = '', length = body.length }: Sent = {}): Promise<number> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, HOST);
    socket.once('error', reject).once('data', (data: Buffer) => {
      resolve(Number(data.toString().split(' ')[1]));
      socket.destroy();
    });
    socket.write(`POST /query HTTP/1.1\r\nhost: ${HOST}:${port}\r\n${PASS}: ${pass}\r\ncontent-length: ${length}\r\n\r\n${body}`);
  });
}

const passOf = (port: number, body: string, stamp: string | number = Date.now()) =>
  passFor(key, { method: 'POST', host: `${HOST}:${port}`, target: '/query', body }, String(stamp));

describe('the door of an engine', () => {
  it('opens once for each pass, also for two passes of the same request and moment (N3)', async () => {
    const { port, inside } = await door();
    const now = Date.now();
    const [one, other] = [passOf(port, 'a', now), passOf(port, 'a', now)];
    const statuses = [];
    for (const pass of [one, one, other, other]) statuses.push(await sent(port, pass, { body: 'a' }));
    expect([statuses, inside]).toEqual([
      [200, 401, 200, 401],
      ['a', 'a'],
    ]);
  });

  it('stays shut for a pass that was made before the door, which a program at the port could have seen (N3)', async () => {
    const before = Date.now() - 1;
    const { port, inside } = await door();
    expect([await sent(port, passOf(port, 'a', before), { body: 'a' }), inside]).toEqual([401, []]);
  });

  it('gives its time to a client whose clock is wrong, and takes no time of another door (N3)', async () => {
    const [{ port, inside }, other] = [await door(), await door()];
    const timeOf = async (at: number) => (await fetch(`http://${HOST}:${at}/query`)).headers.get(STAMP) ?? '';
    const hour = 3_600_000;
    const stamps = [Date.now() - hour, Date.now() + hour, await timeOf(other.port), `${await timeOf(port)}x`, await timeOf(port)];
    const statuses = [];
    for (const stamp of stamps) statuses.push(await sent(port, passOf(port, 'a', stamp), { body: 'a' }));
    expect([statuses, inside]).toEqual([[401, 401, 401, 401, 200], ['a']]);
  });

  it('refuses a request without a good pass before its body comes, and one whose body is another after it (N3)', async () => {
    const { port, inside } = await door();
    const length = 30 * 1024 * 1024;
    for (const pass of ['x', '', `${Date.now()}.a.b.c`, passOf(port + 1, '')])
      expect(await sent(port, pass, { length })).toBe(401);
    expect([await sent(port, passOf(port, 'a'), { body: 'b' }), inside]).toEqual([401, []]);
  });
});
