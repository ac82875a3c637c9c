import { defineCommand } from '@loadout/core/commands';
import { definition } from './definition.js';
import { serveAcp } from './serve-acp.js';

/** Serves an editor until it disconnects (0), or a signal ends the command (the code of the signal). */
export default defineCommand(definition, async ({ positionals: [agent], flags }, host) => {
  if (flags.setup) {
    const { setUp } = await import('./set-up.js');
    return setUp({ host, flags, agent });
  }
  host.keepServing();
  if (host.isTyped) host.tell('note: Waiting for an editor on standard input. Ctrl+C ends the command.\n');
  await serveAcp({ host, flags, agent });
  return typeof host.signal.reason === 'number' ? host.signal.reason : 0;
});
