import type { Column } from '../../model/columns.js';

/** Reads the values of a column. */
export function unpackColumn(column: Column): readonly unknown[] {
  switch (column[0]) {
    case 'steps': {
      let value = 0;
      return column[1].map((step) => (value += step));
    }
    case 'numbered':
      return unpackColumn(column[2]).map((number) => column[1] + number);
    case 'lists': {
      const items = unpackColumn(column[2]).values();
      return unpackColumn(column[1]).map((length) => Array.from({ length: length as number }, () => items.next().value));
    }
    case 'objects': {
      const columns = new Map(Object.entries(column[3]).map(([field, values]) => [field, unpackColumn(values).values()]));
      return unpackColumn(column[2]).map((shape) =>
        Object.fromEntries((column[1][shape as number] ?? []).map((field) => [field, columns.get(field)?.next().value])),
      );
    }
    default:
      return column[1];
  }
}
