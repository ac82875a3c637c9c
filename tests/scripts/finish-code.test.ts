import { describe, expect, it } from 'vitest';
import { finishCode } from '../../configs/finish-code.js';

/** Runs the code as a module and returns its exports. */
const run = async <T>(code: string): Promise<T> => import(`data:text/javascript,${encodeURIComponent(code)}`) as Promise<T>;

describe('a finished file', () => {
  it('takes modules of Node without import, however they were imported', async () => {
    const code = finishCode(`
      import { join, sep as separator } from 'node:path';
      import os, { EOL } from 'node:os';
      import * as url from 'node:url';
      import 'node:fs';
      export const all = () => [join('a', 'b'), separator, typeof os.cpus, EOL, url.pathToFileURL('/x').href];
    `);
    expect(code).not.toMatch(/\bimport\b/);
    const { all } = await run<{ all(): unknown[] }>(code);
    expect(all()).toEqual(['a/b', '/', 'function', '\n', 'file:///x']);
  });

  it('keeps other imports, and texts that look like one', () => {
    const code = finishCode(
      `import { x } from './x.js';\nexport const text = \`\nimport { join } from 'node:path';\n\`, more = x;`,
    );
    expect(code).toContain('from"./x.js"');
    expect(code).toContain("import { join } from 'node:path';");
  });

  it('keeps the names of functions and classes, so that the trace of an error can be read', async () => {
    const code = finishCode(`
      class OddError extends Error {}
      const refuse = (reason) => { throw new OddError(reason); };
      function check(value) { const problem = 'is ' + value; refuse(problem); }
      export function start() { try { check('odd'); } catch (error) { return [error.constructor.name, error.message, error.stack]; } }
    `);
    const [name, message, stack] = (await run<{ start(): string[] }>(code)).start();
    expect([name, message]).toEqual(['OddError', 'is odd']);
    expect(stack).toMatch(/at refuse [\s\S]*at check [\s\S]*at Module\.start /);
  });

  it('is never one long line, because Node shows the line of an error', () => {
    const many = Array.from({ length: 200 }, (_, index) => `export const value${index} = () => ${index};`).join('\n');
    expect(
      Math.max(
        ...finishCode(many)
          .split('\n')
          .map(({ length }) => length),
      ),
    ).toBeLessThan(1_000);
  });
});
