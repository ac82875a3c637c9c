/** The input schema of a tool, in a form that servers of the field use. */
type Form = readonly [name: string, schema: Readonly<Record<string, unknown>>];

const one = (schema: unknown, more: object = {}) => ({ type: 'object', properties: { p: schema }, ...more });
const text = { type: 'string' };
const number = { type: 'number' };
const DRAFT_04 = { $schema: 'http://json-schema.org/draft-04/schema#' };
const DRAFT_07 = { $schema: 'http://json-schema.org/draft-07/schema#' };

export const FORMS: readonly Form[] = [
  // The inputs of the table, each under its name there.
  ['tuple', one({ type: 'array', items: [number, text], additionalItems: false }, DRAFT_07)],
  ['draft4', one({ type: 'number', minimum: 0, exclusiveMinimum: true }, DRAFT_04)],
  ['list', one({ type: 'array' })],
  [
    'either',
    {
      type: 'object',
      oneOf: [
        { required: ['a'], properties: { a: text } },
        { required: ['b'], properties: { b: text } },
      ],
    },
  ],
  ['mixed', one({ enum: ['a', null, 1] })],
  ['odata', { type: 'object', properties: { $filter: text } }],
  // Drafts.
  ['draft4_upper', one({ type: 'number', maximum: 9, exclusiveMaximum: false }, DRAFT_04)],
  ['draft4_alone', one({ type: 'number', exclusiveMinimum: true }, DRAFT_04)],
  ['draft4_id', one(text, { ...DRAFT_04, id: 'http://example.com/s' })],
  ['draft3_required', one({ type: 'string', required: true })],
  ['draft6', one({ const: 'x' }, { $schema: 'http://json-schema.org/draft-06/schema#' })],
  ['draft2019', one(text, { $schema: 'https://json-schema.org/draft/2019-09/schema' })],
  ['definitions', one({ $ref: '#/definitions/a' }, { definitions: { a: text }, ...DRAFT_07 })],
  ['dependencies', { ...DRAFT_07, type: 'object', properties: { a: text, b: text }, dependencies: { a: ['b'] } }],
  ['dependent_schema', { type: 'object', properties: { a: text }, dependencies: { a: { properties: { b: text } } } }],
  // Arrays.
  ['tuple_rest', one({ type: 'array', items: [text], additionalItems: number })],
  ['tuple_2020', one({ type: 'array', prefixItems: [number, number], items: false })],
  ['tuple_empty', one({ type: 'array', items: [] })],
  ['items_true', one({ type: 'array', items: true })],
  ['items_false', one({ type: 'array', items: false })],
  ['items_any', one({ type: 'array', items: {} })],
  ['list_of_lists', one({ type: 'array', items: { type: 'array' } })],
  ['list_or_null', one({ type: ['array', 'null'] })],
  ['list_in_choice', one({ anyOf: [{ type: 'array' }, { type: 'null' }] })],
  ['list_in_definition', one({ $ref: '#/$defs/l' }, { $defs: { l: { type: 'array' } } })],
  ['contains', one({ type: 'array', contains: text })],
  ['list_without_type', one({ items: text })],
  // Values.
  ['enum_numbers', one({ type: 'integer', enum: [1, 2, 3] })],
  ['enum_booleans', one({ enum: [true, false] })],
  ['enum_or_null', one({ type: ['string', 'null'], enum: ['a', null] })],
  ['enum_empty', one({ type: 'string', enum: [] })],
  ['enum_empty_text', one({ type: 'string', enum: ['', 'a'] })],
  ['enum_twice', one({ type: 'string', enum: ['a', 'a'] })],
  ['enum_objects', one({ enum: [{ a: 1 }, 'b'] })],
  ['const_number', one({ const: 1 })],
  ['const_null', one({ const: null })],
  ['optional_of_pydantic', one({ anyOf: [text, { type: 'null' }], default: null, title: 'P' })],
  ['union_of_zod', one({ anyOf: [{ not: {} }, text] })],
  ['literals', one({ anyOf: [{ const: 'a' }, { const: 'b' }] })],
  ['one_of_one', one({ oneOf: [text] })],
  ['all_of_ref', one({ allOf: [{ $ref: '#/$defs/a' }], description: 'It.' }, { $defs: { a: text } })],
  ['nullable', one({ type: 'string', nullable: true, example: 'x' })],
  ['discriminator', one({ oneOf: [text, number], discriminator: { propertyName: 'k' } })],
  // Keywords with values of another kind.
  ['type_any', one({ type: 'any' })],
  ['type_int', one({ type: 'int' })],
  ['type_empty', one({ type: '' })],
  ['type_null', one({ type: null })],
  ['type_list_empty', one({ type: [] })],
  ['type_twice', one({ type: ['string', 'string'] })],
  ['bound_as_text', one({ type: 'number', minimum: '0' })],
  ['length_as_text', one({ type: 'string', maxLength: '5' })],
  ['length_negative', one({ type: 'string', minLength: -1 })],
  ['description_number', one({ type: 'string', description: 5 })],
  ['required_text', one(text, { required: 'p' })],
  ['required_false', one({ type: 'object', properties: { a: text }, required: false })],
  ['required_empty', one(text, { required: [] })],
  ['required_twice', one(text, { required: ['p', 'p'] })],
  ['required_missing', one(text, { required: ['p', 'q'] })],
  ['closed_as_text', one(text, { additionalProperties: 'false' })],
  ['pattern_broken', one({ type: 'string', pattern: '([a-z' })],
  ['pattern_of_another', one({ type: 'string', pattern: '(?i)^a$' })],
  ['properties_list', one({ type: 'object', properties: [] })],
  ['format_odd', one({ type: 'string', format: 'vscode-uri' })],
  ['enum_text', one({ type: 'string', enum: 'a' })],
  // Whole objects.
  ['nothing', {}],
  ['no_properties', { type: 'object' }],
  ['no_type', { properties: { a: text } }],
  ['any_of_top', { type: 'object', properties: { a: text, b: text }, anyOf: [{ required: ['a'] }, { required: ['b'] }] }],
  ['all_of_top', { allOf: [{ properties: { a: text }, required: ['a'] }, { properties: { b: { type: 'array' } } }] }],
  ['all_of_refs', { allOf: [{ $ref: '#/$defs/a' }], $defs: { a: { type: 'object', properties: { x: text } } } }],
  ['ref_top', { $ref: '#/$defs/a', $defs: { a: { type: 'object', properties: { x: text } } } }],
  ['if_top', { type: 'object', properties: { a: text }, if: { required: ['a'] }, else: { required: ['a'] } }],
  ['not_top', { type: 'object', properties: { a: text }, not: { required: ['a'] } }],
  ['enum_top', { type: 'object', properties: { a: text }, enum: [{}] }],
  ['maps', one({ type: 'object', additionalProperties: { type: 'array' } })],
  ['pattern_properties', one({ type: 'object', patternProperties: { '^x-': text }, propertyNames: { pattern: '^x' } })],
  ['closed_2020', one(text, { unevaluatedProperties: false })],
  ['property_true', one(true)],
  ['property_false', one(false)],
  ['property_null', one(null)],
  // References.
  [
    'tree',
    one(
      { $ref: '#/$defs/n' },
      { $defs: { n: { type: 'object', properties: { of: { type: 'array', items: { $ref: '#/$defs/n' } } } } } },
    ),
  ],
  ['tree_of_itself', { type: 'object', properties: { of: { type: 'array', items: { $ref: '#' } } } }],
  ['ref_to_property', { type: 'object', properties: { a: text, b: { $ref: '#/properties/a' } } }],
  ['ref_nowhere', one({ $ref: '#/definitions/gone' })],
  ['ref_elsewhere', one({ $ref: 'https://example.com/schema.json#/a' })],
  ['ref_by_id', one({ $ref: 'a' }, { $defs: { a: { $id: 'a', type: 'string' } } })],
  ['ref_beside', one({ $ref: '#/$defs/a', description: 'It.', default: 'x' }, { $defs: { a: text } })],
  ['anchor', one({ $ref: '#a' }, { $defs: { x: { $anchor: 'a', type: 'string' } } })],
  // Names.
  [
    'named_like_keywords',
    { type: 'object', properties: { items: { type: 'array' }, enum: text, type: text, required: number, $ref: text } },
  ],
  [
    'names_odd',
    { type: 'object', properties: { 'user[id]': text, 'a b': text, '@type': text, ü: text, '': text }, required: ['@type'] },
  ],
  ['name_long', { type: 'object', properties: { ['x'.repeat(65)]: text } }],
  ['name_proto', JSON.parse('{"type":"object","properties":{"__proto__":{"type":"string"},"constructor":{"type":"string"}}}')],
];
