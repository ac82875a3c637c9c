import { type FormField, formFields } from '@loadout/command/chat';
import { type Elicitation, type ElicitationAnswer, visibleText } from '@loadout/core/run';
import { flat, MARGIN, type Person } from './person.js';

/** Asks a person the question of an MCP server: each field of its form, or whether to open an address. Source: MCP-15. */
export const elicitFrom =
  (person: Person) =>
  (request: Elicitation, { signal }: { readonly signal: AbortSignal }): Promise<ElicitationAnswer> =>
    person.asks(async () => {
      person.show([
        `The MCP server ${flat(request.source)} asks:`,
        ...visibleText(request.message).lines.map((line) => MARGIN + line),
      ]);
      const answer =
        request.mode === 'url' ? await opened(request, { person, signal }) : await filled(request, { person, signal });
      return signal.aborted ? { action: 'cancel' } : answer;
    });

interface Asking {
  readonly person: Person;
  readonly signal: AbortSignal;
}

async function opened({ url = '' }: Elicitation, { person, signal }: Asking): Promise<ElicitationAnswer> {
  person.show([`It asks you to open: ${flat(url)}`]);
  return { action: (await isAgreed({ person, signal })) ? 'accept' : 'decline' };
}

async function isAgreed({ person, signal }: Asking): Promise<boolean> {
  person.show(['Type y to agree; anything else declines.']);
  const line = await person.line(signal);
  return /^y(?:es)?$/i.test(line?.trim() ?? '');
}

async function filled({ schema }: Elicitation, asking: Asking): Promise<ElicitationAnswer> {
  const fields = formFields(schema);
  if (fields === undefined) {
    asking.person.show(['It wants values that cannot be typed here, so it is declined.']);
    return { action: 'decline' };
  }
  if (fields.length === 0) return (await isAgreed(asking)) ? { action: 'accept', content: {} } : { action: 'decline' };
  const content: [string, NonNullable<ReturnType<FormField['read']>>][] = [];
  for (const field of fields) {
    const value = await typedValue(field, asking);
    if (value !== undefined) content.push([field.name, value]);
    else if (field.isRequired) return { action: 'decline' };
  }
  // A person who typed nothing has agreed to nothing.
  return content.length === 0 ? { action: 'decline' } : { action: 'accept', content: Object.fromEntries(content) };
}

/** Asks for one value. `undefined`: nothing was typed. */
async function typedValue({ question, isRequired, expected, read }: FormField, { person, signal }: Asking) {
  for (;;) {
    const text = await person.ask(question, { signal, nothing: isRequired ? 'declines' : 'leaves it out' });
    const value = text === undefined ? undefined : read(text);
    if (text === undefined || value !== undefined) return value;
    person.show([`${JSON.stringify(flat(text))} does not fit. Expected: ${expected}.`]);
  }
}
