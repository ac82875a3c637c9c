import { defineErrors, type Position } from '@loadout/core';

/** US dollars with as many digits as tell two costs of requests apart. */
const dollars = (usd: number): string => String(Number(usd.toPrecision(3)));

type Budgeted = {
  readonly name: string;
  readonly position: Position | undefined;
  readonly usd: number;
  readonly per: 'day' | 'month';
  readonly agent?: string | undefined;
  readonly user?: string | undefined;
  readonly spent: number;
  readonly next: number;
  readonly model: string;
  readonly opens: string;
};

/** A budget whose money cannot be counted: in the ledger of a folder, or in a place that machines share. */
type NotHeld = {
  readonly name: string;
  readonly position: Position | undefined;
  readonly problem: string;
} & ({ readonly dir: string } | { readonly place: string });

/** The file and line of a budget, which a run's result would not show otherwise. */
const placeOf = ({ position }: { readonly position: Position | undefined }): string =>
  position === undefined ? '' : ` (${position.file}:${position.line}:${position.column})`;

/** Every error of this package. */
export const table = {
  BUDGET_REACHED: {
    message: (p: Budgeted) =>
      `The budget "${p.name}"${placeOf(p)} of ${p.usd} US dollars per ${p.per}${p.agent === undefined ? '' : ` for the agent ${p.agent}`}${p.user === undefined ? '' : ` for the user ${p.user}`} is not enough for another request: ${dollars(p.spent)} is spent or held, and a request to ${p.model} with a short answer could cost ${dollars(p.next)}.`,
    fix: (p: Budgeted) =>
      `Wait until it opens again on ${p.opens}, or raise the budget. To see the costs: loadout cost --since 1d`,
    values: () => ({ limit: 'US dollars' }),
  },
  BUDGET_NOT_HELD: {
    message: (p: NotHeld) =>
      `The budget "${p.name}"${placeOf(p)} cannot be held: ${'dir' in p ? `the ledger in ${p.dir}` : p.place} cannot be read and written (${p.problem}).`,
    fix: (p: NotHeld) =>
      'dir' in p
        ? 'Free space on the disk of that folder, or set LOADOUT_STATE_DIR to a writable folder.'
        : 'See that it runs and that this machine reaches it. Then ask again.',
  },
};

export const errors = defineErrors(table);
