import type { ParameterExpansionPart } from 'unbash';

/** The problem of an expansion that names a variable by a variable, sets a variable, or evaluates text. */
export function parameterProblem(part: ParameterExpansionPart): string | undefined {
  const { operation, prefix, index } = part;
  const what = `the expansion ${part.text.slice(0, 40)}`;
  if (prefix === '!' || part.text.includes('\\\n')) return what;
  if (!/^(?:[A-Za-z_]\w*|[\d@*#?$!-])$/.test(part.parameter)) return what;
  if (index !== undefined && !/^(?:\d+|@|\*)$/.test(index.text)) return what;
  if (operation === undefined) return undefined;
  if (operation.type === 'Default') return operation.operator.endsWith('=') ? what : undefined;
  if (operation.type === 'Slice')
    return [operation.offset, operation.length].every((one) => one === undefined || /^ ?-?\d+$/.test(one.text))
      ? undefined
      : what;
  return operation.type === 'Remove' || operation.type === 'Replace' || operation.type === 'CaseModification' ? undefined : what;
}
