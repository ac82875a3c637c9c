import { afterAll, expect, it } from 'vitest';
import { makeSandbox, rendered } from '../load/sandbox.fixture.js';

const sandbox = makeSandbox();
afterAll(() => sandbox.remove());

it.each([
  ['budget: { usd: 5 }', 'Fix: Write budgets: { <name>: { usd: 5, per: day } }'],
  ['agents: { a: { budget: 5 } }', 'Fix: Write limits: { usd: … } for a session.'],
  ['agents: { a: { temperature: 0.2 } }', 'Fix: It is a key of a model: models: { <alias>: { temperature: … } }.'],
])('a key that has another name or place here is told its place: %s', async (text, fix) => {
  expect(await rendered(sandbox.project({ 'agent.config.yaml': `${text}\n` }))).toContain(fix);
});
