import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { adviceFor } from '../check/check-tools.js';
import { FREE_OPTIONS } from '../trust/free-parts.js';
import { firstPartyTools, toolsOfPackage } from './first-party.js';

const PACKAGES = fileURLToPath(new URL('../../../../packages', import.meta.url));
const manifestOf = (use: string): { tools?: { name: string }[]; options?: { properties: object } } =>
  JSON.parse(readFileSync(`${PACKAGES}/${use.replace('@loadout/', '')}/package.json`, 'utf8')).loadout;

it.each(readdirSync(PACKAGES).filter((name) => name.startsWith('tool-')))('the tools of %s are known without it', (name) => {
  const use = `@loadout/${name}`;
  expect(toolsOfPackage(use)).toEqual(manifestOf(use).tools?.map((tool) => tool.name));
});

it('a tool that a file of another program names by an alias leads to the plugin that offers it', () => {
  const noTools = { names: new Set<string>(), known: true } as unknown as Parameters<typeof adviceFor>[1];
  expect(adviceFor('Task', noTools)).toEqual({ nearest: undefined, fix: 'Add to plugins: agents: "@loadout/tool-agents"' });
  expect(adviceFor('KillShell', noTools).fix).toBe('Add to plugins: shell: "@loadout/tool-shell"');
});

it('no tool belongs to two packages', () => expect(new Set(firstPartyTools).size).toBe(firstPartyTools.length));

it.each(Object.entries(FREE_OPTIONS))('%s has the options that need no trust (CFG-10)', (use, free) => {
  expect(Object.keys(manifestOf(use).options?.properties ?? {})).toEqual(expect.arrayContaining(Object.keys(free)));
});
