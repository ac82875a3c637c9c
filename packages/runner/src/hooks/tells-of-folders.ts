import { tellHooks } from '@loadout/core';
import type { AgentEvent } from '../report/events.js';
import type { RunState } from '../turn/run-state.js';

/** Passes events on, and tells hooks of folders that become working directories. */
export function tellsOfFolders(emit: (event: AgentEvent) => void, run: () => RunState): (event: AgentEvent) => void {
  return (event) => {
    emit(event);
    if (event.type !== 'permissions') return;
    for (const update of event.updates)
      if (update.type === 'addDirectories')
        for (const directory of update.directories)
          tellHooks('DirectoryAdded', { directory, source: update.destination }, run().calls);
  };
}
