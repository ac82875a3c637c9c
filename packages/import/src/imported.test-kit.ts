import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll } from 'vitest';
import { load, makeSandbox } from '../../config/src/load/sandbox.fixture.js';
import { importConfig } from './import-config.js';

const PACKAGES = [
  'hooks',
  'tool-agents',
  'tool-fs',
  'tool-shell',
  'tool-tasks',
  'tool-web',
  'mcp',
  'model-anthropic',
  'model-openai',
];

/** Imports files of a repository and loads the result, with no variable set. */
export function importing() {
  const sandbox = makeSandbox();
  beforeAll(() => {
    for (const name of PACKAGES) {
      const file = new URL(`../../${name}/package.json`, import.meta.url);
      sandbox.install(`@loadout/${name}`, JSON.parse(readFileSync(file, 'utf8')).loadout);
    }
  });
  afterAll(() => sandbox.remove());
  return async (file: string, files: Readonly<Record<string, string>>, prepare: (cwd: string) => void = () => {}) => {
    const cwd = sandbox.project(files);
    prepare(cwd);
    const made = await importConfig({ file: join(cwd, file), shown: file });
    writeFileSync(join(cwd, 'agent.config.yaml'), made.text);
    for (const { path, text } of made.files) {
      mkdirSync(dirname(join(cwd, path)), { recursive: true });
      writeFileSync(join(cwd, path), text);
    }
    const { plan } = await load(cwd, { keepParams: true });
    return { ...made, plan };
  };
}
