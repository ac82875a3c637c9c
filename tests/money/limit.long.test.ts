import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { agent, reader, runAgent, team, tempFolder } from '../agents/agents.test-kit.js';
import { type Charged, charging, PRICE } from './charging.test-kit.js';

const charged = (ends: readonly Charged['end'][]) =>
  fc.record({
    share: fc.oneof(fc.constant(1), fc.double({ min: 0, max: 1, noNaN: true }), fc.constant(0.01)),
    end: fc.constantFrom(...ends),
    cached: fc.boolean(),
    ticks: fc.nat(4),
    calls: fc.nat(4),
  });

const HELP = { description: 'Helps', prompt: 'Help.' };

/** A lead with helpers side by side, which start helpers of their own. */
function family(
  script: readonly Charged[],
  { usd, helperUsd }: { readonly usd: number; readonly helperUsd: number | undefined },
) {
  const workspace = tempFolder();
  let asked = 0;
  const provider = charging(
    () => script[asked++ % script.length] ?? { share: 1, end: 'whole', cached: false, ticks: 0, calls: 0 },
    ({ system }, count) => {
      const name = /^I am (\w+)\./.exec(system[0]?.text ?? '')?.[1];
      const isLast = asked > script.length;
      if (isLast || count === 0) return [];
      const starts = name === 'lead' ? { subagent_type: 'helper' } : name === 'helper' ? { subagent_type: 'leaf' } : undefined;
      const use = starts === undefined ? { name: 'Look', input: {} } : { name: 'Agent', input: { ...HELP, ...starts } };
      return Array.from({ length: count }, () => use);
    },
  );
  const limits = helperUsd === undefined ? {} : { usd: helperUsd };
  const options = {
    ...team(
      { limits: { usd, subagentDepth: 2 } },
      {
        workspace,
        others: [agent('helper', { limits }), agent('leaf', { tools: ['Look'] })],
        models: { m: { provider: 'test', id: 'm', price: PRICE } },
      },
    ),
    model: provider,
    customTools: [reader('Look', () => 'x'.repeat(500))],
    env: { IS_SANDBOX: '1', LOADOUT_STATE_DIR: join(workspace, '.state') },
  };
  return { provider, options };
}

describe('a limit in money over a tree of agents side by side', () => {
  const tree = (ends: readonly Charged['end'][]) =>
    fc.record({
      script: fc.array(charged(ends), { minLength: 1, maxLength: 25 }),
      usd: fc.double({ min: 0.001, max: 1, noNaN: true }),
      helperUsd: fc.option(fc.double({ min: 0.01, max: 0.3, noNaN: true }), { nil: undefined }),
    });

  it('is never exceeded by what a provider charges, over whole answers, broken-off answers and resumed sessions (COST-04)', async () => {
    await fc.assert(
      fc.asyncProperty(tree(['whole', 'whole', 'cut']), async ({ script, usd, helperUsd }) => {
        const { provider, options } = family(script, { usd, helperUsd });
        const { result } = await runAgent(options);
        expect(result.costUsd ?? 0).toBeGreaterThanOrEqual(provider.total() * 0.999);
        for (let again = 0; again < 2; again += 1)
          await runAgent({ ...options, prompt: 'On.', run: { resume: result.sessionId } });
        expect(provider.total()).toBeLessThanOrEqual(usd);
      }),
      { numRuns: 120 },
    );
  });

  it('is not exceeded either by answers whose usage is unknown: each closes the limit (COST-02)', async () => {
    await fc.assert(
      fc.asyncProperty(tree(['whole', 'cut', 'silent']), async ({ script, usd, helperUsd }) => {
        const { provider, options } = family(script, { usd, helperUsd });
        const { result } = await runAgent(options);
        const before = provider.charges.length;
        const again = await runAgent({ ...options, prompt: 'On.', run: { resume: result.sessionId } });
        if (result.costUsd === null) {
          expect(again.result.error?.code).toBe('LIMIT_UNKNOWN');
          expect(provider.charges).toHaveLength(before);
        }
        expect(provider.total()).toBeLessThanOrEqual(usd);
      }),
      { numRuns: 80 },
    );
  });
});
