import { expect, it } from 'vitest';
import { correctedOption, optionProblems, readOptions } from './option-values.js';

const schema = {
  type: 'object',
  properties: {
    url: { type: 'string' },
    size: { type: 'integer' },
    retry: { type: 'object', properties: { max: { type: 'integer' } }, additionalProperties: false },
  },
  required: ['url'],
  additionalProperties: false,
} as const;

const corrected = (texts: readonly string[]) =>
  texts.flatMap((text) => correctedOption(text, { options: readOptions(texts, schema), schema }));

it('the command to type again keeps what fits, leaves a place for a wrong value, and drops what is unknown', () => {
  expect(corrected(['url=u', 'size=big', 'retry.max=often'])).toEqual(['url=u', 'size=…', 'retry.max=…']);
  expect(corrected(['uri=u', 'size=3', 'retry.most=3'])).toEqual(['size=3']);
  expect(corrected(['size.x=3', 'size=${env:SIZE}'])).not.toContain('size.x=3');
  expect(correctedOption('url=u', { options: { url: 'u' }, schema: undefined })).toEqual([]);
});

it('a pattern of a stranger that takes for ever decides nothing', () => {
  const schema = { type: 'object', properties: { url: { type: 'string', pattern: '^(a+)+$' } } };
  expect(optionProblems({ url: `${'a'.repeat(60)}!` }, schema)).toEqual([]);
});
