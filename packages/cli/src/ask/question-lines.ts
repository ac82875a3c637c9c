import type { Paint } from '@loadout/command';
import type { UserQuestion } from '@loadout/core';
import { visibleText } from '@loadout/core/run';

/** The margin in front of every line that does not come from Loadout. */
export const MARGIN = '     │ ';

/** The lines that show a question of the model to a person: its choices by number, and how to answer. */
export function questionLines(
  { header, question, options, multiSelect }: UserQuestion,
  { paint, nothing }: { readonly paint: Paint; readonly nothing: string },
): readonly string[] {
  const choices = options.flatMap(({ label, description, preview }, index) => [
    `  ${index + 1}. ${flat(label)}${description === '' ? '' : paint('dim', ` - ${flat(description)}`)}`,
    ...(preview === undefined ? [] : visibleText(preview).lines.map((line) => paint('dim', MARGIN + line))),
  ]);
  const numbers = multiSelect ? 'numbers, such as 1,2' : 'a number';
  const how = `${options.length === 0 ? 'Type your answer' : `Type ${numbers}, or your own answer`}; an empty line ${nothing}.`;
  return [`${paint('bold', `[${flat(header)}]`)} ${flat(question)}`, ...choices, paint('dim', how)];
}

/** A text of others on one line. */
export const flat = (text: string) => visibleText(text).lines.join(' ');
