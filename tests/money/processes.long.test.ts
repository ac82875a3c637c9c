import { join } from 'node:path';
import { type MockApi, type RecordedRequest, type Reply, startMockApi } from '@loadout/testing';
import { afterEach, describe, expect, it } from 'vitest';
import { loadout, project, type Started, startLoadout } from '../lib/loadout.js';
import { PRICE } from './charging.test-kit.js';

const servers: MockApi[] = [];
afterEach(async () => {
  for (const server of servers.splice(0)) await server.close();
});

/** A vendor that charges each request with its arrival, whether its answer ends or not. `share`: of the allowed answer. */
async function vendor(share: (index: number) => number) {
  let charged = 0;
  const reply = (request: RecordedRequest, index: number): Reply => {
    const input = Math.ceil(request.bytes / 3.7);
    const output = Math.max(40, Math.floor(request.body.max_tokens * share(index)));
    charged += (input * PRICE.input * 1.25 + output * PRICE.output) / 1_000_000;
    return {
      text: `Look ${index}.`,
      tools: [{ name: 'Glob', input: { pattern: '*.txt' } }],
      usage: { input_tokens: 0, cache_creation_input_tokens: input, output_tokens: output },
      latency: { first: 5, between: 5 },
    };
  };
  const api = await startMockApi({ replies: reply });
  servers.push(api);
  return { api, charged: () => charged };
}

const config = (more: string, agent = '') => `
plugins: { fs: "@loadout/tool-fs" }
models: { m: { provider: anthropic, id: priced, maxOutputTokens: 4000, price: { input: ${PRICE.input}, output: ${PRICE.output} } } }
${more}
agents:
  looker: { model: m, instructions: Look., tools: [Glob], prompt: Look for ever.${agent} }
`;

/** Numbers from 0 to 1. Only the seed, which a failure prints, differs from run to run. */
function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1103515245 + 12345) % 2 ** 31;
    return state / 2 ** 31;
  };
}

async function reached(condition: () => boolean): Promise<void> {
  while (!condition()) await new Promise((resolve) => setTimeout(resolve, 2));
}

const errorOf = ({ stdout }: { stdout: string }) => (stdout === '' ? undefined : JSON.parse(stdout).error?.code);

const today = () => new Date().toISOString().slice(0, 10);

