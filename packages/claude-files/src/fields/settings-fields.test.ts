import { afterAll, expect, it } from 'vitest';
import { loadWith, makeHome } from '../claude/claude.fixture.js';
import type { Field } from '../foreign/foreign-fields.js';
import { CLAUDE_FIELDS, SANDBOX_FIELDS } from './settings-fields.js';

const homes = makeHome();
afterAll(() => homes.remove());

const SETTINGS = { model: 'x', sandbox: { enabled: true }, cleanupPeriodDays: 3 };
const SANDBOX = {
  enabled: false,
  failIfUnavailable: false,
  autoAllowBashIfSandboxed: false,
  excludedCommands: ['x'],
  filesystem: { denyRead: ['/x'] },
  network: { deniedDomains: ['x'] },
};

type Samples = Readonly<Record<string, unknown>>;
const rows = (fields: Readonly<Record<string, Field>>, samples: Samples, inside: (more: Samples) => Samples) =>
  Object.entries(fields).map(([key, field]) => ({
    key,
    field,
    settings: inside({ [key]: samples[key] ?? 'x' }),
    bare: inside({}),
  }));

it.each([
  ...rows(CLAUDE_FIELDS, SETTINGS, (more) => more),
  ...rows(SANDBOX_FIELDS, SANDBOX, (more) => ({ sandbox: { enabled: true, ...more } })),
])('the table is right about $key: $field.fate (CFG-13)', async ({ field, settings, bare }) => {
  const folders = homes.make({});
  const of = async (given: Samples) => {
    const { plan, warnings } = await loadWith(folders, { sources: [], settings: given });
    return { plan: JSON.stringify(plan), said: warnings.length };
  };
  const [found, without] = [await of(settings), await of(bare)];
  const acts = field.fate === 'kept' || field.fate === 'changed';
  expect([found.plan !== without.plan, found.said]).toEqual([acts, field.fate === 'lost' ? 1 : 0]);
});
