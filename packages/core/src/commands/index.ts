/** The entry for a package that brings commands. The command line loads it for its help, so it imports no more than this. */
export type { CommandArgument, CommandDefinition, CommandFlag, CommandGroup, CommandManifest } from '../contract/command.js';
export type {
  Command,
  CommandCall,
  CommandFlags,
  CommandHost,
  CommandPlan,
  ConfigEntry,
  ConfigText,
  EventLook,
  EventView,
  Frames,
  LoadWish,
  PersonalRules,
  SessionSource,
  StoredSession,
  TableLayout,
} from './command.js';
export { defineCommand } from './command.js';
export type { CallOptions, ServedAgent, ServedResult, ServedSession, ServedTools } from './served-tools.js';
export { agentArgument, configFlags, engineFlag, jsonFlag, logFlag, placeFlags, ruleFlags } from './shared-flags.js';