describe('kill -9 at any moment', () => {
  it('leaves a limit in money as it was: the resumed session counts the killed request too (COST-04, COST-05)', async () => {
    const seed = Date.now() % 2 ** 31;
    const random = randomFrom(seed);
    const { api, charged } = await vendor(random);
    const cwd = project({ 'agent.config.yaml': config('', ', limits: { usd: 0.3 }') });
    const env = { LOADOUT_STATE_DIR: join(cwd, '.state'), ANTHROPIC_API_KEY: 'k', ANTHROPIC_BASE_URL: api.url };
    let end: string | undefined;
    let round = 0;
    for (; end === undefined; round += 1) {
      const args = round === 0 ? ['run', '--output', 'json'] : ['resume', 'latest', 'On.', '--output', 'json'];
      const started = await startLoadout(args, { cwd, env });
      const until = api.requests.length + 1 + Math.floor(random() * 3);
      await reached(() => api.requests.length >= until || !started.running());
      await new Promise((resolve) => setTimeout(resolve, random() * 12));
      started.kill('SIGKILL');
      const done = await started.finished;
      end = errorOf(done);
      expect(charged(), `seed ${seed}, round ${round}: ${done.stderr}`).toBeLessThanOrEqual(0.3);
    }
    expect(end).toBe('LIMIT_REACHED');
    const { code, stdout } = await loadout(['cost', '--by', 'session', '--json'], { cwd, env });
    const { total, lines, underWay } = JSON.parse(stdout);
    expect([code, lines.length, underWay]).toEqual([0, 1, 0]);
    // A process may be killed after it has written that a request leaves, and before the request arrives.
    expect(total.requests).toBeGreaterThanOrEqual(api.requests.length);
    expect(total.requests).toBeLessThanOrEqual(api.requests.length + round - 1);
    // The ledger knows at least what was charged, and a killed request as the most that it could have cost.
    expect(total.usd).toBeGreaterThanOrEqual(charged() * 0.999);
    expect(total.usd).toBeLessThanOrEqual(0.3);
  });

  it('leaves a budget as it was, for processes side by side, and one after the other (COST-06)', async () => {
    const seed = Date.now() % 2 ** 31;
    const random = randomFrom(seed);
    const { api, charged } = await vendor(() => random() * 0.4);
    const cwd = project({ 'agent.config.yaml': config('budgets: { team: { usd: 0.5, per: month } }') });
    const env = { LOADOUT_STATE_DIR: join(cwd, '.state'), ANTHROPIC_API_KEY: 'k', ANTHROPIC_BASE_URL: api.url };
    const start = () => startLoadout(['run', '--output', 'json'], { cwd, env });
    const running: Started[] = await Promise.all([start(), start(), start()]);
    const killed = running[0];
    await reached(() => api.requests.length >= 4);
    killed?.kill('SIGKILL');
    running.push(await start());
    const ended = await Promise.all(running.map((one) => one.finished));
    const context = `seed ${seed}: ${ended.map(({ stderr }) => stderr).join('\n')}`;
    expect(
      ended.slice(1).map(({ code }) => code),
      context,
    ).toEqual([3, 3, 3]);
    expect(ended.slice(1).map(errorOf)).toEqual(['BUDGET_REACHED', 'BUDGET_REACHED', 'BUDGET_REACHED']);
    expect(charged(), context).toBeLessThanOrEqual(0.5);
    expect(charged(), context).toBeGreaterThan(0.2);
    const again = await loadout(['run'], { cwd, env });
    expect([again.code, again.stderr]).toEqual([
      3,
      expect.stringMatching(
        /BUDGET_REACHED[\s\S]*"team" \(\S+agent\.config\.yaml:4:\d+\) of 0\.5 US dollars per month[\s\S]*opens again on \d{4}-\d\d-01 00:00 UTC/,
      ),
    ]);
    expect(charged(), context).toBeLessThanOrEqual(0.5);
  });
});

describe('a ledger that cannot be written', () => {
  it('ends no run, and a person is told once; a budget is closed by it (COST-05)', async () => {
    const { api } = await vendor(() => 0);
    const env = { ANTHROPIC_API_KEY: 'k', ANTHROPIC_BASE_URL: api.url };
    const at = (more: string) => {
      const cwd = project({
        'agent.config.yaml': config(more, ', limits: { turns: 2 }'),
        '.state/ledger': 'a file in its place',
      });
      return loadout(['run'], { cwd, env: { ...env, LOADOUT_STATE_DIR: join(cwd, '.state') } });
    };
    const free = await at('');
    expect([free.code, free.stderr.match(/The ledger in \S+ is not kept/g)?.length]).toEqual([3, 1]);
    expect(free.stderr).toContain('LIMIT_REACHED');
    const bound = await at('budgets: { team: { usd: 1, per: day } }');
    expect([bound.code, bound.stderr]).toEqual([3, expect.stringContaining('BUDGET_NOT_HELD')]);
  });
});

describe('a budget', () => {
  it('needs prices, which loadout check says', async () => {
    const unpriced = config('budgets: { team: { usd: 1, per: day } }').replace(/, price: \{[^}]*\}/, '');
    const cwd = project({ 'agent.config.yaml': unpriced });
    const env = { ANTHROPIC_API_KEY: 'k' };
    const { code, stdout, stderr } = await loadout(['check'], { cwd, env });
    expect([code, `${stdout}${stderr}`]).toEqual([2, expect.stringMatching(/BUDGET_UNPRICED[\s\S]*"priced"/)]);
  });
});

