import { describeRunEngine } from '@loadout/testing';
import { describe, it } from 'vitest';
import { PATIENT } from './engine-server.test-kit.js';
import { openRestate } from './restate-engine.test-kit.js';

/** A stopped worker is waited for until its fence ends it. These laws have a file of their own, beside which the others run. */
export const isOfStops = (law: string): boolean => /stopped|frozen/.test(law);

/** The laws of a run engine that belong to this part. */
export function restateLaws(name: string, isInPart: (law: string) => boolean, patience = PATIENT): void {
  describeRunEngine(name, {
    describe,
    it: (law, body) => {
      if (isInPart(law)) it(law, body);
    },
    abilities: { approvals: true, cancel: true, plans: true, restart: true, takeover: true },
    open: () => openRestate({}, { patience }),
  });
}
