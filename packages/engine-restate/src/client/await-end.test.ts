import { createServer, type RequestListener, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, it, onTestFinished } from 'vitest';
import { NO_ENGINE, NO_KEY } from '../door/no-engine.test-kit.js';
import { EngineClock } from '../engine/engine-clock.js';
import type { Endpoint } from '../engine/request.js';
import { awaitEnd } from './await-end.js';

const END = { outcome: 'success', text: 'Done.', turns: 1, toolCalls: 0, costUsd: 0, asks: [] };

type Way = (response: ServerResponse) => void;

/** An engine that answers each question in the next of these ways, and the last of them for ever. */
async function engine(...ways: readonly Way[]): Promise<{ readonly ingress: Endpoint; readonly asked: string[] }> {
  const asked: string[] = [];
  const answer: RequestListener = ({ url = '' }, response) => {
    asked.push(url);
    (ways[asked.length - 1] ?? ways.at(-1))?.(response);
  };
  const server = createServer(answer).listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return { ingress: { url, key: NO_KEY, clock: new EngineClock() }, asked };
}

const says =
  (status: number, text: string): Way =>
  (response) =>
    void response.writeHead(status).end(text);
const cut: Way = (response) => void response.destroy();
const cutInside: Way = (response) => {
  response.writeHead(200, { 'content-length': '1000' });
  response.write('{"outcome":', () => response.destroy());
};
const ended = says(200, JSON.stringify(END));

describe('the end of a run', () => {
  it('is asked for again after an answer that was lost on its way, or that a proxy gave', async () => {
    const { ingress, asked } = await engine(cut, cutInside, says(504, 'timeout'), says(503, ''), says(200, ''), ended);
    const told: string[] = [];
    expect(await awaitEnd(ingress, 'inv_1', { tell: (problem) => told.push(problem) })).toEqual(END);
    expect(asked).toEqual(Array.from({ length: 6 }, () => '/restate/invocation/inv_1/attach'));
    // An engine that does not answer is told of once.
    expect(told).toEqual([expect.stringContaining('does not answer')]);
  });

  it.each([400, 401, 404, 409, 500])('is an error if the engine says so, with the status %i', async (status) => {
    const { ingress, asked } = await engine(says(status, '{"message":"cancelled"}'));
    await expect(awaitEnd(ingress, 'inv_1')).rejects.toMatchObject({
      code: status === 401 ? 'ENGINE_NO_ENTRY' : 'ENGINE_ANSWER',
    });
    expect(asked).toHaveLength(1);
  });

  it('is no longer waited for after the signal, neither in a question nor between two', async () => {
    const { ingress } = await engine(() => {});
    for (const [at, when] of [
      [ingress, 'in a question'],
      [NO_ENGINE.ingress, 'between two'],
    ] as const) {
      const stop = new AbortController();
      const end = awaitEnd(at, 'inv_1', { signal: stop.signal, tell: () => stop.abort(new Error(when)) });
      if (at === ingress) stop.abort(new Error(when));
      await expect(end).rejects.toThrow(when);
    }
  });
});
