import type { Row } from './visible-rows.js';

interface Step {
  readonly select?: number | undefined;
  readonly toggle?: { readonly id: number; readonly isOpen: boolean } | undefined;
}

interface Position {
  readonly rows: readonly Row[];
  /** The selected row, or -1. */
  readonly index: number;
  readonly page: number;
}

/** The step that a key means in the tree, or `undefined` for a key without a meaning there. */
export function stepOf(key: string, { rows, index, page }: Position): Step | undefined {
  const to = (wanted: number): Step => ({ select: rows[Math.max(0, Math.min(rows.length - 1, wanted))]?.node.id });
  const row = rows[index];
  switch (key) {
    case 'ArrowDown':
      return to(index + 1);
    case 'ArrowUp':
      return to(index - 1);
    case 'PageDown':
      return to(index + page);
    case 'PageUp':
      return to(index - page);
    case 'Home':
      return to(0);
    case 'End':
      return to(rows.length - 1);
    case 'ArrowRight':
      if (row?.isOpen === false) return { toggle: { id: row.node.id, isOpen: true } };
      return row?.isOpen === true ? to(index + 1) : {};
    case 'ArrowLeft':
      if (row?.isOpen === true) return { toggle: { id: row.node.id, isOpen: false } };
      return row === undefined ? {} : to(rows.findLastIndex((one, at) => at < index && one.level < row.level));
    default:
      return undefined;
  }
}
