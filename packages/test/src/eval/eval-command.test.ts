import { appendFileSync, existsSync, readdirSync, readFileSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ownMark } from '@loadout/node';
import { startMockApi } from '@loadout/testing';
import { expect, it, onTestFinished } from 'vitest';
import { longIt } from '../../../../tests/lib/breadth.js';
import { evaluated, tested, testProject } from '../test-project.test-kit.js';
import type { EvalVerdict } from './verdict.js';

const AGENT = 'agents: { a: { instructions: Answer., tools: [Read] } }\n';
const EVAL = `${AGENT}tests:
  - name: answers
    cases: cases.jsonl
    prompt: "\${case:question}"
    variants:
      weak: { model: { script: [{ text: "\${case:weak}" }] } }
      strong: { model: { script: [{ text: "\${case:answer}" }] } }
    expect: { text: "\${case:answer}" }
    score: { near: { like: "\${case:answer}" } }
`;

/** Cases of which the weak variant gets these wrong. */
const casesWith = (count: number, isWrong: (index: number) => boolean) =>
  Array.from({ length: count }, (_, index) =>
    JSON.stringify({
      id: `c${index}`,
      question: `q${index}`,
      answer: `right${index}`,
      weak: isWrong(index) ? 'no' : `right${index}`,
    }),
  ).join('\n');

const verdictOf = async (cwd: string, ...args: readonly string[]) => {
  const { code, out } = await evaluated(cwd, { args: ['--json', ...args] });
  return { code, verdict: JSON.parse(out) as EvalVerdict };
};

/** The file of results of the only eval in the folder. */
function journalIn(cwd: string): string {
  const evals = join(cwd, '.home/state/evals');
  const names = readdirSync(evals, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('runs.jsonl'));
  return join(evals, names.sort().at(-1) ?? '');
}

it('each case is run with each variant, and variants are compared by case', async () => {
  const cwd = testProject(EVAL, { 'cases.jsonl': casesWith(20, (index) => index < 8) });
  const { code, verdict } = await verdictOf(cwd);
  expect([code, verdict.stop, verdict.left]).toEqual([0, 'whole', 0]);
  expect(verdict.variants.weak).toMatchObject({ runs: 20, passed: 12, errors: 0, turns: 1 });
  expect(verdict.variants.strong).toMatchObject({ runs: 20, passed: 20 });
  expect(verdict.against[0]?.numbers[0]).toMatchObject({
    number: 'passed',
    difference: 0.4,
    better: 8,
    worse: 0,
    p: expect.closeTo(0.0078125),
  });
  expect(verdict.variants.strong?.scores.near?.share).toBe(1);
});

longIt('an eval with answers from its file is interrupted between two runs, and keeps what is done', async () => {
  const cwd = testProject(EVAL, { 'cases.jsonl': casesWith(5_000, () => false) });
  const watch = setInterval(() => {
    const begun = existsSync(join(cwd, '.home/state/evals'));
    if (!begun || readFileSync(journalIn(cwd), 'utf8').split('\n').length < 10) return;
    clearInterval(watch);
    process.emit('SIGINT', 'SIGINT');
  }, 1);
  onTestFinished(() => clearInterval(watch));
  const { code, out } = await evaluated(cwd);
  expect([code, out]).toEqual([130, expect.stringMatching(/Interrupted; 9,9\d\d runs left\. Continue with --resume\./)]);
});

it('people get a line for each variant, and the cases that differ, in 100 columns', async () => {
  const cwd = testProject(EVAL, { 'cases.jsonl': casesWith(20, (index) => index < 8) });
  const { code, out } = await evaluated(cwd);
  expect([code, out.split('\n').filter((line) => line.length > 100)]).toEqual([0, []]);
  expect(out).toMatch(/^answers {2}20 cases, 2 variants\n {2}weak {4}12\/20 \(60 %, 39–78\) +\S+ .*1\.0 turns/);
  expect(out).toMatch(/strong {2}20\/20 \(100 %, 84–100\).*\+40 vs weak \(p 0\.008\)/);
  expect(out).toContain('strong vs weak, better in 8: c0, c1, c2, c3, c4, c5, c6, c7\n');
});