describe('loadout cost', () => {
  it('counts the requests of the project from any of its folders, says that others are left out, and counts all with --all (GAP-G6)', async () => {
    const { api } = await vendor(() => 0);
    const text = config('', ', limits: { turns: 1 }');
    const cwd = project({ 'a/agent.config.yaml': text, 'a/src/a.txt': '', 'b/agent.config.yaml': text, 'new/notes.txt': '' });
    const env = { LOADOUT_STATE_DIR: join(cwd, '.state'), ANTHROPIC_API_KEY: 'k', ANTHROPIC_BASE_URL: api.url };
    for (const folder of ['a', 'b', 'b']) await loadout(['run', 'looker'], { cwd: join(cwd, folder), env });
    const counted = async (folder: string, ...args: string[]) => {
      const { stdout } = await loadout(['cost', '--json', ...args], { cwd: join(cwd, folder), env });
      const { total, elsewhere } = JSON.parse(stdout);
      return [total.requests, elsewhere];
    };
    const [one = 0] = await counted('a');
    expect(one).toBeGreaterThan(0);
    expect([await counted('a'), await counted('b'), await counted('new'), await counted('.')]).toEqual([
      [one, 2 * one],
      [2 * one, one],
      [0, 3 * one],
      [3 * one, 0],
    ]);
    expect([await counted('new', '--all'), await counted('new', '--by', 'config')]).toEqual([
      [3 * one, 0],
      [3 * one, 0],
    ]);
    expect(await counted('a/src')).toEqual([one, 2 * one]);
    const shown = await loadout(['cost'], { cwd: join(cwd, 'new'), env });
    expect(shown.stdout).toMatch(
      /^No requests since .* UTC of \S*new\.\nNot counted: \d+ requests of other folders\. .*loadout cost --all\n$/,
    );
  });

  it('shows the costs by day, agent, model, session and user, and names models of unknown cost', async () => {
    const { api } = await vendor(() => 0);
    const text = config('providers: { anthropic: "@loadout/model-anthropic" }', ', limits: { turns: 1 }');
    const cwd = project({
      'agent.config.yaml': `${text}  talker: { model: anthropic/nobody, instructions: Talk., tools: [], limits: { turns: 1 } }\n`,
    });
    const env = {
      LOADOUT_STATE_DIR: join(cwd, '.state'),
      ANTHROPIC_API_KEY: 'k',
      ANTHROPIC_BASE_URL: api.url,
      LOADOUT_USER: 'ann',
    };
    expect((await loadout(['cost'], { cwd, env })).stdout).toMatch(/^No requests since /);
    const dayBefore = today();
    await loadout(['run', 'looker'], { cwd, env });
    await loadout(['run', 'talker', 'Hi.'], { cwd, env: { ...env, LOADOUT_USER: 'bob' } });
    const days = new Set([dayBefore, today()]);
    const shown = await loadout(['cost', '--by', 'agent'], { cwd, env });
    expect([shown.code, shown.stderr]).toEqual([0, '']);
    const rows = shown.stdout.split('\n').map((line) => line.trim().split(/\s{2,}/));
    expect(rows.slice(0, 4)).toEqual([
      ['agent', 'requests', 'in', 'out', 'cost'],
      ['looker', '2', expect.stringMatching(/^[\d,]+$/), '80', expect.stringMatching(/^\$0\.0\d{3}$/)],
      ['talker', '2', expect.any(String), expect.any(String), 'unknown'],
      ['total', '4', expect.any(String), expect.any(String), expect.stringMatching(/^\$0\.0\d{3} \+ unknown$/)],
    ]);
    expect(shown.stdout).toMatch(/Of unknown cost: 2 requests to anthropic\/nobody\. .*price: \{ input: …, output: … \}/);
    const keys = async (by: string) =>
      JSON.parse((await loadout(['cost', '--by', by, '--since', '1d', '--json'], { cwd, env })).stdout).lines.map(
        ({ key }: { key: string }) => key,
      );
    expect(await keys('model')).toEqual(['anthropic/priced', 'anthropic/nobody']);
    expect(await keys('user')).toEqual(['ann', 'bob']);
    expect(await keys('session')).toHaveLength(2);
    // A midnight between the two runs parts them.
    expect(await keys('day')).toSatisfy((found: string[]) => found.length > 0 && found.every((day) => days.has(day)));
    expect(await keys('config')).toEqual([join(cwd, 'agent.config.yaml')]);
    const wrong = await loadout(['cost', '--since', 'monday'], { cwd, env });
    expect([wrong.code, wrong.stderr]).toEqual([2, expect.stringContaining('USAGE_FLAG_CONTENT')]);
  });
});
