import { existsSync, mkdtempSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Approval } from '../approval/approval.js';
import { WorkerBudgets } from '../budget/worker-budgets.js';
import { NO_ENGINE } from '../door/no-engine.test-kit.js';
import { LiveFeeds } from '../live/live-feeds.js';
import { planHash } from '../plan-hash.js';
import type { RoundEnd, Step } from '../record/step.js';
import { ArtifactPaths } from '../results/artifact-paths.js';
import { LiveRound, type RoundParts } from './live-round.js';
import { planIn } from './round.test-kit.js';
import { Slots } from './slots.js';

const SECRET = 'hunter2-hunter2';
const CONFIG = `secrets: { token: { env: TOKEN } }
plugins: { own: { use: ./own.mjs, options: { token: "\${secret:token}" } } }
providers: { script: { use: '@loadout/model-script', options: { file: ./script.yaml } } }
permissions: { allow: [own__show, own__large], ask: [own__send] }
agents: { main: { model: script/any, instructions: Work., tools: ['own__*'] } }
`;
/** A tool that returns the secret, one that asks before it runs, and one with a result that is large for a step. */
const OWN = `import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { definePlugin, defineTool } from '@loadout/core';
const inputSchema = { type: 'object', properties: { text: { type: 'string' } } };
const tool = (name, call) =>
  defineTool({ name, description: name, inputSchema, annotations: { readOnlyHint: name !== 'send' }, maxResultChars: 1e6, call });
export default definePlugin({
  name: 'own',
  options: { type: 'object', properties: { token: { type: 'string' } } },
  setup: ({ options }) => ({
    tools: [
      tool('show', () => 'The token is ' + options.token),
      tool('large', () => 'x'.repeat(400_000)),
      tool('send', ({ text }) => {
        writeFileSync(join(import.meta.dirname, 'sent'), text);
        return 'sent';
      }),
    ],
  }),
});
`;
const SCRIPT = `turns:
  - tools: [{ own__show: {}, as: shown }]
  - text: I send ${SECRET}.
    tools: [{ own__send: { text: "with ${SECRET} inside" } }]
  - text: I sent ${SECRET}.
`;

const LARGE =
  'turns:\n  - tools: [{ own__large: {} }, { own__large: {} }, { own__large: {} }, { own__large: {} }]\n  - text: Done.\n';

async function openRound(more: Partial<RoundParts> = {}, script = SCRIPT, config = CONFIG) {
  const env = { TOKEN: SECRET };
  const { dir, plan } = await planIn({ 'agent.config.yaml': config, 'own.mjs': OWN, 'script.yaml': script }, env);
  const worker = {
    plan,
    hash: planHash(plan, ''),
    isChanged: async () => false,
    env: { HOME: dir, ...env },
    dir: join(dir, 'state'),
    labels: [],
    slots: new Slots(1),
    engine: NO_ENGINE,
    live: new LiveFeeds(),
    budgets: new WorkerBudgets({ ingress: NO_ENGINE.ingress, plan }),
    workspaces: { base: join(dir, 'workspaces'), remotes: [] },
    tag: 'test',
    tell: () => {},
  };
  const session = { session: 'run-1', prompt: 'Go.', records: [], children: new Map(), approvals: [] };
  const folder = join(dir, 'state/run-1');
  const paths = new ArtifactPaths({ recorded: folder, local: folder });
  const parts = { paths, worker, agent: 'main', ...session, release: () => {}, ...more };
  return { dir, parts, round: new LiveRound(parts) };
}

/** Takes the steps of a round as the engine does, and confirms each. */
async function stepsOf(round: LiveRound): Promise<{ readonly steps: readonly Step[]; readonly end: RoundEnd }> {
  const steps: Step[] = [];
  for (;;) {
    const { step, confirm } = await round.take();
    steps.push(step);
    confirm();
    if (step.end !== undefined) return { steps, end: step.end };
  }
}

/** The ids of the records of one kind. */
const idsOf = (steps: readonly Step[], kind: string) =>
  steps.flatMap(({ records }) => records.flatMap((record) => (record.t === kind && 'id' in record ? [record.id] : [])));

