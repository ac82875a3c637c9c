import { expect, it } from 'vitest';
import { errors } from '../errors.js';
import { callOf, HandMade } from '../recording.test-kit.js';
import { rawStatus, served } from '../server/served.test-kit.js';
import { suggestionsWith } from './rule-suggestions.fixture.js';
import { rulesFailure, rulesPage } from './rules-page.js';

const HOSTILE = `<script>alert(1)</script><img src=x onerror="alert(2)">' " & </code></article>`;
const plain = { folder: '/repo', redact: (text: string) => text };

it('each proposed rule has its evidence, and each rule to look at has its line', () => {
  const html = rulesPage(suggestionsWith(''), plain);
  for (const part of [
    '1 rule would have answered 5 of 7 questions.',
    'Approved 5 times in 3 sessions by a person, in part in Claude Code, which does not say who allowed it, first 2026-11-02',
    '<li><code>Bash: npm test -- a</code></li>',
    'Would also allow:<ul><li><code>npm test</code></li><li><code>Bash: npm test b, which nobody answered</code></li></ul>',
    'Would keep the question about what was refused',
    'Refused once in 1 session by a person.',
    '<code>a.yaml:8:5</code> <span class="deny">deny</span> <code>Edit(/docs/**)</code> matched no call on record',
    '<code>agent.config.yaml:9:7</code> <span class="allow">allow</span> <code>Bash(rm x)</code> decides nothing: <span class="deny">deny</span> <code>Bash(rm *)</code> (/elsewhere/:3:1) is tried before',
    'allows more than was used: npm test,',
    '2 calls on record do not say what they touch',
  ])
    expect(html).toContain(part);
});

it('a hostile text stays text, in each field', () => {
  const html = rulesPage(suggestionsWith(HOSTILE), plain);
  expect(html.match(/<(?:script|img)/g)).toBeNull();
  expect(html.match(/<\/article>/g)).toHaveLength(5);
  expect(html).toContain("default-src 'none'");
  expect(rulesPage(suggestionsWith('\u202egnp'), plain)).not.toContain('\u202e');
  expect(rulesPage(suggestionsWith('hunter2'), { ...plain, redact: (text) => text.replaceAll('hunter2', '***') })).not.toContain(
    'hunter2',
  );
});

it('thousands of rules, and calls of a rule, are cut to what a browser shows', () => {
  const found = suggestionsWith('');
  const [rule] = found.rules;
  const calls = Array.from({ length: 2_000 }, (_, index) => `Bash: npm test ${index}`);
  const rules = rule === undefined ? [] : [{ ...rule, calls }, ...Array.from({ length: 2_000 }, () => rule)];
  const html = rulesPage({ ...found, rules }, plain);
  expect([html.match(/<article>/g)?.length, html.includes('npm test 1999')]).toEqual([503, false]);
  expect(html).toContain('<p>and 1501 more</p>');
});

it('a failure is a page with what to do, and says nothing of a fault of the viewer itself', () => {
  expect(rulesFailure(errors.PACKAGE_MISSING({ use: '@loadout/rules', needs: 'the page of rules' }), plain)).toContain(
    'npm install',
  );
  expect(rulesFailure(new Error('the inside'), plain)).not.toContain('the inside');
});

const recordings = () => [new HandMade([callOf(0, 'ls')])];

it('the page of rules has an address that the page of the run learns with its key, and nobody else', async () => {
  let made = 0;
  const rules = async () => `the rules, made ${++made} times`;
  const { open, ask, origin } = await served(recordings(), { rules });
  const address = (await open()).body.rules;
  expect(address).toMatch(/^rules\/[\w-]{43}$/);
  expect(await ask(`/${address}`)).toMatchObject({ status: 200, body: 'the rules, made 1 times' });
  const refused = [
    await rawStatus(`${origin}/rules/${'x'.repeat(43)}`, {}),
    await rawStatus(`${origin}/rules/`, {}),
    await rawStatus(`${origin}/${address}/x`, {}),
    await rawStatus(`${origin}/${address}`, { host: 'attacker.example' }),
    await rawStatus(`${origin}/${address}`, {}, 'POST'),
  ];
  expect([refused, made]).toEqual([[403, 401, 401, 403, 405], 1]);
});

it('a viewer of a recording from elsewhere has no page of rules', async () => {
  const { open, ask } = await served(recordings());
  const { body } = await open();
  expect(Object.hasOwn(body, 'rules')).toBe(false);
  expect((await ask('/rules/x', { headers: { authorization: `Bearer ${body.key}` } })).status).toBe(404);
});
