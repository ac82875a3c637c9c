import { defineService, type ServiceOffer, type ToolContext } from '@loadout/core';
import { errors } from '../errors.js';
import type { MemoryOptions } from '../options.js';
import type { MemoryStore, NoteRecord } from '../store/memory-store.js';
import { openStore } from '../store/open-store.js';
import type { Agents } from './agents.js';
import type { OutsideTexts } from './outside.js';

/** Where the session that was started works, for all its agents. */
interface SessionPlace {
  readonly workspace: string;
  readonly artifactDir: string;
}

const PlaceKey = defineService<SessionPlace>('loadout.tool-memory.Place');

export const placeOffer: ServiceOffer<SessionPlace> = {
  service: PlaceKey,
  shared: true,
  create: ({ roots, cwd, artifactDir }) => ({ workspace: roots[0] ?? cwd, artifactDir }),
};

/** A store that another plugin offers, in place of files: a table of a database, or objects of a cloud. */
export const MemoryStores = defineService<MemoryStore>('loadout.MemoryStore');

/** The notes of the agent that makes a call. */
export interface NotePlace {
  storeFor(context: ToolContext): MemoryStore;
  /** Returns the record of a text that a call writes. Throws MEMORY_NOT_ASKED. */
  recordFor(context: ToolContext): NoteRecord;
}

interface Parts {
  readonly options: MemoryOptions;
  readonly stateDir: string;
  readonly agents: Agents;
  readonly outside: OutsideTexts;
}

export function notePlace({ options, stateDir, agents, outside }: Parts): NotePlace {
  const agentOf = ({ sessionId, agentId }: ToolContext) => agents.nameOf({ session: sessionId, id: agentId });
  return {
    storeFor: (context) =>
      context.find(MemoryStores) ??
      openStore({ options, stateDir, ...placeOf(context), session: context.sessionId, agent: agentOf(context) }),
    recordFor: (context) => {
      const { sessionId: session, toolUseId: id } = context;
      const decided = outside.decided({ session, id });
      const sources = decided ?? outside.sourcesOf(session);
      const by = { at: Date.now(), session: context.sessionId, agent: agentOf(context) };
      if (sources.length === 0) return { origin: 'agent', ...by };
      // Where no hook runs, nobody was asked.
      if (decided === undefined) throw errors.MEMORY_NOT_ASKED({ sources: sources.slice(0, 5) });
      return { origin: 'outside', ...by, sources };
    },
  };
}

/** A subagent in a worktree of its own has the notes of the session that started it. */
const placeOf = (context: ToolContext): SessionPlace => {
  const shared = context.agentId === 'main' ? undefined : context.find(PlaceKey);
  return shared ?? { workspace: context.roots[0] ?? context.cwd, artifactDir: context.artifactDir };
};
