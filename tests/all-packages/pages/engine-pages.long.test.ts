import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { globSync } from 'tinyglobby';
import { describe, expect, it, onTestFinished } from 'vitest';
import { findDefinition } from '../../../packages/cli/src/arguments/definition.js';
import { parseArguments } from '../../../packages/cli/src/arguments/parse-arguments.js';
import { allCommands } from '../../../packages/cli/src/packaged/own-commands.js';
import { environmentOf, project, root } from '../../lib/loadout.js';
import { linesOf, readersShell } from '../../lib/readers-shell.js';
import { tried } from './blocks.test-kit.js';

const README = 'packages/engine-restate/README.md';
const pages = [
  ...['docs/guide/many-machines.md', 'docs/guide/engine.md', 'docs/guide/internet-scale.md', README],
  ...globSync(['docs/guide/engine/*.md', 'docs/guide/internet-scale/*.md'], { cwd: root }),
];
const lines = pages.flatMap((page) =>
  tried('sh').flatMap((block) =>
    block.page === page ? linesOf(block.text).map((line) => ({ page, line: line.replace(/ +# .*/, '') })) : [],
  ),
);
const starting = (form: RegExp) => lines.filter(({ line }) => form.test(line));

const LOADOUT = /^(?:\w+=\S+ )?loadout (.*)/;
const LOCAL = /^(?:npm|openssl|export) /;
const PROGRAM = /^node (\S+)/;
/** These need a network, or a server of the page. */
const ABSENT = /^(?:curl -sN localhost|git fetch https:)/;

const wordsOf = (line: string) => [...line.matchAll(/"([^"]*)"|'([^']*)'|(\S+)/g)].map(([, a, b, c]) => a ?? b ?? c ?? '');

it('many machines is a short start, and the rest is behind it (GAP-G8)', () => {
  const words = (page: string) => readFileSync(join(root, page), 'utf8').split(/\s+/).length;
  expect(words('docs/guide/many-machines.md')).toBeLessThan(600);
});

describe('what a reader types about the engine (GAP-G1)', () => {
  it.each(starting(LOADOUT))('is understood: $line', ({ line }) => {
    const found = findDefinition(wordsOf(LOADOUT.exec(line)?.[1] ?? ''), allCommands());
    expect(found).toBeDefined();
    if (found !== undefined) expect(() => parseArguments(found.definition, found.rest)).not.toThrow();
  });

  it('goes well where it needs no engine', async () => {
    const cwd = root;
    const shell = readersShell({ cwd, home: project({}), env: environmentOf({ cwd: project({}) }) });
    onTestFinished(async () => void (await shell.close()));
    const place = project({});
    await shell.type(`cd ${place}`);
    for (const { line } of starting(LOCAL)) await shell.type(line.startsWith('npm run') ? `(cd ${root} && ${line})` : line);
    expect(existsSync(join(place, 'engine.key'))).toBe(true);
  });

  it('names programs of this repository', () => {
    const programs = starting(PROGRAM).map(({ line }) => PROGRAM.exec(line)?.[1] ?? '');
    expect(programs.filter((file) => !existsSync(join(root, file)))).toEqual([]);
  });

  it('is nothing else, and the first block of the guide is what the README of the engine shows, which its suite runs', () => {
    const others = lines.filter(({ line }) => ![LOADOUT, LOCAL, PROGRAM, ABSENT].some((form) => form.test(line)));
    expect(others).toEqual([]);
    const typedOn = (page: string) => lines.flatMap((one) => (one.page === page ? [one.line.trim()] : []));
    expect(typedOn('docs/guide/many-machines.md').slice(0, 5)).toEqual(typedOn(README));
  });
});
