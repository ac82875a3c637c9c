import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { FREE_OPTIONS } from '../trust/free-parts.js';
import { firstPartyTools, toolsOfPackage } from './first-party.js';

const PACKAGES = fileURLToPath(new URL('../../../../packages', import.meta.url));
const manifestOf = (use: string): { tools?: { name: string }[]; options?: { properties: object } } =>
  JSON.parse(readFileSync(`${PACKAGES}/${use.replace('@loadout/', '')}/package.json`, 'utf8')).loadout;

it.each(readdirSync(PACKAGES).filter((name) => name.startsWith('tool-')))('the tools of %s are known without it', (name) => {
  const use = `@loadout/${name}`;
  expect(toolsOfPackage(use)).toEqual(manifestOf(use).tools?.map((tool) => tool.name));
});

it('no tool belongs to two packages', () => expect(new Set(firstPartyTools).size).toBe(firstPartyTools.length));

it.each(Object.entries(FREE_OPTIONS))('%s has the options that need no trust (CFG-10)', (use, free) => {
  expect(Object.keys(manifestOf(use).options?.properties ?? {})).toEqual(expect.arrayContaining(Object.keys(free)));
});
