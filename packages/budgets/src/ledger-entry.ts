import type { HeldRequest } from '@loadout/core/run';
import type { Ledger } from './ledger.js';
import type { AskedLine, OpenRequest } from './ledger-line.js';

/** The entry of one request in the ledger. A ledger that cannot be written ends no run; a person is told. */
export class LedgerEntry {
  readonly #ledger: Ledger | undefined;
  readonly #about: Omit<AskedLine, 'id' | 'at' | 'by' | 'worst'>;
  readonly #tell: (message: string) => void;

  constructor(
    ledger: Ledger | undefined,
    { about, tell }: { readonly about: Omit<AskedLine, 'id' | 'at' | 'by' | 'worst'>; readonly tell: (message: string) => void },
  ) {
    this.#ledger = ledger;
    this.#about = about;
    this.#tell = tell;
  }

  /** Writes that the request is about to leave. `undefined`: there is no ledger, or it cannot be written. */
  write(worst: number | null, now: number): OpenRequest | undefined {
    const ledger = this.#ledger;
    const open = ledger?.ask({ ...this.#about, worst }, now);
    if (ledger !== undefined && open === undefined)
      this.#tell(`The ledger in ${ledger.dir} is not kept: it cannot be written (${ledger.problem}).`);
    return open;
  }

  settle(open: OpenRequest | undefined, end: Parameters<HeldRequest['settle']>[0]): void {
    if (open !== undefined) this.#ledger?.settle(open, { now: Date.now(), ...end });
  }

  get problem(): string | undefined {
    return this.#ledger?.problem;
  }
}
