import { nearest } from '@loadout/core';
import { pathFrom } from '../compile/compile-context.js';
import { takenAliases } from '../compile/taken-aliases.js';
import { errors } from '../errors.js';
import { isFolder } from '../read/path-kind.js';
import { type CheckContext, ownersOf, tell, warn } from './check-context.js';

/** Reports names of agents, skills and servers that the configuration does not have, and working directories that are not there. */
export function checkReferences(context: CheckContext): void {
  checkBudgets(context);
  checkServers(context);
  checkSkills(context);
  checkFolders(context);
}

function checkBudgets(context: CheckContext): void {
  const known = Object.keys(context.document.agents ?? {});
  for (const [budget, { agent: name }] of Object.entries(context.document.budgets ?? {})) {
    if (name === undefined || name === '*' || known.includes(name)) continue;
    const near = nearest(name, known);
    const fix =
      near === undefined ? 'Name an agent of this configuration, or write "*" for each agent by itself.' : `Write ${near}.`;
    tell(errors.CONFIG_REFERENCE({ kind: 'agent', name, nearest: near, known, fix }), ['budgets', budget, 'agent'], context);
  }
}

function checkServers(context: CheckContext): void {
  const known = Object.keys(context.document.mcpServers ?? {});
  for (const { owner, path } of ownersOf(context.document))
    for (const [index, name] of (owner.mcpServers ?? []).entries()) {
      if (known.includes(name) || context.absentServers?.has(name)) continue;
      const problem = errors.CONFIG_MCP_SERVER_UNKNOWN({ name, nearest: nearest(name, known), known });
      tell(problem, [...path, 'mcpServers', index], context);
    }
}

/** Reports unknown skills too, and aliases that belong to another skill. */
function checkSkills(context: CheckContext): void {
  const { agents = {}, skills: all = {} } = context.document;
  const known = Object.entries(all).flatMap(([name, skill]) => (skill === null ? [] : [name]));
  for (const [agent, { skills = [] }] of Object.entries(agents))
    for (const [index, name] of skills.entries()) {
      if (known.includes(name)) continue;
      const problem = errors.CONFIG_SKILL_UNKNOWN({ name, nearest: nearest(name, known), known });
      tell(problem, ['agents', agent, 'skills', index], { ...context, isWarning: 'ifForeign' });
    }
  for (const { skill, alias, index, other } of takenAliases(all))
    warn(errors.CONFIG_SKILL_ALIAS({ alias, skill, other }), ['skills', skill, 'aliases', index], context);
}

/** A working directory that does not exist is left out: the path may be a slip, or exist on other machines only. */
function checkFolders(context: CheckContext): void {
  for (const [index, folder] of (context.document.permissions?.additionalDirectories ?? []).entries()) {
    const path = ['permissions', 'additionalDirectories', index];
    const full = pathFrom(folder, { ...context, path });
    if (!isFolder(full)) warn(errors.CONFIG_FOLDER_MISSING({ folder: full }), path, context);
  }
}
