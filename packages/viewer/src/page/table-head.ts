import { h } from 'preact';

interface TableHeadProps {
  /** The names of the columns. A column may have none. */
  readonly names: readonly string[];
  /** Whether all columns but the first have numbers. */
  readonly isOfNumbers?: boolean | undefined;
}

/** The head of a table, as screen readers know it. */
export const TableHead = ({ names, isOfNumbers = false }: TableHeadProps) =>
  h(
    'thead',
    null,
    h(
      'tr',
      null,
      names.map((name, index) =>
        name === '' ? h('td', null) : h('th', { scope: 'col', class: isOfNumbers && index > 0 ? 'number' : undefined }, name),
      ),
    ),
  );
