import { isObject, type JsonSchema } from '@loadout/core';

type Json = Readonly<Record<string, unknown>>;

/** The options of a plugin in the three files that hand a value on: from the person, through a variable, to the configuration. */
export interface ExportedOptions {
  readonly userConfig: Json;
  readonly env: Readonly<Record<string, string>>;
  readonly secrets: Json;
  readonly options: Readonly<Record<string, string>>;
  /** Sentences about the options that nobody is asked for. */
  readonly lost: readonly string[];
}

interface Option {
  readonly name: string;
  readonly schema: Json;
  readonly isRequired: boolean;
}

/** Exports the options that are texts. A variable holds no other type, and an option with a default works without a value. */
export function exportOptions(schema: JsonSchema | undefined): ExportedOptions {
  const { properties, required } = (schema ?? {}) as Json;
  const names: readonly unknown[] = Array.isArray(required) ? required : [];
  const all = Object.entries(isObject(properties) ? properties : {}).map(([name, value]): Option => {
    return { name, schema: isObject(value) ? value : {}, isRequired: names.includes(name) };
  });
  const texts = all.filter(isAsked);
  const secrets = texts.filter(({ schema: { secret } }) => secret === true).map(({ name }) => variableOf(name));
  return {
    userConfig: Object.fromEntries(texts.map((one) => [one.name, userOption(one)])),
    env: Object.fromEntries(texts.map(({ name }) => [variableOf(name), `\${user_config.${name}}`])),
    secrets: Object.fromEntries(secrets.map((name) => [name, { env: name }])),
    options: Object.fromEntries(
      texts.map(({ name, schema: { secret } }) => [name, `\${${secret === true ? 'secret' : 'env'}:${variableOf(name)}}`]),
    ),
    lost: all.filter((one) => !isAsked(one)).map(lostOption),
  };
}

const isAsked = ({ name, schema, isRequired }: Option): boolean =>
  schema.type === 'string' && /^[A-Za-z_]\w*$/.test(name) && (isRequired || typeof schema.default === 'string');

const variableOf = (name: string): string => `LOADOUT_OPTION_${name.toUpperCase()}`;

const userOption = ({ name, schema, isRequired }: Option): Json => ({
  type: 'string',
  title: typeof schema.title === 'string' ? schema.title : name,
  description: typeof schema.description === 'string' ? schema.description : `The option ${name} of the plugin.`,
  ...(isRequired ? { required: true } : {}),
  ...(typeof schema.default === 'string' ? { default: schema.default } : {}),
  ...(schema.secret === true ? { sensitive: true } : {}),
});

const lostOption = ({ name, isRequired }: Option): string =>
  isRequired
    ? `option ${name}: it is required and is not a text; write it into agent.config.yaml of the export`
    : `option ${name}: it keeps its default`;
