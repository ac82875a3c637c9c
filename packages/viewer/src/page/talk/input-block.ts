import { h } from 'preact';
import { LongTextBlock } from '../text/long-text-block.js';
import { fieldsOf } from './feed/fields.js';

/** The field of an input that a person reads first, with its name. Other fields stand below it as JSON. */
const MAIN: Readonly<Record<string, readonly [field: string, label: string]>> = {
  Bash: ['command', 'Command'],
  Write: ['content', 'The whole new text'],
};

/** The input of a call: what a person reads first as it is, and the rest as JSON. */
export function InputBlock({ tool, input }: { readonly tool: string; readonly input: unknown }) {
  const [field, label] = (Object.hasOwn(MAIN, tool) ? MAIN[tool] : undefined) ?? ['', ''];
  const { [field]: main, ...others } = fieldsOf(input);
  if (typeof main !== 'string') return h(LongTextBlock, { label: 'Input', text: { head: jsonOf(input) } });
  return h(
    'div',
    null,
    h(LongTextBlock, { label, text: { head: main } }),
    Object.keys(others).length === 0 ? null : h(LongTextBlock, { label: 'Input', text: { head: jsonOf(others) } }),
  );
}

const jsonOf = (value: unknown): string => (typeof value === 'string' ? value : (JSON.stringify(value, null, 2) ?? ''));
