import { toolkit } from '@loadout/adapters';
import type { Plugin } from '@loadout/core';
import { scriptedModel } from '@loadout/model-script';
import { createAgent } from '@loadout/runner';
import { describe, expect, it, onTestFinished } from 'vitest';
import { PIXEL } from './scenario.js';

/** The work of the tools, which each host wraps with its own constructor. */
export const WORK = {
  /** Takes `{ city: string, days?: number }`. */
  forecast: ({ city, days = 1 }: { city: string; days?: number | undefined }) => ({ city, days, sky: 'clear' }),
  fail: (): string => {
    throw new Error('The printer is on fire.');
  },
  pixel: PIXEL,
  /** Waits until it is aborted. */
  wait: (signal: AbortSignal | undefined, told: () => void): Promise<string> =>
    new Promise((resolve) => {
      signal?.addEventListener('abort', () => resolve('aborted'), { once: true });
      told();
    }),
};

export interface InwardHost {
  readonly name: string;
  /** The tools forecast, fail, picture, wait, and danger, which asks for approval itself. `waiting` is told when wait runs. */
  plugin(waiting: () => void): Plugin;
  /** Whether a tool can ask for approval itself. Default true. */
  readonly canAsk?: boolean;
  /** The text of a tool that failed. Default: the thrown message. */
  readonly failure?: string;
}

export function describeInward(host: InwardHost): void {
  const open = async (options: { ask?: boolean; allow?: string[]; waiting?: () => void } = {}) => {
    const asked: string[] = [];
    const kit = await toolkit({
      plugins: { lab: host.plugin(options.waiting ?? (() => {})) },
      env: { PATH: process.env.PATH },
      permissions: { allow: options.allow ?? ['lab__forecast', 'lab__fail', 'lab__picture', 'lab__wait', 'lab__danger'] },
      ...(options.ask === true
        ? {
            ask: ({ toolName }) => {
              asked.push(toolName);
              return { behavior: 'allow' as const };
            },
          }
        : {}),
    });
    onTestFinished(kit.close);
    return { kit, asked };
  };

  describe(`tools of ${host.name} under Loadout`, () => {
    it('are listed with their names, descriptions and JSON Schemas, as destructive and open to the world', async () => {
      const { kit } = await open();
      const forecast = kit.standard().find(({ name }) => name === 'lab__forecast');
      expect(forecast).toMatchObject({
        description: 'Tells the weather.',
        jsonSchema: { type: 'object', properties: { city: { type: 'string' }, days: {} }, required: ['city'] },
        annotations: { readOnlyHint: false, destructiveHint: true, openWorldHint: true },
      });
    });

    it('run in an agent of Loadout, and their data is structured content', async () => {
      const agent = await createAgent({
        model: scriptedModel([{ tools: [{ name: 'lab__forecast', input: { city: 'Oslo' } }] }, { text: 'Clear.' }]),
        plugins: { lab: host.plugin(() => {}) },
        permissions: { allow: ['lab__forecast'] },
        env: { PATH: process.env.PATH },
      });
      onTestFinished(() => agent.close());
      expect(await agent.run('Go.').result).toMatchObject({ outcome: 'success', toolCalls: 1, denials: [] });
      const { kit } = await open();
      const result = await kit.call({ name: 'lab__forecast', input: { city: 'Oslo', days: 2 } });
      expect(result).toMatchObject({ isError: false });
      expect(JSON.parse(result.text)).toEqual({ city: 'Oslo', days: 2, sky: 'clear' });
    });

    it('are asked about, or denied where nobody is there to ask, unless a rule allows them', async () => {
      const { kit } = await open({ allow: [] });
      expect(await kit.call({ name: 'lab__forecast', input: { city: 'Oslo' } })).toMatchObject({
        outcome: 'denied',
        text: expect.stringContaining('Nobody is there to ask'),
      });
      const { kit: asking, asked } = await open({ allow: [], ask: true });
      expect(await asking.call({ name: 'lab__forecast', input: { city: 'Oslo' } })).toMatchObject({ isError: false });
      expect(asked).toEqual(['lab__forecast']);
    });

    const approval = async () => {
      const { kit } = await open();
      expect(await kit.call({ name: 'lab__danger', input: {} })).toMatchObject({
        outcome: 'denied',
        text: expect.stringContaining('asks for approval'),
      });
      const { kit: asking, asked } = await open({ ask: true });
      expect(await asking.call({ name: 'lab__danger', input: {} })).toMatchObject({ text: 'Boom.' });
      expect(asked).toEqual(['lab__danger']);
    };
    if (host.canAsk !== false) it('that ask for approval are asked about even if a rule allows them', approval);

    it('refuse an input that does not fit, before they run', async () => {
      const { kit } = await open();
      expect(await kit.call({ name: 'lab__forecast', input: { days: 2 } })).toMatchObject({
        outcome: 'refused',
        text: expect.stringContaining('city'),
      });
    });

    it('tell of a failure as an error result', async () => {
      const { kit } = await open();
      const result = await kit.call({ name: 'lab__fail', input: {} });
      expect(result.isError).toBe(true);
      expect(result.text).toContain(host.failure ?? 'The printer is on fire.');
    });

    it('give a picture as a picture', async () => {
      const { kit } = await open();
      const { content } = await kit.call({ name: 'lab__picture', input: {} });
      expect(content.find(({ type }) => type === 'image')).toEqual({ type: 'image', data: PIXEL, mimeType: 'image/png' });
    });

    it('are aborted with the call', async () => {
      const abort = new AbortController();
      const { kit } = await open({ waiting: () => abort.abort() });
      expect(await kit.call({ name: 'lab__wait', input: {}, signal: abort.signal })).toMatchObject({
        text: expect.stringMatching(/abort|interrupt/i),
      });
    });
  });
}
