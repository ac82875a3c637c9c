import { deflateRawSync } from 'node:zlib';
import type { Column } from '../model/columns.js';

/** Writes JSON values as a column. A field without a value is left out. */
export function packColumn(values: readonly unknown[]): Column {
  if (values.length === 0) return ['plain', values];
  if (values.every(Number.isSafeInteger)) return packIntegers(values as readonly number[]);
  if (values.every(Array.isArray)) return packLists(values);
  if (values.every(isObject)) return packObjects(values);
  if (values.every((value) => typeof value === 'string')) return packStrings(values);
  return ['plain', values];
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Differences are smaller for times and counts, and larger for sizes, so both are tried. */
function packIntegers(values: readonly number[]): Column {
  const steps = values.map((value, at) => value - (values[at - 1] ?? 0));
  return steps.every(Number.isSafeInteger) && weight(steps) < weight(values) ? ['steps', steps] : ['plain', values];
}

const weight = (values: readonly number[]): number => deflateRawSync(values.join()).length;

function packLists(lists: readonly (readonly unknown[])[]): Column {
  return ['lists', packColumn(lists.map(({ length }) => length)), packColumn(lists.flat())];
}

function packObjects(objects: readonly Readonly<Record<string, unknown>>[]): Column {
  const shapes = new Map<string, { readonly at: number; readonly fields: readonly string[] }>();
  const columns = new Map<string, unknown[]>();
  const which = objects.map((object) => {
    const fields = Object.keys(object).filter((field) => object[field] !== undefined);
    for (const field of fields) valuesOf(columns, field).push(object[field]);
    const name = JSON.stringify(fields);
    const shape = shapes.get(name) ?? { at: shapes.size, fields };
    shapes.set(name, shape);
    return shape.at;
  });
  const packed = [...columns].map(([field, values]) => [field, packColumn(values)] as const);
  return ['objects', [...shapes.values()].map(({ fields }) => fields), packColumn(which), Object.fromEntries(packed)];
}

function valuesOf(columns: Map<string, unknown[]>, field: string): unknown[] {
  const values = columns.get(field) ?? [];
  columns.set(field, values);
  return values;
}

/** A prefix and a number that is written in its shortest way. */
const NUMBERED = /^(\D*)(0|[1-9]\d{0,14})$/;

function packStrings(values: readonly string[]): Column {
  const [first = ''] = values;
  const prefix = NUMBERED.exec(first)?.[1];
  if (prefix === undefined || !values.every((value) => NUMBERED.exec(value)?.[1] === prefix)) return ['plain', values];
  return ['numbered', prefix, packColumn(values.map((value) => Number(value.slice(prefix.length))))];
}
