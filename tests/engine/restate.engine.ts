import { describeRunEngine } from '@loadout/testing';
import { describe, it } from 'vitest';
import { openRestate } from './restate-engine.test-kit.js';

describeRunEngine('Restate', {
  describe,
  it,
  abilities: { approvals: true, cancel: true, plans: true, restart: true, takeover: true },
  open: () => openRestate(),
});
