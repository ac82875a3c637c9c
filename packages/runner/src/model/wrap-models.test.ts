import { describe, expect, it } from 'vitest';
import { model } from '../run/scripted.test-kit.js';
import { wrapModels } from './wrap-models.js';

const chosen = (provider: string, api: string) => ({
  provider: { ...model([{ text: provider }]), name: 'test', api, knowsReferences: true },
  plan: { provider, id: 'same-model' },
});

describe('a wrapper of models', () => {
  it('gets each provider once, under its name in the configuration, also if two have a model of one name (MODEL-06)', () => {
    const wrapped: string[] = [];
    const through = wrapModels((provider, named) => {
      wrapped.push(`${named.provider} ${provider.api}`);
      return provider;
    });
    const [one, two] = [chosen('first', 'a'), chosen('second', 'b')];
    expect([through(one).provider, through(two).provider, through(one).provider]).toEqual([
      one.provider,
      two.provider,
      one.provider,
    ]);
    expect(wrapped).toEqual(['first a', 'second b']);
  });

  it('does not change the API of the blocks, whatever it leaves out (MODEL-03)', async () => {
    const through = wrapModels(({ name, stream }) => ({ name, stream }));
    expect(through(chosen('first', 'a')).provider).toMatchObject({ name: 'test', api: 'a', knowsReferences: true });
  });
});
