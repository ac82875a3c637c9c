import { existsSync, mkdirSync, mkdtempSync, readFileSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { configSchema } from '@loadout/config';
import { fromJsonSchema } from '@loadout/core';
import { expect, it } from 'vitest';
import { editorSchema, writeSchema } from './schema.js';

const crm = { api: 1, plugin: './x.js', options: { type: 'object', properties: { url: { type: 'string' } }, required: ['url'] } };
const manifests = { 'loadout-plugin-crm': crm, '@loadout/model-x': { api: 1, plugin: './x.js', model: true } };

it('names installed packages, beside all that a configuration has (CFG-04)', async () => {
  const schema = await editorSchema({ manifests });
  const properties = schema.properties as Record<string, Record<string, unknown>>;
  expect(Object.keys(properties)).toEqual(Object.keys((await configSchema()).properties as object));
  expect(schema).toMatchObject({ additionalProperties: false, patternProperties: { '^x-': {} } });
  expect(properties.plugins?.additionalProperties).toMatchObject({ examples: Object.keys(manifests) });
  expect(properties.providers?.additionalProperties).toMatchObject({ examples: ['@loadout/model-x'] });
});

it('checks the options of an installed plugin where `use` names it', async () => {
  const schema = await editorSchema({ manifests });
  const plugins = (schema.properties as Record<string, { additionalProperties: { allOf: { if: object; then: object }[] } }>)
    .plugins;
  const [condition] = plugins?.additionalProperties.allOf ?? [];
  const fits = (part: object, value: unknown) => (fromJsonSchema({ ...part }, 'test').parse(value) as { ok: boolean }).ok;
  expect(fits(condition?.if ?? {}, { use: 'loadout-plugin-crm@^2' })).toBe(true);
  expect(fits(condition?.if ?? {}, { use: 'loadout-plugin-crm-other' })).toBe(false);
  expect(fits(condition?.then ?? {}, { options: {} })).toBe(false);
  expect(fits(condition?.then ?? {}, { options: { url: 'x' } })).toBe(true);
});

it('is written inside of the folder alone, wherever a link of a repository leads', () => {
  const make = () => mkdtempSync(join(tmpdir(), 'loadout-schema-'));
  const [outside, viaFolder, viaFile, plain] = [make(), make(), make(), make()];
  symlinkSync(outside, join(viaFolder, '.loadout'));
  mkdirSync(join(viaFile, '.loadout'));
  symlinkSync(join(outside, 'schema.json'), join(viaFile, '.loadout', 'schema.json'));
  const refused = expect.objectContaining({ code: 'FILE_NOT_WRITTEN', message: expect.stringContaining('a link leads out of') });
  for (const dir of [viaFolder, viaFile]) expect(() => writeSchema(dir, '{}')).toThrow(refused);
  expect([existsSync(join(outside, 'schema.json')), readFileSync(writeSchema(plain, '{ }'), 'utf8')]).toEqual([false, '{ }']);
});
