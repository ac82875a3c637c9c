type Rule = { readonly toolName: string; readonly ruleContent?: string | undefined };

/**
 * The rules for a command: its text as it was written, or its first two words if the second is a subcommand, so that
 * `npm run build` suggests `npm run *`.
 */
export function commandRules(rules: readonly Rule[], command: string): readonly Rule[] {
  const written = rules.filter(isOfCommand).length === 1 && isOneCommand(command) ? command.trim() : undefined;
  const made = rules.map((rule) =>
    isOfCommand(rule) ? { ...rule, ruleContent: widened(written ?? rule.ruleContent ?? '') } : rule,
  );
  const seen = new Set<string>();
  return made.filter((rule) => {
    const key = JSON.stringify(rule);
    return !seen.has(key) && seen.add(key);
  });
}

export const isOfCommand = ({ toolName, ruleContent }: Rule): boolean =>
  toolName !== 'Edit' && toolName !== 'Read' && ruleContent !== undefined;

/** Whether the text is one command whose words a rule can hold: no operators, expansions, escapes, or variables in front. */
const isOneCommand = (text: string): boolean => !/[;&|<>$`\\*?\n]/.test(text) && !/^\s*\w+=/.test(text);

const SUBCOMMAND = /^(\S+ [a-z][a-z0-9-]*)(?: .*)?$/s;

/** Programs whose second word is code or a file, never a subcommand. */
const NO_SUBCOMMANDS = /^(?:rm|rmdir|sh|bash|zsh|sudo|env|xargs|eval|exec|dd|chmod|chown|kill|mv|cp|ln|tee)$/;

function widened(text: string): string {
  const plain = text.replace(/(?::\*| \*)$/, '');
  const [, words] = SUBCOMMAND.exec(plain) ?? [];
  if (words === undefined || NO_SUBCOMMANDS.test(words.split(' ')[0] ?? '')) return text;
  return `${words} *`;
}