/** A model that sends without end, and one cent for each of its answers. */
const SENDS = `turns:\n${'  - { tools: [{ own__send: { text: x } }], usage: { input_tokens: 9000, output_tokens: 1000 } }\n'.repeat(8)}`;
const limitedTo = (limits: string) =>
  CONFIG.replace('model: script/any', `model: paid, limits: ${limits}`).replace(
    'agents:',
    'models: { paid: { provider: script, id: any, price: { input: 1, output: 1 }, maxOutputTokens: 1024 } }\nagents:',
  );

/** Runs round after round, allows each question, and gives each round to a worker on another machine. */
async function allowedToItsEnd(limits: string) {
  const first = await openRound({}, SENDS, limitedTo(limits));
  let { steps, end } = await stepsOf(first.round);
  let records = steps.flatMap((step) => step.records);
  const approvals: Approval[] = [];
  while (end.asks.length > 0 && approvals.length < 8) {
    approvals.push(...end.asks.map(({ hash }): Approval => ({ hash, behavior: 'allow', by: 'a', at: '' })));
    const worker = { ...first.parts.worker, env: { ...first.parts.worker.env, HOME: mkdtempSync(join(first.dir, 'home-')) } };
    const next = new LiveRound({ ...first.parts, worker, prompt: undefined, records, approvals });
    ({ steps, end } = await stepsOf(next));
    records = [...records, ...steps.flatMap((step) => step.records)];
  }
  return { end, sent: records.filter((record) => record.t === 'ended' && record.outcome === 'done').length, records, ...first };
}

describe('the limits of a run that goes on after approvals, on other machines', () => {
  it('turns: those of all rounds count', async () => {
    const { end, sent } = await allowedToItsEnd('{ turns: 3 }');
    expect(end).toMatchObject({ outcome: 'error_max_turns', error: { code: 'LIMIT_REACHED' } });
    expect(sent).toBe(3);
  });

  it('toolCalls: those of all rounds count', async () => {
    const { end, sent } = await allowedToItsEnd('{ toolCalls: 3 }');
    expect(end).toMatchObject({ outcome: 'error_limit', error: { code: 'LIMIT_REACHED' } });
    expect(sent).toBe(3);
  });

  it('usd: the money of all rounds counts', async () => {
    const { end, sent } = await allowedToItsEnd('{ usd: 0.045 }');
    expect(end).toMatchObject({ outcome: 'error_limit', error: { code: 'LIMIT_REACHED' } });
    expect(sent).toBeGreaterThan(1);
    expect(sent).toBeLessThanOrEqual(4);
  });

  it('a worker that takes over a run without an end counts what the worker before it has done', async () => {
    const { records, parts } = await allowedToItsEnd('{ turns: 3 }');
    // The last record that the engine has of the first worker: the results of the second turn.
    const at = records.map(({ t }) => t).indexOf('results', records.findIndex(({ t }) => t === 'results') + 1);
    const killed = records.slice(0, at + 1).filter(({ t }) => t !== 'end' && t !== 'deferred');
    const { end, steps } = await stepsOf(new LiveRound({ ...parts, prompt: undefined, records: killed }));
    expect(end.asks).toHaveLength(1);
    const hash = end.asks[0]?.hash ?? '';
    const approvals: Approval[] = [{ hash, behavior: 'allow', by: 'a', at: '' }];
    const all = [...killed, ...steps.flatMap((step) => step.records)];
    const last = await stepsOf(new LiveRound({ ...parts, prompt: undefined, records: all, approvals }));
    expect(last.end.outcome).toBe('error_max_turns');
  });
});

