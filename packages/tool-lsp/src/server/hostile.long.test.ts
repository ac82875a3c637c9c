import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { taggedProcesses } from '@loadout/node';
import { describe, expect, it, onTestFinished } from 'vitest';
import { type Bench, setUp } from '../testing/bench.js';
import { SERVER_TAG } from './server-process.js';

const program = fileURLToPath(new URL('../testing/hostile-server.mjs', import.meta.url));

/** Runs a test with a server for `.odd` files in this mode; `log` returns its received messages. */
async function withServer(mode: string, options: object = {}): Promise<Bench & { log(): readonly string[] }> {
  const folder = mkdtempSync(join(tmpdir(), 'loadout-lsp-'));
  const log = join(folder, 'log');
  const server = {
    command: process.execPath,
    args: [program, mode, log],
    extensions: ['.odd'],
    settings: { odd: { deep: { n: 1 } } },
  };
  const bench = await setUp({ servers: { odd: server }, ...options });
  onTestFinished(async () => {
    await bench.dispose();
    rmSync(folder, { recursive: true });
  });
  bench.write({ 'a.odd': 'one\nsome 🙂 two\n', 'b.odd': 'two\n' });
  return { ...bench, log: () => (existsSync(log) ? readFileSync(log, 'utf8').trim().split('\n') : []) };
}

const hover = { operation: 'hover', file_path: 'a.odd', line: 2, query: 'two' };
const starts = (log: readonly string[]) => log.filter((line) => line.startsWith('start ')).length;

