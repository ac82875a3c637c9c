import { expect, it } from 'vitest';
import { errors } from '../errors.js';
import { callOf, HandMade } from '../recording.test-kit.js';
import { served } from '../server/served.test-kit.js';
import { suggestionsWith } from './rule-suggestions.fixture.js';
import { rulesFailure, shownRules } from './shown-rules.js';

const plain = (text: string) => text;

it('no secret and no character that turns the reading direction reaches the page, in any field', () => {
  const hidden = JSON.stringify(shownRules(suggestionsWith('hunter2'), (text) => text.replaceAll('hunter2', '***')));
  expect([hidden.includes('hunter2'), hidden.split('***').length > 10]).toEqual([false, true]);
  expect(JSON.stringify(shownRules(suggestionsWith('\u202egnp'), plain))).not.toContain('\u202e');
});

it('thousands of rules, and calls of a rule, are cut to what a browser shows', () => {
  const found = suggestionsWith('');
  const [rule] = found.rules;
  const calls = Array.from({ length: 2_000 }, (_, index) => `Bash: npm test ${index}`);
  const rules = rule === undefined ? [] : [{ ...rule, calls }, ...Array.from({ length: 2_000 }, () => rule)];
  const shown = shownRules({ ...found, rules }, plain);
  expect([shown.rules.length, shown.rules[0]?.calls.at(-1), shown.rules[0]?.calls.length]).toEqual([500, 'and 1500 more', 501]);
  expect(shown.notes).toContain('There are 2001 proposed rules; 500 of a kind are shown.');
});

it('a failure says what to do, and says nothing of a fault of the viewer itself', () => {
  const missing = rulesFailure(errors.PACKAGE_MISSING({ use: '@loadout/rules', needs: 'the tab of rules' }), plain);
  expect(missing).toMatchObject({ fix: expect.stringContaining('npm install') });
  expect(JSON.stringify(rulesFailure(new Error('the inside'), plain))).not.toContain('the inside');
});

const recordings = () => [new HandMade([callOf(0, 'ls')])];

it('the page reads the rules with its key, each time anew, and nobody without it does', async () => {
  let made = 0;
  const rules = async () => ({ failure: `read ${++made} times`, fix: '' });
  const { open, ask } = await served(recordings(), { rules });
  const { body } = await open();
  expect(body.rules).toBe(true);
  const headers = { authorization: `Bearer ${body.key}` };
  expect(await ask('/api/rules', { headers })).toMatchObject({ status: 200, body: { failure: 'read 1 times' } });
  expect(await ask('/api/rules', { headers })).toMatchObject({ body: { failure: 'read 2 times' } });
  const refused = [
    await ask('/api/rules'),
    await ask('/api/rules', { headers: { authorization: 'Bearer x' } }),
    await ask('/api/rules', { headers: { ...headers, origin: 'http://attacker.example' } }),
    await ask('/api/rules', { headers, method: 'POST' }),
  ];
  expect([refused.map(({ status }) => status), made]).toEqual([[401, 401, 403, 405], 2]);
});

it('a viewer of a recording from elsewhere has no rules', async () => {
  const { open, ask } = await served(recordings());
  const { body } = await open();
  expect(body.rules).toBe(false);
  expect((await ask('/api/rules', { headers: { authorization: `Bearer ${body.key}` } })).status).toBe(404);
});