describe('a round of a run', () => {
  it('ends with its question, and the next round runs the call that was allowed', async () => {
    const first = await openRound();
    const { steps, end } = await stepsOf(first.round);
    expect(end).toMatchObject({
      outcome: 'deferred',
      asks: [{ tool: 'own__send', rule: 'own__send', at: 'agent.config.yaml:4:54' }],
    });
    expect(existsSync(join(first.dir, 'sent'))).toBe(false);
    const approval: Approval = { hash: end.asks[0]?.hash ?? '', behavior: 'allow', by: 'a', at: '' };
    const records = steps.flatMap((step) => step.records);
    const second = new LiveRound({ ...first.parts, prompt: undefined, records, approvals: [approval] });
    expect((await stepsOf(second)).end).toMatchObject({ outcome: 'success', asks: [] });
    expect(existsSync(join(first.dir, 'sent'))).toBe(true);
  });

  it('sends no secret to the engine: not in records, not in questions, not in its end', async () => {
    const { round, parts } = await openRound();
    const { steps, end } = await stepsOf(round);
    const approval: Approval = { hash: end.asks[0]?.hash ?? '', behavior: 'deny', by: 'a', at: '' };
    const records = steps.flatMap((step) => step.records);
    const second = await stepsOf(new LiveRound({ ...parts, prompt: undefined, records, approvals: [approval] }));
    const sent = JSON.stringify([steps, second.steps]);
    expect(sent).toContain('The token is [secret]');
    expect(sent).not.toContain(SECRET);
  });

  it('starts no call whose record the engine does not have', async () => {
    const { round, dir, parts } = await openRound();
    const { steps, end } = await stepsOf(round);
    const approval: Approval = { hash: end.asks[0]?.hash ?? '', behavior: 'allow', by: 'a', at: '' };
    const records = steps.flatMap((step) => step.records);
    const second = new LiveRound({ ...parts, prompt: undefined, records, approvals: [approval] });
    await second.take();
    second.lose();
    for (let taken = await second.take(); taken.step.end === undefined; taken = await second.take());
    expect(existsSync(join(dir, 'sent'))).toBe(false);
  });

  it('that is cancelled gives all its records as steps: those on their way, and more than one step may hold', async () => {
    const { round, parts } = await openRound({}, LARGE);
    const steps: Step[] = [];
    while (idsOf(steps, 'started').length < 4) {
      const { step, confirm } = await round.take();
      steps.push(step);
      confirm();
    }
    // The engine asks for the next step and does not confirm it any more.
    const pending = round.take();
    round.cancel();
    steps.push((await pending).step);
    while (steps.at(-1)?.end === undefined) steps.push((await round.take()).step);
    expect(idsOf(steps, 'ended').sort()).toEqual(idsOf(steps, 'started').sort());
    expect(steps.at(-1)?.records.at(-1)?.t).toBe('end');
    expect(Math.max(...steps.map((step) => JSON.stringify(step).length))).toBeLessThan(1024 * 1024);
    const records = steps.flatMap((step) => step.records);
    const next = await stepsOf(new LiveRound({ ...parts, prompt: 'Go on.', records }));
    expect(next.end.outcome).toBe('success');
  });

  it('gives up its place in the worker when it is cancelled', async () => {
    const slots = new Slots(1);
    const release = slots.enter('run-1') ?? expect.unreachable('The place is taken.');
    const { round } = await openRound({ release });
    round.cancel();
    expect((await stepsOf(round)).end.outcome).toBe('interrupted');
    await slots.whenEmpty();
    expect(slots.free).toBe(1);
  });

  it('shows no secret to those who listen, and tells them nothing once it is lost', async () => {
    const { parts, round } = await openRound();
    const feed = parts.worker.live.find({ service: 'loadout.main', run: 'run-1' });
    const lines: string[] = [];
    let isEnded = false;
    feed?.listen({
      event: (line) => lines.push(line),
      records: (line) => lines.push(line),
      end: () => {
        isEnded = true;
      },
    });
    const { steps } = await stepsOf(round);
    const told = lines.join('');
    expect(told).toContain('I send [secret].');
    expect(told).toContain('"live":{"type":"tool_start"');
    expect(told).not.toContain(SECRET);
    const recorded = lines.flatMap((line) => (JSON.parse(line) as { readonly records?: readonly object[] }).records ?? []);
    expect(recorded).toEqual(steps.flatMap(({ records }) => records));
    expect(isEnded).toBe(true);
    const lost = await openRound();
    lost.round.lose();
    await lost.round.whenEnded();
    expect(lost.parts.worker.live.find({ service: 'loadout.main', run: 'run-1' })).toBeUndefined();
  });
});