it('loadout test leaves an eval out, and says who measures it', async () => {
  const cwd = testProject(EVAL, { 'cases.jsonl': casesWith(2, () => false) });
  const { code, result } = await tested(cwd);
  expect([code, result().status, result().skipped]).toEqual([0, 'skipped', 'is measured, by loadout eval']);
});

it('a wrong case costs nothing: no run is done before all cases are read', async () => {
  const good = casesWith(3, () => false);
  for (const [bad, code] of [
    ['{"id":"c1","question":"","answer":"","weak":""}', 'CASES_TWICE'],
    ['{"id":"x"}', 'EVAL_CASE'],
    ['{', 'CASES_INVALID'],
  ] as const) {
    const cwd = testProject(EVAL, { 'cases.jsonl': `${good}\n${bad}` });
    await expect(evaluated(cwd)).rejects.toMatchObject({ code });
    expect(existsSync(join(cwd, '.home/state/evals'))).toBe(false);
  }
});

it('what is done is not done again with --resume, a cut last line is, and each run counts once', async () => {
  const cwd = testProject(EVAL, { 'cases.jsonl': casesWith(6, (index) => index === 0) });
  await verdictOf(cwd);
  const file = journalIn(cwd);
  const lines = readFileSync(file, 'utf8').trimEnd().split('\n');
  expect(lines).toHaveLength(1 + 12 + 1);
  // The process was killed while it wrote the sixth run, and an earlier one had written a run twice.
  writeFileSync(file, `${[...lines.slice(0, 6), lines[2]].join('\n')}\n${lines[6]?.slice(0, 30)}`);
  const { code, verdict } = await verdictOf(cwd, '--resume');
  expect([code, verdict.left, verdict.variants.weak?.runs, verdict.variants.strong?.runs]).toEqual([0, 0, 6, 6]);
  const after = readFileSync(file, 'utf8').trimEnd().split('\n');
  expect(after).toHaveLength(1 + 5 + 1 + 7 + 1);
  expect(after.map((line) => JSON.parse(line).type).filter((type) => type === 'end')).toHaveLength(1);
  expect(await verdictOf(cwd, '--resume')).toMatchObject({ code: 0, verdict: { left: 0 } });
  expect(readFileSync(file, 'utf8').trimEnd().split('\n')).toHaveLength(after.length);
});

it('the runs of one variant are continued with those of all', async () => {
  const cwd = testProject(EVAL, { 'cases.jsonl': casesWith(3, () => false) });
  await verdictOf(cwd, '--variant', 'strong');
  const { verdict } = await verdictOf(cwd, '--resume');
  expect([verdict.variants.weak?.runs, verdict.variants.strong?.runs]).toEqual([3, 3]);
  const lines = readFileSync(journalIn(cwd), 'utf8').trimEnd().split('\n');
  expect(lines.filter((line) => JSON.parse(line).type === 'run')).toHaveLength(6);
});

it('an eval that changed, never ran, or runs in another process is not continued', async () => {
  const cwd = testProject(EVAL, { 'cases.jsonl': casesWith(2, () => false) });
  await expect(evaluated(cwd, { args: ['--resume'] })).rejects.toMatchObject({ code: 'EVAL_NOT_STARTED' });
  await evaluated(cwd);
  writeFileSync(`${journalIn(cwd)}.lock`, JSON.stringify({ pid: process.ppid, started: 0, namespace: 0 }));
  await expect(evaluated(cwd, { args: ['--resume'] })).rejects.toMatchObject({ code: 'EVAL_BUSY' });
  appendFileSync(join(cwd, 'agent.config.yaml'), '# another comment\n');
  await expect(evaluated(cwd, { args: ['--resume'] })).rejects.toMatchObject({ code: 'EVAL_CHANGED' });
});

longIt('saved results are a baseline: a loss beyond noise fails, a small one does not', async () => {
  const cwd = testProject(EVAL, { 'cases.jsonl': casesWith(20, (index) => index < 2) });
  expect((await evaluated(cwd, { args: ['--save', 'evals/main.jsonl'] })).code).toBe(0);
  const saved = readFileSync(join(cwd, 'evals/main.jsonl'), 'utf8');
  expect(saved.trimEnd().split('\n')).toHaveLength(41);
  expect(saved).not.toContain('sessions/');
  writeFileSync(
    join(cwd, 'cases.jsonl'),
    casesWith(20, (index) => index < 4),
  );
  expect((await evaluated(cwd, { args: ['--compare', 'evals/main.jsonl'] })).out).toContain(
    '-10 in 20 cases (p 0.50, may be noise)',
  );
  writeFileSync(
    join(cwd, 'cases.jsonl'),
    casesWith(20, (index) => index < 12),
  );
  const { code, out } = await evaluated(cwd, { args: ['--compare', 'evals/main.jsonl'] });
  expect([code, out]).toEqual([1, expect.stringContaining('-50 in 20 cases (p 0.002): a loss')]);
  await expect(evaluated(cwd, { args: ['--compare', 'cases.jsonl'] })).rejects.toMatchObject({ code: 'EVAL_FILE' });
});

