import { ownPlugin } from '@loadout/core';
import { enterWorktreeTool } from './enter-worktree-tool.js';
import { exitWorktreeTool } from './exit-worktree-tool.js';
import { optionsSchema } from './options.js';
import { worktreeSessionOffer } from './worktree/worktree-session.js';
import { worktreesOffer } from './worktrees-offer.js';

export { errors, table as errorTable } from './errors.js';
export type { EnteredWorktree } from './worktree/worktree-session.js';
export { WorktreeSession } from './worktree/worktree-session.js';

export default ownPlugin({
  name: 'git',
  options: optionsSchema,
  setup: ({ options }) => ({
    tools: [enterWorktreeTool(options), exitWorktreeTool(options)],
    services: [worktreeSessionOffer, worktreesOffer(options)],
  }),
});
