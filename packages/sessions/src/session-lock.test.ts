import { execFileSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Worker } from 'node:worker_threads';
import { ownMark } from '@loadout/node';
import { build } from 'esbuild';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { breadth } from '../../../tests/lib/breadth.js';
import { tempFolder } from '../../runner/src/run/scripted.test-kit.js';
import { isSessionInUse, lockFreeSession, lockSession } from './session-lock.js';
import { type SessionPlace, sessionPlace } from './session-place.js';

const MINUTE_MS = 60_000;

/** A session, with the lock that somebody has made. */
function session({ lock }: { readonly lock?: string | object | undefined } = {}) {
  const dir = tempFolder();
  const place = sessionPlace({ dir }, 'one');
  const path = `${place.file}.lock`;
  if (lock !== undefined) writeFileSync(path, typeof lock === 'string' ? lock : JSON.stringify(lock));
  const age = (ms: number) => utimesSync(path, (Date.now() - ms) / 1000, (Date.now() - ms) / 1000);
  return { dir, place, path, age };
}

/** Waits until all threads are at the same round, and tries to lock a session with a left lock. */
const RACER = `
import { parentPort, workerData } from 'node:worker_threads';
import { lockFreeSession } from './session-lock.ts';
const arrived = new Int32Array(workerData.arrived);
parentPort.postMessage(workerData.places.filter((place, round) => {
  Atomics.add(arrived, round, 1);
  while (Atomics.load(arrived, round) < workerData.racers);
  return lockFreeSession(place) !== undefined;
}).map(({ id }) => id));
`;

async function racer(dir: string): Promise<string> {
  const outfile = join(dir, 'racer.mjs');
  const stdin = { contents: RACER, resolveDir: fileURLToPath(new URL('.', import.meta.url)) };
  const tsconfig = fileURLToPath(new URL('../../../tsconfig.json', import.meta.url));
  await build({ stdin, outfile, bundle: true, platform: 'node', format: 'esm', tsconfig, logLevel: 'silent' });
  return outfile;
}

async function raced(places: readonly SessionPlace[], { dir, racers }: { dir: string; racers: number }): Promise<string[]> {
  const file = await racer(dir);
  const arrived = new SharedArrayBuffer(4 * places.length);
  const locked = Array.from({ length: racers }, async () => {
    const worker = new Worker(file, { workerData: { places, arrived, racers } });
    onTestFinished(async () => void (await worker.terminate()));
    return new Promise<string[]>((resolve, reject) => worker.once('message', resolve).once('error', reject));
  });
  return (await Promise.all(locked)).flat();
}

