import { execFileSync } from 'node:child_process';
import { dirname, join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { type Bench, setUp } from '../testing/bench.js';

const benches: Bench[] = [];
afterEach(async () => {
  for (const bench of benches.splice(0)) await bench.dispose();
});

const FILES = {
  'a.rb': 'def weather(city)\n  city\nend\nputs weather("Rome")\n',
  'in/b.rb': 'class Weatherman\n  def report = weather(1)\nend\n',
  'secret.rb': 'def weather\nend\n',
  'c.py': 'def weather(): pass\n',
};

async function bench(options: object = { textSearch: true }): Promise<Bench> {
  const made = await setUp(options, { path: dirname(process.execPath) });
  benches.push(made);
  made.write(FILES);
  return made;
}

describe('LSP where no server can be used (G10)', () => {
  it.each([
    ['goToDefinition', { line: 4, character: 7 }, ['a.rb:1:1  def weather(city)', 'secret.rb:1:1  def weather']],
    ['findReferences', { line: 4, query: 'weather' }, ['a.rb:1:5', 'a.rb:4:6', 'in/b.rb:2:16', 'secret.rb:1:5']],
  ])('%s is answered from the text of files of the kind, and the answer says so', async (operation, where, places) => {
    const { content, isError, structured } = await (await bench()).call({ operation, file_path: 'a.rb', ...where });
    expect([isError, structured.isTextSearch]).toEqual([false, true]);
    expect(content).toMatch(/^No language server is known for .*Instead, the text of files was searched for "weather"/);
    for (const place of places) expect(content).toContain(place);
    expect(content).not.toContain('c.py');
  });

  it('symbols are found by a part of their name, in files of every kind', async () => {
    const { content } = await (await bench()).call({ operation: 'workspaceSymbol', query: 'weather' });
    for (const place of ['a.rb:1:1', 'in/b.rb:1:1', 'c.py:1:1']) expect(content).toContain(place);
  });

  it('shows no file that a rule keeps from being read', async () => {
    const made = await bench();
    const mayRead = (path: string) => !path.endsWith('secret.rb');
    const { content } = await made.call({ operation: 'workspaceSymbol', query: 'weather' }, { mayRead });
    expect(content).not.toContain('secret.rb');
  });

  it('is an error for a path that is no text file, such as a pipe, which is not waited for', async () => {
    const made = await bench();
    execFileSync('mkfifo', [join(made.folder, 'pipe.rb')]);
    const { isError, content } = await made.call({ operation: 'goToDefinition', file_path: 'pipe.rb', line: 1, character: 1 });
    expect([isError, content]).toEqual([true, expect.stringContaining('it is not a regular file')]);
  });

  it.each([
    [{ textSearch: true }, 'hover'],
    [{}, 'findReferences'],
  ])('is an error as before with %j for %s', async (options, operation) => {
    const { isError, content } = await (await bench(options)).call({ operation, file_path: 'a.rb', line: 4, character: 7 });
    expect([isError, content]).toEqual([true, expect.stringContaining('No language server is known')]);
  });
});
