import { definePlugin } from '@loadout/core';
import { expect, it } from 'vitest';
import { mountPlugin } from './mount-plugin.js';

const given: unknown[] = [];
const plugin = definePlugin({
  name: 'lines',
  options: {
    type: 'object',
    properties: {
      most: { type: 'integer', default: 5 },
      far: { type: 'object', properties: { seconds: { type: 'number', default: 20 } } },
    },
    additionalProperties: false,
  },
  setup({ options }) {
    given.push(options);
    return { tools: [] };
  },
});

it('setup gets the defaults of the schema, also those of an inner object', async () => {
  await mountPlugin(plugin);
  await mountPlugin(plugin, { options: { far: {} } });
  expect(given).toEqual([{ most: 5 }, { most: 5, far: { seconds: 20 } }]);
});

it('options that the schema refuses never reach setup', async () => {
  const count = given.length;
  await expect(mountPlugin(plugin, { options: { most: 'x' } })).rejects.toMatchObject({ code: 'OPTIONS_REFUSED' });
  expect(given).toHaveLength(count);
});