longIt('a share below pass fails, and the same cases are chosen each time', async () => {
  const cwd = testProject(`${EVAL}    pass: { at: 0.9, score: { near: 0.99 } }\n`, {
    'cases.jsonl': casesWith(20, (index) => index < 8),
  });
  const { code, verdict } = await verdictOf(cwd);
  expect([code, verdict.below.map(({ variant, number }) => `${variant} ${number}`)]).toEqual([1, ['weak passed', 'weak near']]);
  expect((await verdictOf(cwd, '--variant', 'strong')).code).toBe(0);
  const five = await verdictOf(cwd, '--variant', 'strong', '--cases', '5', '--repeat', '3');
  expect(five.verdict).toMatchObject({ cases: 5, variants: { strong: { runs: 15, chances: { k: 3, all: 1, any: 1 } } } });
  await expect(evaluated(cwd, { args: ['--variant', 'none'] })).rejects.toMatchObject({ code: 'EVAL_VARIANT' });
});

const live = (
  url: string,
  more = '',
) => `providers: { anthropic: { use: "@loadout/model-anthropic", options: { baseUrl: "${url}" } } }
models: { fast: { provider: anthropic, id: claude-haiku-4-5 }, smart: { provider: anthropic, id: claude-sonnet-5-5 } }
agents: { a: { model: fast, instructions: Answer., tools: [Read] } }
tests:
  - name: answers
    cases: [{ id: one, q: 1 }, { id: two, q: 2 }]
    prompt: "What is \${case:q}?"
    expect: { text: "\${case:q}" }
${more}`;
const KEY = { ANTHROPIC_API_KEY: 'sk-ant-0123456789' };

async function mocked(replies: Parameters<typeof startMockApi>[0]['replies']) {
  const api = await startMockApi({ replies });
  onTestFinished(() => api.close());
  return api;
}

it('models are compared, each asked by its name, and money is counted for each solved case', async () => {
  const api = await mocked((request) => {
    const body = JSON.stringify(request.body);
    return {
      text: body.includes('haiku') ? '1' : body.includes('is 1') ? '1' : '2',
      usage: { input_tokens: 1000, output_tokens: 10 },
    };
  });
  const cwd = testProject(live(api.url));
  const { code, out } = await evaluated(cwd, { args: ['--json', '--variant', 'model=fast,smart'], env: KEY });
  const { variants } = JSON.parse(out) as EvalVerdict;
  expect([code, variants.fast?.passed, variants.smart?.passed]).toEqual([0, 1, 2]);
  expect(variants.smart?.usdPerSolved).toBeCloseTo((variants.smart?.usd ?? 0) / 2);
  expect(variants.fast?.usdPerSolved).toBeCloseTo(variants.fast?.usd ?? 0);
});

it('a failure of the provider is no failure of the agent: there is no verdict, and --resume does the run', async () => {
  let isDown = true;
  const api = await mocked(() => (isDown ? { fault: { status: 400 } } : { text: '1 2' }));
  const cwd = testProject(live(api.url));
  const down = await evaluated(cwd, { args: ['--json'], env: KEY });
  expect([down.code, JSON.parse(down.out).variants.default]).toMatchObject([7, { runs: 0, passed: 0, errors: 2 }]);
  isDown = false;
  const up = await evaluated(cwd, { args: ['--json', '--resume'], env: KEY });
  expect([up.code, JSON.parse(up.out).variants.default]).toMatchObject([0, { runs: 2, passed: 2, errors: 0 }]);
});

