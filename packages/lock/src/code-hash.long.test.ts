import { cpSync, mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { loadConfig } from '@loadout/config';
import { describe, expect, it, onTestFinished } from 'vitest';
import { codeHash } from './code-hash.js';

const FILES = {
  'agent.config.yaml': `plugins: { own: ./own.mjs, folder: ./folder, crm: crm }
hooks: { PreToolUse: [{ matcher: Bash, hooks: [{ type: command, command: ./guard.sh }] }] }
mcpServers: { near: { command: node, args: [./server.mjs] } }
skills: { dirs: ./skills }
agents: { main: { instructions: Work. } }
`,
  'own.mjs': "import './part.mjs';\nexport default { name: 'own', setup: () => ({}) };\n",
  'part.mjs': '// A part of the plugin.\n',
  'folder/index.js': "export default { name: 'folder', setup: () => ({}) };\n",
  'folder/package.json': '{ "type": "module", "main": "./index.js" }',
  'node_modules/crm/package.json':
    '{ "name": "crm", "version": "1.0.0", "type": "module", "main": "./index.js", "loadout": { "tools": [] } }',
  'node_modules/crm/index.js': "export default { name: 'crm', setup: () => ({}) };\n",
  'guard.sh': '#!/bin/sh\nexit 0\n',
  'server.mjs': '// A server.\n',
  'skills/write/SKILL.md': '---\nname: write\ndescription: Writes.\n---\nWrite.\n',
  'skills/write/help.sh': 'echo help\n',
};

function folder(): string {
  const dir = realpathSync(mkdtempSync(join(tmpdir(), 'loadout-code-')));
  onTestFinished(() => rmSync(dir, { recursive: true, force: true }));
  return dir;
}

function written(): string {
  const dir = folder();
  for (const [name, text] of Object.entries(FILES)) {
    mkdirSync(dirname(join(dir, name)), { recursive: true });
    writeFileSync(join(dir, name), text);
  }
  return dir;
}

async function hashOf(dir: string): Promise<string> {
  const options = { env: { HOME: dir }, trust: { file: join(dir, 'none.json') } };
  const { plan } = await loadConfig({ cwd: dir, ...options, trust: undefined });
  return codeHash(plan, options);
}

const CODE = ['own.mjs', 'part.mjs', 'folder/index.js', 'node_modules/crm/index.js', 'guard.sh', 'server.mjs'];

describe('the hash of the code that a plan runs', () => {
  it.each([...CODE, 'skills/write/SKILL.md', 'skills/write/help.sh'])(
    'changes with one byte of %s, without a lock (F24)',
    async (name) => {
      const dir = written();
      const before = await hashOf(dir);
      writeFileSync(join(dir, name), `${FILES[name as keyof typeof FILES]}\n`);
      expect(await hashOf(dir)).not.toBe(before);
    },
  );

  it('is the same while turbo writes the log of a task into the folder of a package', async () => {
    const dir = written();
    const before = await hashOf(dir);
    mkdirSync(join(dir, 'node_modules/crm/.turbo'));
    writeFileSync(join(dir, 'node_modules/crm/.turbo/turbo-test.log'), 'passed\n');
    expect(await hashOf(dir)).toBe(before);
  });

  it('is the same for a copy elsewhere, with or without a repository around it and a lock file of npm', async () => {
    const dir = written();
    const copy = folder();
    cpSync(dir, join(copy, 'app'), { recursive: true });
    mkdirSync(join(copy, '.git'));
    const locked = { packages: { 'node_modules/crm': { version: '1.0.0', integrity: 'sha512-of-the-archive' } } };
    writeFileSync(join(copy, 'app/package-lock.json'), JSON.stringify(locked));
    expect(await hashOf(join(copy, 'app'))).toBe(await hashOf(dir));
  });
});
