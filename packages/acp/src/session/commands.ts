import type { AvailableCommand } from '@agentclientprotocol/sdk';
import { oneLine } from '@loadout/command';
import { SLASH_COMMANDS, type SlashCommand, userSkills } from '@loadout/command/chat';
import type { Plan } from '@loadout/core/run';

const help: SlashCommand = {
  name: 'help',
  summary: 'Show what can be typed.',
  run: (_, session) => session.print(helpText(availableCommands(session.agent.spec.plan))),
};

/** The commands of the chat that are of use in an editor, which has others of its own for the rest. */
export const EDITOR_COMMANDS: readonly SlashCommand[] = [
  help,
  ...SLASH_COMMANDS.filter(({ name }) => ['model', 'mode', 'compact', 'cost', 'context'].includes(name)),
];

/** The words that a person may type behind a slash: the skills of the configuration, and the commands above. */
export function availableCommands({ skills = {} }: Pick<Plan, 'skills'>): AvailableCommand[] {
  return [
    ...userSkills(Object.values(skills)).map(({ name, description, argumentHint }) => command(name, description, argumentHint)),
    ...EDITOR_COMMANDS.map(({ name, summary, takes }) => command(name, summary, takes)),
  ];
}

/** A list in Markdown, which editors show. */
const helpText = (commands: readonly AvailableCommand[]): string =>
  commands
    .map(
      ({ name, description, input }) => `- \`/${[name, input?.hint ?? ''].join(' ').trimEnd()}\`: ${oneLine(description, 200)}\n`,
    )
    .join('');

const command = (name: string, description: string, hint: string | undefined): AvailableCommand => ({
  name,
  description,
  ...(hint === undefined ? {} : { input: { hint } }),
});