describe('a language server', () => {
  it('that crashes is restarted once, and the request is repeated (TOOL-LSP-03)', async () => {
    const bench = await withServer('crashes once');
    expect(await bench.call(hover)).toMatchObject({ content: 'fine', isError: false });
    expect(starts(bench.log())).toBe(2);
  });

  it('that crashes again is an error, and is not started again (TOOL-LSP-03)', async () => {
    const bench = await withServer('crashes');
    const { content, isError } = await bench.call(hover);
    expect(isError).toBe(true);
    expect(content).toContain('ended: it exited with SIGKILL. It was restarted once');
    expect((await bench.call(hover)).content).toContain('ended: it exited with SIGKILL');
    expect(starts(bench.log())).toBe(2);
  });

  it('that does not start is an error with its output', async () => {
    const { content, isError } = await (await withServer('exits')).call(hover);
    expect(isError).toBe(true);
    expect(content).toContain('could not be started: it exited with code 3. It said: no such license');
  });

  it('that never answers initialize is ended when its time is up', async () => {
    const bench = await withServer('mute', { startTimeout: 1 });
    expect((await bench.call(hover)).content).toContain('did not answer initialize within 1 s');
    expect(bench.session.running()).toEqual([]);
    expect(starts(bench.log())).toBeLessThanOrEqual(1);
  });

  it('that hangs has its request cancelled, and is ended when it hangs again', async () => {
    const bench = await withServer('hangs', { requestTimeout: 0.3 });
    const { content, isError } = await bench.call(hover);
    expect(isError).toBe(true);
    expect(content).toContain('did not answer textDocument/hover within 0.3 s');
    await expect.poll(() => bench.log()).toContain('$/cancelRequest');
    await bench.call(hover);
    expect(bench.session.running()).toEqual([]);
  });

  it('gets a cancellation when the call is interrupted', async () => {
    const bench = await withServer('hangs');
    const call = bench.call(hover);
    await expect.poll(() => bench.log()).toContain('textDocument/hover');
    bench.context.abort();
    expect((await call).content).toContain('textDocument/hover was interrupted');
    await expect.poll(() => bench.log()).toContain('$/cancelRequest');
  });

  it.each([
    ['garbage', 'its output is not a message: "Segmentation fault'],
    ['garbage body', 'a message of it is not JSON: "not json!"'],
    ['huge', 'a message of it has 52428800 bytes'],
    ['floods', 'it sent more than 20000 messages'],
  ])('that gives %s is ended with a clear error', async (mode, words) => {
    const bench = await withServer(mode);
    const { content, isError } = await bench.call(hover);
    expect(isError).toBe(true);
    expect(content).toContain(words);
    expect(bench.session.running()).toEqual([]);
  });

  it('that refuses, or sends a malformed answer, affects nothing else', async () => {
    const refusing = await withServer('refuses');
    expect((await refusing.call(hover)).content).toContain('refused textDocument/hover: not today');
    const shapeless = await withServer('shapeless');
    expect((await shapeless.call({ ...hover, operation: 'goToDefinition' })).content).toContain(
      'No definition found at a.odd:2:8',
    );
    expect((await shapeless.call({ operation: 'documentSymbol', file_path: 'a.odd' })).content).toBe(
      'No symbols found in a.odd.',
    );
    expect((await shapeless.call(hover)).content).toContain('No information found at a.odd:2:8: some 🙂 two');
  });

  it('that does not support an operation is an error with the supported ones', async () => {
    const { content, isError } = await (await withServer('publishes')).call({ ...hover, operation: 'findReferences' });
    expect(isError).toBe(true);
    expect(content).toContain('does not offer findReferences. It offers: goToDefinition, hover, documentSymbol');
  });

  it('gets what it asks an editor for, but changes no file', async () => {
    const bench = await withServer('asks');
    const answers = JSON.parse((await bench.call(hover)).content);
    expect(answers).toMatchObject([[{ n: 1 }, null], null, null, [{ uri: `file://${bench.folder}` }], { applied: false }]);
    const { content } = await bench.call({ ...hover, operation: 'goToImplementation' });
    expect(content).toContain('It offers: goToDefinition, findReferences, hover');
  });

  it('gets positions in the units that it chose', async () => {
    expect(JSON.parse((await (await withServer('utf8')).call(hover)).content)).toEqual({ line: 1, character: 10 });
  });

  it('is notified of changed content only', async () => {
    const bench = await withServer('publishes');
    await bench.call(hover);
    await bench.call(hover);
    bench.write({ 'a.odd': 'new\ntwo\n' });
    await bench.call({ ...hover, file_path: 'b.odd', line: 1 });
    const sent = bench.log().filter((line) => line.startsWith('textDocument/did'));
    expect(sent).toEqual(['textDocument/didOpen', 'textDocument/didChange', 'textDocument/didOpen']);
  });

  it('that is shown more than fifty files is told to close the oldest', async () => {
    const bench = await withServer('publishes');
    for (let count = 0; count <= 50; count++) {
      bench.write({ [`many/${count}.odd`]: 'two\n' });
      await bench.call({ operation: 'hover', file_path: `many/${count}.odd`, line: 1, character: 1 });
    }
    await bench.call(hover);
    expect(bench.log().filter((line) => line === 'textDocument/didClose')).toHaveLength(2);
  });

  it('that publishes diagnostics adds at most 20 new errors and warnings to an edit (TOOL-LSP-03)', async () => {
    const bench = await withServer('publishes', { diagnosticsWaitMs: 5000 });
    await bench.call(hover);
    const before = 'bad old\n';
    const after = 'bad old\nhint no\nmeh careful\nbad new\n';
    expect((await bench.edit('b.odd', { before, after })).split('\n').slice(1)).toEqual([
      'b.odd:3:1  warning: careful',
      'b.odd:4:1  error: new',
    ]);
    const many = Array.from({ length: 25 }, (_, at) => `bad ${at}`).join('\n');
    const said = (await bench.edit('b.odd', { before: after, after: many })).split('\n');
    expect(said).toHaveLength(22);
    expect(said.at(-1)).toBe('(5 more are not shown.)');
    expect(await bench.edit('b.odd', { before: many, after: 'fine\n' })).toBe('');
  });

  it('ends with the session, with all that it started, however it resists', async () => {
    const bench = await withServer('stubborn');
    expect((await bench.call(hover)).content).toBe('fine');
    const pids = bench
      .log()
      .flatMap((line) => /^(?:start|child) (\d+)/.exec(line)?.[1] ?? [])
      .map(Number);
    const running = () => taggedProcesses(`${SERVER_TAG}=`).filter((pid) => pids.includes(pid));
    expect(running()).toHaveLength(2);
    await bench.session.end();
    expect(running()).toEqual([]);
  });

  it('is one for all calls of a session, and another for another session (STATE-02)', async () => {
    const [one, two] = await Promise.all([withServer('publishes'), withServer('publishes')]);
    await Promise.all([one.call(hover), one.call(hover), two.call(hover)]);
    expect(starts(one.log())).toBe(1);
    expect(starts(two.log())).toBe(1);
    expect(one.session.running()[0]?.server).not.toBe(two.session.running()[0]?.server);
    await one.session.end();
    expect((await two.call(hover)).content).toBe('fine');
    expect((await one.call(hover)).content).toContain('session has ended');
  });
});
