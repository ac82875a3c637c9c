import {
  type AnyTool,
  definePlugin,
  defineService,
  defineTool,
  type HookFields,
  type Plugin,
  type PluginParts,
} from '@loadout/core';
import { describe, expect, it } from 'vitest';

interface Listed {
  readonly tools: readonly Readonly<Record<string, unknown>>[];
}

const { listingOf } = (await import(new URL('../../configs/write-listing.mjs', import.meta.url).href)) as {
  readonly listingOf: (plugin: Plugin, context: { readonly version: string }) => Promise<Listed>;
};

const listing = (parts: PluginParts | Promise<PluginParts>, options?: object) =>
  listingOf(definePlugin({ name: 'p', ...options, setup: () => parts }), { version: '1.0.0' });

const tool = defineTool({ name: 'T', description: 'Does.', call: () => '' });

describe('the listing of a plugin', () => {
  it('holds of a tool all but its functions, of which it says that they are there (PLUG-01)', async () => {
    const Store = defineService<object>('Store');
    const full = defineTool({
      name: 'T',
      aliases: ['U'],
      description: 'Does.',
      inputSchema: { city: 'string' },
      inputAliases: { town: 'city' },
      outputSchema: { type: 'object' },
      annotations: { readOnlyHint: true },
      isReadOnly: true,
      isConcurrencySafe: ({ city }) => city === 'Oslo',
      maxResultChars: Number.POSITIVE_INFINITY,
      timeoutMs: 5,
      deferral: 'may',
      needs: [Store],
      access: () => [],
      call: () => '',
    });
    expect((await listing({ tools: [full as AnyTool] })).tools).toEqual([
      {
        name: 'T',
        aliases: ['U'],
        description: 'Does.',
        inputSchema: { type: 'object', properties: { city: { type: 'string' } }, required: ['city'] },
        inputAliases: { town: 'city' },
        outputSchema: { type: 'object' },
        annotations: { readOnlyHint: true },
        isReadOnly: true,
        isConcurrencySafe: 'input',
        maxResultChars: 'Infinity',
        timeoutMs: 5,
        deferral: 'may',
        needs: ['Store'],
        functions: ['call', 'access'],
      },
    ]);
  });

  it('holds hooks without what they run, and services by their keys', async () => {
    const parts: PluginParts = {
      hooks: { Stop: () => ({}), PostToolUse: [{ name: 'h', matcher: 'Edit', afterUse: true, run: () => ({}) }] },
      services: [
        { service: { key: 'A' }, shared: true, create: () => 1 },
        { service: { key: 'B' }, create: () => 2 },
      ],
      toolSource: { keptInState: true, open: () => ({}) as never },
    };
    expect(await listing(parts)).toEqual({
      name: 'p',
      version: '1.0.0',
      api: 1,
      tools: [],
      hooks: { Stop: [{}], PostToolUse: [{ name: 'h', matcher: 'Edit', afterUse: true }] },
      services: [{ key: 'A', shared: true }, { key: 'B' }],
      toolSource: { keptInState: true },
    });
  });

  it('keeps every field of a hook', async () => {
    const fields: Required<HookFields> = {
      name: 'h',
      matcher: 'Edit',
      if: 'Edit(src/**)',
      phase: 'guard',
      onFailure: 'continue',
      timeoutSeconds: 5,
      external: true,
      once: true,
      background: 'rewake',
      afterUse: true,
      messageTo: 'person',
      statusMessage: 'Looking',
      identity: 'h',
      position: { file: '/w/agent.config.yaml', line: 3, column: 5 },
    };
    const listed = await listing({ hooks: { PostToolUse: { ...fields, run: () => ({}) } } });
    expect(listed).toMatchObject({ hooks: { PostToolUse: [fields] } });
  });

  it('ends what it has set up', async () => {
    let ended = 0;
    await listing({ tools: [tool], dispose: () => void ended++ });
    expect(ended).toBe(1);
  });

  it.each([
    ['a model', { model: {} as never }, 'it brings model'],
    ['hook types', { hookTypes: {} }, 'it brings hookTypes'],
    ['a tool source that finds tools', { toolSource: { open: () => ({}) as never } }, 'its tool source must be opened'],
    ['a tool with a member that is not known', { tools: [{ ...tool, color: 'red' }] }, 'its tool T has color'],
    ['parts that are not there at once', Promise.resolve({}), 'it is not ready at once'],
  ])('is refused for %s, with the reason', async (_, parts, why) => {
    await expect(listing(parts as PluginParts)).rejects.toThrow(why);
  });

  it('is refused for a plugin that needs options', async () => {
    const options = { type: 'object', properties: { url: { type: 'string' } }, required: ['url'] };
    await expect(listing({}, { options })).rejects.toThrow('it needs options');
  });
});
