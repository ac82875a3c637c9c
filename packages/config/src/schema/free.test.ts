import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { masked } from '../document/flatten.js';
import { fromValue } from '../document/from-value.js';
import { dotted, type Node, type Place } from '../document/node.js';
import { Report } from '../document/report.js';
import { documentGate } from '../trust/gates.js';
import { documents } from './config-schema.js';
import { free, waits } from './free.js';
import { documentWith, type SchemaKey, schemaKeys, triedValues, undecided } from './schema-walk.test-kit.js';

const whole = documents.configuration.extend({ profiles: documents.profiles.optional() });
const keys = schemaKeys(whole, { path: '', decision: undefined, waitsAt: undefined });

describe('every key of the schema (N2)', () => {
  it('has a decision about what applies before trust, with its reason', () => {
    expect(undecided(keys)).toEqual([]);
    expect(
      keys.flatMap(({ path, decision }) => (decision !== undefined && !/^[A-Z].{8,}\.$/.test(decision.why) ? [path] : [])),
    ).toEqual([]);
    expect(keys.length).toBeGreaterThan(1_000);
  });

  it('that names a model is told, since a request has the name that stands behind the provider (N2)', () => {
    const models = keys.filter(({ path }) => /(?:^|\.)(?:smallModel|model)(?:\[\])?$/.test(path));
    expect(models.length).toBeGreaterThan(6);
    expect(models.filter(({ decision }) => decision?.is !== 'told').map(({ path }) => path)).toEqual([]);
  });

  it('that comes later without a decision waits, and fails with a sentence that says what to do', () => {
    const later = z.strictObject({ known: free('A text to nobody.', z.string()), later: z.strictObject({ deep: z.string() }) });
    const walked = schemaKeys(later, { path: '', decision: undefined, waitsAt: undefined });
    expect(undecided(walked)).toEqual([expect.stringMatching(/^later has no decision: write free\(why, …\)/)]);
    expect(walked.find(({ path }) => path === 'later.deep')?.waitsAt).toBe('later');
    const held = z.strictObject({ later: waits('Starts a program.', later) });
    expect(undecided(schemaKeys(held, { path: '', decision: undefined, waitsAt: undefined }))).toEqual([]);
  });
});

const place: Place = { file: '/p/agent.config.yaml', line: 1, column: 1, length: 1, layer: 'project' };
const gate = documentGate({ isOwn: (use) => use.startsWith('@loadout/') });

function split(value: unknown): { waits: readonly string[]; rest: string } {
  const node: Node = fromValue(value, { place, report: new Report() });
  const { rest, parts } = gate(node, []);
  return { waits: parts.map((part) => dotted(part.path)), rest: rest === undefined ? '' : JSON.stringify(masked(rest, [])) };
}

const TEXT = 'canary-5c1e';

/** Whether a value of a key applies before trust, by the decisions alone. */
function applies({ decision, waitsAt }: SchemaKey, value: unknown): boolean {
  if (decision === undefined || waitsAt !== undefined) return false;
  const { when } = decision;
  return typeof when !== 'object' || typeof value === 'object' || when.some((one) => one === value);
}

it('applies before trust as its decision says, at its place and below it (N2)', () => {
  const wrong = keys.flatMap((key) =>
    (key.path.endsWith('<>') ? [TEXT] : triedValues(key, TEXT)).flatMap((value) => {
      const { waits, rest } = split(documentWith(whole, key, { value, text: TEXT }));
      const isFree = applies(key, value);
      if (isFree && waits.length === 0) return [];
      if (!isFree && waits.length === 1 && !rest.includes(TEXT)) return [];
      return [
        `${key.path}: ${JSON.stringify(value)} ${isFree ? 'should apply' : 'should wait'}, but waiting: ${waits.join(', ')}`,
      ];
    }),
  );
  expect(wrong).toEqual([]);
});
