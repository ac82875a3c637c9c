/** The kinds of nodes of which only the parts matter. A kind that is neither here nor has a case of its own is not understood. */
export const TRANSPARENT = new Set([
  ...['Script', 'CompoundList', 'If', 'Elif', 'Case', 'BraceGroup'],
  ...[
    'Literal',
    'SingleQuoted',
    'DoubleQuoted',
    'AnsiCQuoted',
    'Glob',
    'BraceExpansion',
    'SimpleExpansion',
    'ParameterExpansion',
  ],
  ...['ArithmeticExpansion', 'ArithmeticBinary', 'ArithmeticUnary', 'ArithmeticTernary', 'ArithmeticGroup', 'ArithmeticWord'],
  ...['Default', 'Remove', 'Replace', 'Slice', 'CaseModification'],
  ...['FileDescriptor', 'HereDocDelimiter', 'HereDocBody'],
]);

/** The name of a kind for people: `ParameterExpansion` -> `a parameter expansion`. */
export function sayKind(type: string): string {
  const words = type.replace(/(?<=[a-z])(?=[A-Z])/g, ' ').toLowerCase();
  return `${/^[aeiou]/.test(words) ? 'an' : 'a'} ${words}`;
}