describe('the lock of a session', () => {
  it('is held once, by the process that its file names', () => {
    const { place, path, dir } = session();
    const lock = lockSession(place);
    expect(JSON.parse(readFileSync(path, 'utf8'))).toEqual({ ...ownMark(), machine: hostname() });
    expect([isSessionInUse(place.file), lockFreeSession(place)]).toEqual([true, undefined]);
    expect(() => lockSession(place)).toThrow(`The session one is in use by process ${process.pid}.`);
    lock.release();
    expect([isSessionInUse(place.file), readdirSync(dir)]).toEqual([false, []]);
  });

  it('is taken by one of those that find it left at the same time', async () => {
    const dir = tempFolder();
    const places = Array.from({ length: breadth(100, 20) }, (_, round) => sessionPlace({ dir }, `s${round}`));
    for (const { file } of places) writeFileSync(`${file}.lock`, JSON.stringify({ ...ownMark(), pid: 999_999_999, started: 1 }));
    const locked = await raced(places, { dir, racers: 3 });
    expect(locked.sort()).toEqual(places.map(({ id }) => id).sort());
  });

  it.runIf(process.platform === 'linux')('is left if another process has the number by now', () => {
    const { place } = session({ lock: { ...ownMark(), started: 1 } });
    expect(lockFreeSession(place)).toBeDefined();
  });

  it.each(['', 'not JSON', 'null', '{}', '{"pid":-1}', '[]'])('is left if it is a minute old and says %j', (lock) => {
    const { place, age } = session({ lock });
    age(MINUTE_MS + 1000);
    expect(isSessionInUse(place.file)).toBe(false);
    expect(lockFreeSession(place)).toBeDefined();
  });

  it.each(['', '{"pid":1', '{"pid":12,"started":3,"namespa'])('is held while another process makes it, up to %j', (lock) => {
    const { place } = session({ lock });
    expect(() => lockSession(place)).toThrow('The session one is in use by another process.');
  });

  it('of another container counts until it was not touched for a minute', () => {
    const { place, age } = session({ lock: { pid: 7, started: 3, namespace: 1 } });
    expect(() => lockSession(place)).toThrow('The session one is in use by process 7 of another container.');
    age(MINUTE_MS + 1000);
    expect(lockFreeSession(place)).toBeDefined();
  });

  it('of another machine counts too, though both count their processes from the first namespace', () => {
    const { place, age } = session({ lock: { ...ownMark(), pid: 999_999_999, machine: 'another.example' } });
    expect(() => lockSession(place)).toThrow(
      'The session one is in use by process 999999999 on another machine or in another container.',
    );
    age(MINUTE_MS + 1000);
    expect(lockFreeSession(place)).toBeDefined();
  });

  it('of another machine is judged by the clock of the file system, because the clocks of two machines differ', () => {
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 5 * MINUTE_MS });
    onTestFinished(() => void vi.useRealTimers());
    const { place } = session({ lock: { ...ownMark(), pid: 7, machine: 'another.example' } });
    expect(lockFreeSession(place)).toBeUndefined();
  });

  it('of another machine is left a minute after its last touch, also if the clock of this machine is behind', () => {
    const { place, age } = session({ lock: { ...ownMark(), pid: 7, machine: 'another.example' } });
    age(MINUTE_MS + 1000);
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() - 5 * MINUTE_MS });
    onTestFinished(() => void vi.useRealTimers());
    expect(isSessionInUse(place.file)).toBe(true);
    expect(lockFreeSession(place)).toBeDefined();
  });

  it('is touched by the clock of the file system', () => {
    const now = Date.now();
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'Date'], now: now + 5 * MINUTE_MS });
    onTestFinished(() => void vi.useRealTimers());
    const { place, path } = session();
    const lock = lockSession(place);
    utimesSync(path, 1, 1);
    vi.advanceTimersByTime(MINUTE_MS / 3);
    expect(Math.abs(statSync(path).mtimeMs - now)).toBeLessThan(MINUTE_MS / 2);
    expect(JSON.parse(readFileSync(path, 'utf8'))).toMatchObject(ownMark());
    lock.release();
  });

  it('that another process has taken over is not touched, and not released', () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    onTestFinished(() => void vi.useRealTimers());
    const { place, path, age } = session();
    const lock = lockSession(place);
    writeFileSync(path, JSON.stringify({ pid: 7, started: 3, namespace: 1 }));
    age(MINUTE_MS);
    vi.advanceTimersByTime(MINUTE_MS / 3);
    expect(Date.now() - statSync(path).mtimeMs).toBeGreaterThan(MINUTE_MS / 2);
    lock.release();
    expect(JSON.parse(readFileSync(path, 'utf8'))).toMatchObject({ pid: 7 });
  });

  it('is released also if it is gone', () => {
    const { place, path, dir } = session();
    const lock = lockSession(place);
    rmSync(path);
    lock.release();
    expect(readdirSync(dir)).toEqual([]);
  });

  it('is touched until it is released', () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    onTestFinished(() => void vi.useRealTimers());
    const { place, path, age } = session();
    const lock = lockSession(place);
    age(MINUTE_MS);
    vi.advanceTimersByTime(MINUTE_MS / 3);
    expect(Date.now() - statSync(path).mtimeMs).toBeLessThan(MINUTE_MS / 2);
    lock.release();
    expect(vi.getTimerCount()).toBe(0);
  });

  it('that cannot be read is named with the reason', () => {
    const { place, path, dir } = session();
    mkdirSync(path);
    expect(() => lockSession(place)).toThrow(
      expect.objectContaining({ code: 'SESSION_STORE', message: expect.stringContaining(dir) }),
    );
  });
});

it('does not wait for a pipe in the place of a lock', () => {
  const { place, path } = session();
  execFileSync('mkfifo', [path]);
  const problem = expect.objectContaining({
    code: 'SESSION_STORE',
    message: expect.stringContaining('one.jsonl.lock: it is not'),
  });
  expect(() => lockSession(place)).toThrow(problem);
  expect([lockFreeSession(place), isSessionInUse(place.file)]).toEqual([undefined, false]);
});
