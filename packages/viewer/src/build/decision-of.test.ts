import { describe, expect, it } from 'vitest';
import { decisionOf } from './decision-of.js';

const cure = (text: string) =>
  decisionOf({ by: 'nobody' }, { effect: 'deny', tool: 'Bash', mode: 'default', cwd: '/w', text }).cure;

describe('the cure of a denied call (N10)', () => {
  it.each(['Add to permissions.allow: "Bash(make)".', 'For a rule that names rm $X exactly, write it as plain commands.'])(
    'is the advice of the refusal: %s (N10)',
    (advice) => expect(cure(`Bash needs approval. ${advice}`)).toBe(advice),
  );

  it('never is the name of the tool as a rule (N10)', () => {
    expect(cure('Bash needs approval.')).not.toMatch(/allow: \[Bash\]|Bash\)?"/);
    expect(cure('Bash needs approval.')).toContain('loadout explain proposes it');
  });
});
