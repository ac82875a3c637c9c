import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { ROOT } from './load-script.js';

interface Job {
  readonly permissions?: Readonly<Record<string, string>>;
  readonly needs?: string;
  readonly if?: string;
  readonly steps: readonly { readonly run?: string; readonly uses?: string }[];
}

const FOLDER = join(ROOT, '.github/workflows');
const workflows = readdirSync(FOLDER).map((file) => {
  const text = readFileSync(join(FOLDER, file), 'utf8');
  return { file, text, ...(parse(text) as { permissions: unknown; jobs: Readonly<Record<string, Job>> }) };
});
const packageJson = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as {
  scripts: Readonly<Record<string, string>>;
  packageManager: string;
};
const commandsOf = ({ steps }: Job) => steps.flatMap(({ run }) => (run === undefined ? [] : [run]));

/** The jobs that write: packages, a release and its image, and the pages of the site. */
const WRITES: Readonly<Record<string, readonly string[]>> = { 'release.yml': ['publish', 'image'], 'site.yml': ['deploy'] };

describe.each(workflows)('the workflow $file', ({ file, text, permissions, jobs }) => {
  it('runs scripts that the repository has, so that anybody can run them', () => {
    const scripts = Object.values(jobs)
      .flatMap(commandsOf)
      .flatMap((command) => /^npm run (\S+)/.exec(command)?.[1] ?? []);
    expect(scripts.filter((name) => packageJson.scripts[name] === undefined)).toEqual([]);
  });

  it('reads no secret, and only reads the repository where it does not publish', () => {
    expect(text).not.toMatch(/secrets\.|NPM_TOKEN|NODE_AUTH_TOKEN/);
    expect(permissions).toEqual({ contents: 'read' });
    const mayWrite = Object.keys(jobs).filter((name) => jobs[name]?.permissions !== undefined);
    expect(mayWrite).toEqual(WRITES[file] ?? []);
  });
});

it('a publication is asked for, comes after a whole check and a dry run, and uses the npm of the repository', () => {
  const { check, publish, image } = workflows.find(({ file }) => file === 'release.yml')?.jobs ?? {};
  if (check === undefined || publish === undefined || image === undefined) throw new Error('release.yml has another shape.');
  expect([publish.needs, publish.if, publish.permissions]).toEqual([
    'check',
    "inputs.publish && github.ref == 'refs/heads/main'",
    { contents: 'write', 'id-token': 'write', attestations: 'write' },
  ]);
  // The image is made of the files of the release, and can write no more than the image.
  expect([image.needs, image.permissions]).toEqual(['publish', { contents: 'read', packages: 'write', 'id-token': 'write' }]);
  expect(commandsOf(check)).toEqual(['npm ci', 'npm run check', 'npm run release']);
  expect(commandsOf(publish)).toContain(`npm install --global ${packageJson.packageManager}`);
});
