import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { root } from '../lib/loadout.js';

const read = (path: string) => readFileSync(join(root, 'packages/acp', path), 'utf8');

const KNOWN = [
  'id',
  'name',
  'version',
  'description',
  'repository',
  'website',
  'authors',
  'license',
  'license_url',
  'distribution',
];

it('the entry for the registry of the protocol fits its format', () => {
  const entry = JSON.parse(read('registry/agent.json')) as Record<string, string> & {
    distribution: { npx: { package: string } };
  };
  const { name, bin, license } = JSON.parse(read('package.json')) as Record<string, string>;
  expect(entry.id).toMatch(/^[a-z][a-z0-9-]*$/);
  expect(Object.keys(entry).filter((key) => !KNOWN.includes(key))).toEqual([]);
  expect(entry.license).toBe(license);
  // The registry itself follows the versions on npm.
  expect(entry.version).toMatch(/^\d+\.\d+\.\d+$/);
  expect(entry.distribution).toEqual({ npx: { package: `${name}@${entry.version}` } });
  // The registry starts the package by its name, so that it has exactly one program.
  expect(Object.keys(bin ?? {})).toEqual(['loadout-acp']);
});

it('the icon has 16 pixels and the colour of the text around it', () => {
  const icon = read('registry/icon.svg');
  expect(icon).toMatch(/^<svg [^>]*width="16" height="16" viewBox="0 0 16 16"/);
  expect(new Set(icon.match(/(?<=(?:fill|stroke)=")[^"]*/g))).toEqual(new Set(['none', 'currentColor']));
});
