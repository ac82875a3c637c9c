import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { root } from './lib/loadout.js';
import { npmEnv } from './lib/npm-env.js';

const folder = realpathSync(mkdtempSync(join(tmpdir(), 'loadout-third-party-')));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const env = npmEnv(folder);
/** Blocks the worker, which meets no time limit of its test meanwhile. An `npm` that hangs would hold up all tests. */
const run = (command: string, args: readonly string[], cwd: string) =>
  execFileSync(command, args, { cwd, env, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'], timeout: 600_000 });

/** Tarballs as `npm publish` would send them: of the package in the folder, or of these workspaces of it. */
function pack(from: string, { into, workspaces = [] }: { into: string; workspaces?: readonly string[] }): readonly string[] {
  const chosen = workspaces.flatMap((name) => ['-w', `@loadout/${name}`]);
  const packed = JSON.parse(run('npm', ['pack', '--json', '--ignore-scripts', '--pack-destination', into, ...chosen], from)) as {
    filename: string;
  }[];
  return packed.map(({ filename }) => join(into, filename));
}

/** The packages that the guide installs from a clone (U1). */
function packedForAnInstall(): readonly string[] {
  const guide = readFileSync(join(root, 'docs/guide/getting-started.md'), 'utf8');
  return /^npm install \/\S+-\{([\w,-]+)\}-\*\.tgz$/m.exec(guide)?.[1]?.split(',') ?? [];
}

describe('a plugin of a stranger', () => {
  it('made with new:plugin, packed, and installed with the packed packages into an empty folder, runs from a YAML that names it (PLUG-06)', () => {
    const source = join(folder, 'source');
    run(process.execPath, [join(root, 'scripts/new-plugin.mjs'), 'glossary', '--dir', source], folder);
    symlinkSync(join(root, 'node_modules'), join(source, 'node_modules'));
    run('npm', ['run', 'build'], source);

    const tarballs = join(folder, 'tarballs');
    mkdirSync(tarballs);
    const ours = pack(root, { into: tarballs, workspaces: packedForAnInstall() });
    const plugin = pack(source, { into: tarballs });

    const project = join(folder, 'project');
    mkdirSync(project);
    writeFileSync(join(project, 'package.json'), JSON.stringify({ name: 'somebody', private: true }));
    run('npm', ['install', ...ours, ...plugin], project);
    const example = readFileSync(join(source, 'agent.config.yaml'), 'utf8');
    expect(example).toContain('use: ./dist/index.js');
    writeFileSync(join(project, 'agent.config.yaml'), example.replace('./dist/index.js', 'loadout-plugin-glossary'));

    expect(run('npx', ['loadout', 'check'], project)).toContain('ok');
    run('npx', ['loadout', 'trust', '--yes'], project);
    const result = JSON.parse(run('npx', ['loadout', 'run', '--output', 'json'], project)) as {
      outcome: string;
      toolCalls: number;
      text: string;
    };
    expect(result).toMatchObject({ outcome: 'success', toolCalls: 1 });
    const installed = JSON.parse(readFileSync(join(project, 'node_modules/loadout-plugin-glossary/package.json'), 'utf8')) as {
      files: string[];
    };
    expect(installed.files).toEqual(['dist']);
  });
});
