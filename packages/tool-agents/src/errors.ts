import { defineErrors } from '@loadout/core';

/** Every error of this package. */
export const table = {
  AGENT_APART: {
    message: () => 'The agent cannot work in its own worktree: no mounted plugin creates worktrees.',
    fix: () => 'Mount @loadout/tool-git, or start the agent without isolation.',
  },
  AGENT_APART_BLOCKED: {
    message: (p: { by: string; reason: string }) =>
      `The agent gets no worktree of its own, because the hook ${p.by} blocked it: ${p.reason}`,
    fix: (p: { failed?: true }) =>
      p.failed === true
        ? 'Start the agent without isolation, or tell a person to repair the hook.'
        : 'Start the agent without isolation, or in a way that the hook accepts.',
  },
  TEAM_UNKNOWN: {
    message: (p: { name: string }) => `There is no team "${p.name}".`,
    fix: (p: { available: readonly string[] }) =>
      p.available.length === 0 ? 'Create one with TeamCreate.' : `Teams of this session: ${p.available.join(', ')}.`,
  },
  TEAM_TAKEN: {
    message: (p: { name: string }) => `The team "${p.name}" already exists.`,
    fix: () => 'Choose another name, or disband that one with TeamDelete.',
  },
  TEAM_DISBANDED: {
    message: (p: { name: string }) => `The team "${p.name}" is already disbanded.`,
  },
  TEAM_NOT_LED: {
    message: (p: { name: string }) => `The team "${p.name}" is not yours: only the agent that created it can disband it.`,
    fix: () => 'Send a message to its leader.',
  },
  TEAM_FULL: {
    message: (p: { name: string; limit: number }) => `The team "${p.name}" already has ${p.limit} members, which is the limit.`,
  },
  MEMBER_TAKEN: {
    message: (p: { name: string; team: string }) => `The team "${p.team}" already has a member "${p.name}".`,
    fix: () => 'Give the agent another name.',
  },
  MEMBER_NAMELESS: {
    message: (p: { team: string }) => `An agent that joins the team "${p.team}" needs a name.`,
    fix: () => 'Set name.',
  },
  MESSAGE_NO_TEAM: {
    message: () => 'You are not a member of a team, so there is nobody to send a message to.',
    fix: () => 'Create a team with TeamCreate, and start its members with Agent and team_name.',
  },
  MESSAGE_NO_MEMBER: {
    message: (p: { to: string; team: string }) => `"${p.to}" is not a member of the team "${p.team}".`,
    fix: (p: { members: readonly string[] }) => `Send to one of: ${p.members.join(', ') || '(nobody)'}, or to "*" for all.`,
  },
  MESSAGE_MEMBER_GONE: {
    message: (p: { to: string }) => `"${p.to}" is no longer running; the message was not delivered.`,
    fix: () => 'Start it again with Agent and the same name.',
  },
  SKILL_UNKNOWN: {
    message: (p: { name: string; nearest?: string | undefined }) =>
      `There is no skill "${p.name}".${p.nearest === undefined ? '' : ` Did you mean "${p.nearest}"?`}`,
    fix: (p: { available: readonly string[] }) =>
      p.available.length === 0 ? 'This agent has no skills.' : `Use one of: ${p.available.join(', ')}.`,
  },
  SKILL_NOT_SAVED: {
    message: (p: { name: string; problem: string }) => `The skill "${p.name}" could not be saved: ${p.problem}.`,
  },
  SKILL_NOT_FOR_MODELS: {
    message: (p: { name: string }) => `The skill "${p.name}" is not available: only a person may start it.`,
  },
} as const;

export const errors = defineErrors(table);
