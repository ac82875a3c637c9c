import { h } from 'preact';
import { LongTextBlock } from '../text/long-text-block.js';
import { fieldsOf } from './feed/fields.js';

/** The field of an input that a person reads first, with its name. Other fields stand below it as JSON. */
const MAIN: Readonly<Record<string, readonly [field: string, label: string]>> = {
  Bash: ['command', 'Command'],
  Write: ['content', 'The whole new text'],
  Edit: ['file_path', 'File'],
};
/** The fields that the difference of a file shows, and those that are off by default. */
const SHOWN: readonly string[] = ['file_path', 'old_string', 'new_string'];
const OFF: readonly string[] = ['run_in_background', 'replace_all'];

/** The input of a call: what a person reads first as it is, and the rest as JSON. */
export function InputBlock({ tool, input }: { readonly tool: string; readonly input: unknown }) {
  const [field, label] = (Object.hasOwn(MAIN, tool) ? MAIN[tool] : undefined) ?? ['', ''];
  const { [field]: main, ...rest } = fieldsOf(input);
  if (typeof main !== 'string') return h(LongTextBlock, { label: 'Input', text: { head: jsonOf(input) } });
  const told = Object.entries(rest).filter(([name, value]) => !SHOWN.includes(name) && !(OFF.includes(name) && value === false));
  const others = Object.fromEntries(told);
  return h(
    'div',
    null,
    h(LongTextBlock, { label, text: { head: main } }),
    Object.keys(others).length === 0 ? null : h(LongTextBlock, { label: 'Input', text: { head: jsonOf(others) } }),
  );
}

const jsonOf = (value: unknown): string => (typeof value === 'string' ? value : (JSON.stringify(value, null, 2) ?? ''));