it('a score may have a name that every object knows', async () => {
  const cwd = testProject(EVAL.replace('near:', 'toString:'), { 'cases.jsonl': casesWith(2, () => false) });
  expect((await verdictOf(cwd)).verdict.variants.strong?.scores.toString).toMatchObject({ share: 1 });
});

it('people read why runs failed at the provider, once for each reason', async () => {
  const api = await mocked(() => ({ fault: { status: 401 } }));
  const { out } = await evaluated(testProject(live(api.url)), { env: KEY });
  expect(out.match(/^ {2}not run: MODEL_\w+: .*$/gm)).toHaveLength(1);
});

it('a first case that lacks a field of its test is told once, as the first case', async () => {
  const cwd = testProject(EVAL, { 'cases.jsonl': '{"id":"a","question":"q","weak":"x"}' });
  await expect(evaluated(cwd)).rejects.toMatchObject({
    problems: [
      expect.objectContaining({ message: expect.stringContaining('uses "answer", which the first case does not have') }),
      expect.objectContaining({ message: expect.stringContaining('uses "answer"') }),
      expect.objectContaining({ message: expect.stringContaining('uses "answer"') }),
    ],
  });
});

it('a spent budget ends an eval, which says what is left', async () => {
  const api = await mocked(() => ({ text: '1 2', usage: { input_tokens: 900_000, output_tokens: 10 } }));
  const cwd = testProject(live(api.url, '    budget: { usd: 0.01 }\n'));
  const { code, out } = await evaluated(cwd, { args: ['--jobs', '1'], env: KEY });
  expect([code, out]).toEqual([3, expect.stringContaining('The budget is spent; 1 run did not start.')]);
  expect(api.requests).toHaveLength(1);
});

it('a score of another module runs only after trust, also where a case names it', async () => {
  const files = { 'score.mjs': 'export default () => 0.5;', 'other.mjs': 'export default () => 1;' };
  const one = `${AGENT}tests:
  - name: scored
    cases: [{ id: a, use: ./other.mjs }]
    prompt: Well?
    model: { script: [{ text: yes }] }
    score: { own: { use: ./score.mjs } }
`;
  const cwd = testProject(one, files);
  await expect(evaluated(cwd, { trust: false })).rejects.toMatchObject({ code: 'TRUST_NEEDED' });
  const { verdict } = await verdictOf(cwd);
  expect(verdict.variants.default?.scores.own?.share).toBe(0.5);
  const named = testProject(one.replace('use: ./score.mjs', 'use: "${case:use}"'), files);
  await expect(evaluated(named)).rejects.toMatchObject({
    code: 'SCORE_MODULE',
    message: expect.stringContaining('nobody trusted it'),
  });
});

it('a pair is judged in both orders, so that a judge that likes the first says tie', async () => {
  const api = await mocked((_, index) => {
    const asked = index === 0 ? undefined : { better: 'first', reason: 'it is first' };
    return asked === undefined ? { text: 'an answer' } : { tools: [{ name: 'StructuredOutput', input: asked }] };
  });
  const cwd = testProject(
    live(api.url)
      .replace('cases: [{ id: one, q: 1 }, { id: two, q: 2 }]', 'cases: [{ id: one, q: 1 }]')
      .replace(
        'expect: { text: "${case:q}" }',
        'score: { pair: { judge: { model: smart, rubric: It is better., against: Another. } } }',
      ),
  );
  const { out } = await evaluated(cwd, { args: ['--json', '--jobs', '1'], env: KEY });
  expect(JSON.parse(out).variants.default.scores.pair.share).toBe(0.5);
  const asked = api.requests.slice(1).map(({ body }) => JSON.stringify(body));
  expect(asked[0]).toMatch(/<first-[0-9a-f]{16}>\\nan answer/);
  expect(asked[1]).toMatch(/<second-[0-9a-f]{16}>\\nan answer/);
});

