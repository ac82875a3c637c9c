import { describe, expect, it } from 'vitest';
import { fromAiSdkTools, fromLangChainTools, fromMastraTools, toolkit } from '../index.js';
import { openLab } from '../lab.test-kit.js';
import { foreignOutput } from './foreign-output.js';

const none = { type: 'object', properties: {} };

describe('tools of another toolkit', () => {
  it('are given hints by their names', async () => {
    const plugin = fromAiSdkTools(
      { find: { description: 'Finds.', execute: () => 'found' } },
      { annotations: { find: { readOnlyHint: true, openWorldHint: false } } },
    );
    const { kit } = await openLab({ plugins: { lab: plugin } });
    const find = kit.standard().find(({ name }) => name === 'lab__find');
    expect(find?.annotations).toMatchObject({ readOnlyHint: true, openWorldHint: false, destructiveHint: true });
  });

  it.each([
    [fromAiSdkTools({ find: {} }), 'it has no execute function'],
    [fromMastraTools({ find: { id: 'find' } }), 'it has no execute function'],
    [fromLangChainTools([{ name: 'find', invoke: async () => '' }]), 'it has no schema'],
    [fromAiSdkTools({ find: { execute: () => '' } }, { annotations: { fnd: {} } }), 'there is no such tool'],
  ])('that cannot run here are refused with the reason (%#)', async (plugin, problem) => {
    await expect(toolkit({ plugins: { lab: plugin } })).rejects.toThrow(problem);
  });

  it.each([
    ['the AI SDK', (asks: unknown) => fromAiSdkTools({ go: { needsApproval: asks, execute: () => 'went' } })],
    ['Mastra', (asks: unknown) => fromMastraTools({ go: { id: 'go', requireApproval: asks, execute: () => 'went' } })],
  ])('ask for approval as %s lets them: never, always, or for some inputs', async (_, pluginOf) => {
    const went = async (asks: unknown, input: unknown) => {
      const { kit } = await openLab({ plugins: { lab: pluginOf(asks) }, permissions: { allow: ['lab__go'] } });
      return (await kit.call({ name: 'lab__go', input })).text === 'went';
    };
    const some = (input: unknown) => (input as { danger?: true }).danger === true;
    expect(await Promise.all([went(undefined, {}), went(false, {}), went(null, {}), went(some, {})])).not.toContain(false);
    expect(await Promise.all([went(true, {}), went(async () => true, {}), went(some, { danger: true })])).not.toContain(true);
  });

  it('are described by their names if they have no text that describes them', async () => {
    const { kit } = await openLab({ plugins: { lab: fromMastraTools({ go: { id: 'go', description: 7, execute: () => '' } }) } });
    expect(kit.standard().find(({ name }) => name === 'lab__go')?.description).toBe('go');
  });

  it('may yield results; the last one counts', async () => {
    async function* execute() {
      yield 'half';
      yield 'whole';
    }
    const { kit } = await openLab({
      plugins: { lab: fromAiSdkTools({ steps: { execute } }) },
      permissions: { allow: ['lab__steps'] },
    });
    expect(await kit.call({ name: 'lab__steps', input: {} })).toMatchObject({ text: 'whole' });
  });

  it('keep the check of a schema of the AI SDK itself', async () => {
    const validate = (value: { n: number }) =>
      value.n > 1 ? { success: true, value } : { success: false, error: new Error('n is small') };
    const inputSchema = { jsonSchema: Promise.resolve(none), validate };
    const { kit } = await openLab({
      plugins: { lab: fromAiSdkTools({ big: { inputSchema, execute: () => 'ok' } }) },
      permissions: { allow: ['lab__big'] },
    });
    expect(await kit.call({ name: 'lab__big', input: { n: 1 } })).toMatchObject({ text: expect.stringContaining('n is small') });
    expect(await kit.call({ name: 'lab__big', input: { n: 2 } })).toMatchObject({ text: 'ok' });
  });

  it('of our own hosts come back as they were', async () => {
    const { kit } = await openLab({ permissions: { allow: ['lab__stamp'] } });
    const { kit: outer } = await openLab({
      plugins: { far: fromAiSdkTools(kit.aiSdk()) },
      permissions: { allow: ['far__lab__stamp'] },
    });
    expect(await outer.call({ name: 'far__lab__stamp', input: { what: 'a' } })).toMatchObject({ text: 'Stamped a.' });
  });
});

describe('a result of another toolkit', () => {
  const image = { type: 'image', data: 'AAAA', mimeType: 'image/png' };
  it.each([
    ['text', { content: [{ type: 'text', text: 'text' }] }],
    [undefined, { content: [{ type: 'text', text: '' }] }],
    [{ a: 1 }, { content: [{ type: 'text', text: '{"a":1}' }], structuredContent: { a: 1 } }],
    [{ type: 'text', text: 'one' }, { content: [{ type: 'text', text: 'one' }] }],
    [[{ type: 'input_text', text: 'x' }, image], { content: [{ type: 'text', text: 'x' }, image] }],
    [{ type: 'image_url', image_url: { url: 'data:image/png;base64,AAAA' } }, { content: [image] }],
    [{ type: 'image_url', image_url: 'data:image/png;base64,AAAA' }, { content: [image] }],
    [{ type: 'image', image: { data: 'AAAA', mediaType: 'image/png' } }, { content: [image] }],
    [{ type: 'image', image: 'data:image/png;base64,AAAA' }, { content: [image] }],
    [{ type: 'image', source_type: 'base64', mime_type: 'image/png', data: 'AAAA' }, { content: [image] }],
    [{ type: 'media', data: 'AAAA', mediaType: 'image/png' }, { content: [image] }],
    [{ type: 'file', data: { type: 'data', data: 'AAAA' }, mediaType: 'image/png' }, { content: [image] }],
    [{ type: 'image', source: { type: 'base64', media_type: 'image/png', data: 'AAAA' } }, { content: [image] }],
    [{ type: 'image', image: new Uint8Array([0, 0, 0]), mediaType: 'image/png' }, { content: [image] }],
    [
      { type: 'image-url', url: 'https://example.com/a.png' },
      { content: [{ type: 'resource_link', uri: 'https://example.com/a.png' }] },
    ],
    [
      { type: 'file-data', data: 'AAAA', mediaType: 'application/pdf' },
      { content: [{ type: 'resource', resource: { uri: 'data:', mimeType: 'application/pdf', blob: 'AAAA' } }] },
    ],
    [[{ type: 'text', text: 'x' }, { odd: 1 }], { structuredContent: [{ type: 'text', text: 'x' }, { odd: 1 }] }],
  ])('is read part by part: %j', (value, expected) => {
    expect(foreignOutput(value)).toMatchObject(expected);
  });
});
