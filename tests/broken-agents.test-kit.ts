import { cpSync, mkdtempSync, readFileSync, realpathSync, renameSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { judgeConfig } from '@loadout/config';
import { judgeTests } from '@loadout/test';
import { runCommand } from '../packages/cli/src/run-command.js';
import { memoryIo } from '../packages/cli/src/testing/memory-io.js';
import { root } from './lib/loadout.js';

/** A broken agent of `tests/broken-agents`, as its files say it. */
export interface BrokenAgent {
  readonly folder: string;
  readonly title: string;
  /** The consequence of the mistake. */
  readonly about: string;
  readonly config: string;
  readonly test: string;
  /** The lines that mend the configuration. */
  readonly mend: string;
}

const base = join(root, 'tests/broken-agents');

export function readBroken(folder: string): BrokenAgent {
  const read = (name: string) => readFileSync(join(base, folder, name), 'utf8').trimEnd();
  const [, title = '', about = ''] = /^# (.*)\n\n([\s\S]*)$/.exec(read('about.md')) ?? [];
  const config = read('agent.config.yaml');
  const mended = read('mended.config.yaml');
  return { folder, title, about, config, test: read('agent.test.yaml'), mend: changesBetween(config, mended) };
}

/** The lines that only one of the two texts has. */
function changesBetween(before: string, after: string): string {
  const without = (text: string, other: string, mark: string) => {
    const known = new Set(other.split('\n'));
    return text.split('\n').flatMap((line) => (known.has(line) ? [] : [`${mark}${line}`]));
  };
  return [...without(before, after, '-'), ...without(after, before, '+')].join('\n');
}

export interface Played {
  readonly code: number;
  readonly output: string;
}

/** Runs `loadout test` in a copy of the folder, which its author trusts. */
export async function play(folder: string, version: 'broken' | 'mended'): Promise<Played> {
  const cwd = realpathSync(mkdtempSync(join(tmpdir(), 'loadout-broken-')));
  try {
    cpSync(join(base, folder), cwd, { recursive: true });
    symlinkSync(join(root, 'node_modules'), join(cwd, 'node_modules'));
    if (version === 'mended') renameSync(join(cwd, 'mended.config.yaml'), join(cwd, 'agent.config.yaml'));
    return await testIn(cwd);
  } finally {
    rmSync(cwd, { recursive: true, force: true });
  }
}

/** Runs `loadout test` in a folder whose author trusts it. */
export async function testIn(cwd: string, flags: readonly string[] = []): Promise<Played> {
  const file = join(cwd, 'agent.config.yaml');
  const trust = { file: join(cwd, 'nobody.json') };
  const verdicts = [await judgeConfig({ cwd, file, env: {}, trust }), await judgeTests(file, trust)];
  const env = { PATH: process.env.PATH, LOADOUT_TRUST: verdicts.map(({ hash }) => hash).join(' ') };
  const { io, written } = memoryIo({ cwd, env });
  const code = await runCommand(['test', ...flags], io);
  return { code, output: written().all.replaceAll(`${cwd}/`, '') };
}

/** The first failure in the output: place, lines of the file, the difference. */
export function failureIn(output: string): string {
  const [, block = ''] = /^✗ .*\n([\s\S]*?)\n {2}Run it alone/m.exec(output) ?? [];
  const [first = ''] = block.split('\n\n');
  return first.replace(/^ {2}/gm, '');
}
