/** A warning of the provider as one sentence, such as `@ai-sdk/google does not support temperature: …`. */
export function warningText(warning: unknown, name: string): string {
  const { type, feature, setting, details, message } = warning as Readonly<Record<string, string | undefined>>;
  const more = details ?? message;
  if (type === 'unsupported') return sentence(`${name} does not support ${feature ?? setting}`, more);
  if (type === 'compatibility') return sentence(`${name} changed ${feature} to what the model knows`, more);
  if (type === 'deprecated') return sentence(`${setting} of ${name} is deprecated`, more);
  return sentence(`${name} warns`, more ?? JSON.stringify(warning));
}

const sentence = (begin: string, more: string | undefined): string => {
  const text = more === undefined ? begin : `${begin}: ${more}`;
  return text.endsWith('.') ? text : `${text}.`;
};
