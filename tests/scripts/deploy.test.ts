import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { Ajv } from 'ajv';
import { expect, it, onTestFinished } from 'vitest';
import { parse, parseAllDocuments } from 'yaml';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const read = (path: string) => readFileSync(join(ROOT, path), 'utf8');
const version = (JSON.parse(read('packages/cli/package.json')) as { version: string }).version;

/** The commands of Loadout in a text, without words that depend on an input. */
const commandsIn = (text: string) =>
  [...text.matchAll(/npx --offline --no-install @loadout\/cli ([^|\n]*(?:\\\n[^\n]*)*)/g)]
    .map(([, words = '']) => words.split(/[\s"\\]+/).filter((word) => /^[a-z-]+$/.test(word)))
    .filter(([name]) => name === 'check' || name === 'lock' || name === 'test')
    .map((words) => words.slice(0, words[0] === 'lock' ? 3 : 2).join(' '));

it('the template for GitLab runs the commands of the action, and the guide has them too', () => {
  const { loadout } = parse(read('deploy/gitlab.yml')) as { loadout: { script: readonly string[] } };
  const expected = ['check --require-trust', 'lock verify --require-trust', 'test --reporter'];
  expect(commandsIn(read('action.yml'))).toEqual(expected);
  expect(commandsIn(loadout.script.join('\n'))).toEqual(expected);
  expect(commandsIn(read('docs/guide/ci.md'))).toEqual(expect.arrayContaining(expected));
});

it('each flag that the containers pass is one of the worker, and each variable is in the documentation', () => {
  const worker = /## `loadout worker`\n[\s\S]*?(?=\n## )/.exec(read('docs/reference/commands.md'))?.[0] ?? '';
  const documentation = worker + read('docs/guide/engine.md') + read('docs/guide/ci.md');
  for (const file of ['deploy/compose.yaml', 'deploy/kubernetes.yaml']) {
    const used = read(file)
      .split('\n')
      .filter((line) => !line.startsWith('#'))
      .join('\n');
    const inUse = [...used.matchAll(/(?<=[\s[])--?[a-z][a-z-]*/g)].map(([flag]) => flag);
    expect(inUse.length).toBeGreaterThan(2);
    expect(inUse.filter((flag) => !worker.includes(flag))).toEqual([]);
    const variables = [...used.matchAll(/\bLOADOUT_[A-Z_]+/g)].map(([name]) => name);
    expect(variables.filter((name) => !documentation.includes(name))).toEqual([]);
  }
});

it('the containers take the image of this version, read-only and without rights', () => {
  const { services } = parse(read('deploy/compose.yaml')) as { services: { worker: Record<string, unknown> } };
  expect(services.worker).toMatchObject({
    image: `ghcr.io/loadout-agents/loadout:${version}`,
    read_only: true,
    cap_drop: ['ALL'],
  });
  const [deployment] = parseAllDocuments(read('deploy/kubernetes.yaml')).map((one) => JSON.stringify(one.toJS()));
  expect(deployment).toContain(`"image":"ghcr.io/loadout-agents/loadout:${version}"`);
  expect(deployment).toContain('"readOnlyRootFilesystem":true');
});

it('the image installs packages that are published', () => {
  const names = [...read('deploy/install.sh').matchAll(/@loadout\/([a-z-]+)@/g)].map(([, name = '']) => name);
  expect(names.length).toBeGreaterThan(5);
  const isPublished = (name: string) =>
    existsSync(join(ROOT, 'packages', name)) &&
    (JSON.parse(read(`packages/${name}/package.json`)) as { private?: boolean }).private !== true;
  expect(names.filter((name) => !isPublished(name))).toEqual([]);
});

it('the schema of the stable address is draft 07, takes each example, and refuses a misspelt key', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'loadout-schema-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const script = (await import(pathToFileURL(join(ROOT, 'site/assemble/schemas.mjs')).href)) as {
    writeSchemas(folder: string): Promise<void>;
  };
  await script.writeSchemas(folder);
  const schema = JSON.parse(readFileSync(join(folder, 'v1.json'), 'utf8')) as { $id: string; $schema: string };
  expect(schema.$schema).toBe('http://json-schema.org/draft-07/schema#');
  expect(schema.$id).toBe((JSON.parse(read('deploy/schemastore.json')) as { url: string }).url);
  const accepts = new Ajv({ strict: false }).compile(schema);
  const refused = readdirSync(join(ROOT, 'examples')).filter(
    (name) => !accepts(parse(read(`examples/${name}/agent.config.yaml`))),
  );
  expect(refused).toEqual([]);
  expect(accepts({ agents: { one: { instructions: 'Work.', limits: { trns: 3 } } } })).toBe(false);
});