it('a judge is asked about answers that a person labelled, and one that disagrees is announced', async () => {
  const api = await mocked((request) => {
    const body = JSON.stringify(request.body);
    if (!body.includes('Rubric: ')) return { text: '1 2' };
    return { tools: [{ name: 'StructuredOutput', input: { verdict: body.includes('good') ? 'pass' : 'fail', reason: 'r' } }] };
  });
  const labels = (...rows: readonly (readonly [string, boolean])[]) =>
    rows.map(([text, pass], index) => JSON.stringify({ id: index, prompt: 'p', text, pass })).join('\n');
  const score = 'score: { kind: { judge: { model: fast, rubric: It is kind., labels: labels.jsonl } } }';
  const cwd = testProject(live(api.url, `    ${score}\n`), {
    'labels.jsonl': labels(['good', true], ['bad', false], ['good too', true], ['bad too', false]),
  });
  const right = await evaluated(cwd, { env: KEY });
  expect(right.out).toContain('kind: the judge agrees with 4 of 4 labels (kappa 1.00)\n');
  expect(right.out).toContain('default is judged by its own model');
  writeFileSync(join(cwd, 'labels.jsonl'), labels(['good', false], ['bad', false], ['good too', true], ['bad too', true]));
  const wrong = await evaluated(cwd, { env: KEY });
  expect(wrong.out).toContain('agrees with 2 of 4 labels (kappa 0.00), too little to rely on');
  writeFileSync(join(cwd, 'labels.jsonl'), '{"text":"good"}');
  const before = api.requests.length;
  await expect(evaluated(cwd, { env: KEY })).rejects.toMatchObject({ code: 'EVAL_FILE' });
  expect(api.requests).toHaveLength(before);
});

it('a judge that comes to no answer has judged nothing: the run is done again', async () => {
  let isDown = true;
  const api = await mocked((request) => {
    if (!JSON.stringify(request.body).includes('Rubric: ')) return { text: '1 2' };
    return isDown
      ? { fault: { status: 400 } }
      : { tools: [{ name: 'StructuredOutput', input: { verdict: 'pass', reason: 'r' } }] };
  });
  const cwd = testProject(live(api.url, '    score: { kind: { judge: { model: fast, rubric: It is kind. } } }\n'));
  const down = await evaluated(cwd, { args: ['--json'], env: KEY });
  expect([down.code, JSON.parse(down.out).variants.default.errors]).toEqual([7, 2]);
  isDown = false;
  const up = await evaluated(cwd, { args: ['--json', '--resume'], env: KEY });
  expect([up.code, JSON.parse(up.out).variants.default]).toMatchObject([
    0,
    { errors: 0, passed: 2, scores: { kind: { share: 1 } } },
  ]);
});

it('a function that never answers is an error of its run and no failure, and the page of results has the whole reason', async () => {
  const config = EVAL.replace('{ like: "${case:answer}" }', '{ use: ./never.js, seconds: 0.05 }');
  const cwd = testProject(config, {
    'cases.jsonl': casesWith(2, () => false),
    'never.js': 'export default () => new Promise(() => {});',
  });
  const { code, verdict } = await verdictOf(cwd, '--max-errors', '100');
  expect([code, verdict.stop, verdict.left]).toEqual([7, 'errors', 4]);
  expect(verdict.variants.weak).toMatchObject({ runs: 0, errors: 2, failure: 'near: ./never.js gave no answer in 0.05 s' });
  const { told } = await evaluated(cwd, { args: ['--resume'] });
  expect(told).toContain(`Why each run failed: loadout view ${journalIn(cwd)}`);
  expect(readFileSync(journalIn(cwd), 'utf8')).toContain('near: ./never.js gave no answer in 0.05 s');
});

it('five runs of an eval are kept with their sessions, fewer if they are older than the sessions of the project', async () => {
  const cwd = testProject(EVAL, { 'cases.jsonl': casesWith(1, () => false) });
  const places = () => {
    const [only = ''] = readdirSync(join(cwd, '.home/state/evals'));
    const dir = join(cwd, '.home/state/evals', only);
    return readdirSync(dir)
      .sort()
      .map((name) => join(dir, name));
  };
  for (let run = 0; run < 7; run++) await evaluated(cwd);
  expect(places().map((place) => readdirSync(join(place, 'sessions')).length)).toEqual([2, 2, 2, 2, 2]);
  for (const place of places()) utimesSync(join(place, 'runs.jsonl'), 0, 0);
  writeFileSync(`${join(places()[0] ?? '', 'runs.jsonl')}.lock`, JSON.stringify(ownMark()));
  const config = readFileSync(join(cwd, 'agent.config.yaml'), 'utf8');
  writeFileSync(join(cwd, 'agent.config.yaml'), `${config}sessions: { retention: 30d }\n`);
  await evaluated(cwd);
  expect(places()).toHaveLength(2);
});
