import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { root } from '../../lib/loadout.js';
import { tried } from './blocks.test-kit.js';

/** The compiler's complaints about these files. */
const compile = (project: string) =>
  new Promise<string>((resolve) => {
    execFile(join(root, 'node_modules/.bin/tsc'), ['-p', project, '--pretty', 'false'], (_, stdout, stderr) =>
      resolve(stdout + stderr),
    );
  });

/** The names that a block takes from the program around it, each with any value. */
const AROUND = [
  ['prompt', 'string'],
] as const;

it('TypeScript of the pages compiles against the packages (GAP-G1)', async () => {
  const blocks = tried('ts');
  expect(blocks.length).toBeGreaterThan(20);
  const folder = mkdtempSync(join(root, 'tests/all-packages/pages/.blocks-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  for (const { page, line, text } of blocks) {
    const own = join(folder, `${page.replace(/\W/g, '-')}-${line}`);
    mkdirSync(own);
    writeFileSync(join(own, 'block.ts'), `export {};\n${text}`);
  }
  const options = { skipLibCheck: true, strict: true, noUnusedLocals: false, noUnusedParameters: false };
  writeFileSync(
    join(folder, 'tsconfig.json'),
    JSON.stringify({ extends: '../../../../tsconfig.json', compilerOptions: options, include: ['**/*.ts'], exclude: [] }),
  );
  expect(await compile(folder)).toBe('');
});
