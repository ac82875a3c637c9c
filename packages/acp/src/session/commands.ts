import type { AvailableCommand } from '@agentclientprotocol/sdk';
import { SLASH_COMMANDS, type SlashCommand, userSkills } from '@loadout/command/chat';
import type { Plan } from '@loadout/core/run';

/** The commands of the chat that are of use in an editor, which has others of its own for the rest. */
export const EDITOR_COMMANDS: readonly SlashCommand[] = SLASH_COMMANDS.filter(({ name }) =>
  ['model', 'mode', 'compact', 'cost', 'context'].includes(name),
);

/** The words that a person may type behind a slash: the skills of the configuration, and the commands above. */
export const availableCommands = ({ skills = {} }: Pick<Plan, 'skills'>): AvailableCommand[] => [
  ...userSkills(Object.values(skills)).map(({ name, description, argumentHint }) => command(name, description, argumentHint)),
  ...EDITOR_COMMANDS.map(({ name, summary, takes }) => command(name, summary, takes)),
];

const command = (name: string, description: string, hint: string | undefined): AvailableCommand => ({
  name,
  description,
  ...(hint === undefined ? {} : { input: { hint } }),
});
