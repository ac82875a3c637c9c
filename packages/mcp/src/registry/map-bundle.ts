import { isObject } from '@loadout/core';
import { defined } from '@loadout/node';
import { thisSystem } from '@loadout/node/platform';
import type { LockedWord, ServerInput } from './locked-server.js';
import { type MappedServer, shown, type Unusable } from './map-package.js';
import type { Json } from './server-json.js';

/** Maps the manifest of a bundle to a command, or says why that is not possible. `{__dirname}` stands for the folder of its files. */
export function mapBundle({ server, user_config: options, compatibility }: Json): MappedServer | Unusable {
  const { mcp_config: start } = isObject(server) ? server : {};
  if (!isObject(start) || typeof start.command !== 'string' || start.command === '')
    return { problem: 'its manifest names no command' };
  const { platforms } = isObject(compatibility) ? compatibility : {};
  if (Array.isArray(platforms) && !platforms.includes(thisSystem))
    return { problem: `its bundle is for ${platforms.map(shown).join(', ')}, and this is ${thisSystem}` };
  const inputs = inputsOf(isObject(options) ? options : {});
  const texts = new Texts(inputs);
  const args = Array.isArray(start.args) ? start.args.map((one) => texts.word(String(one))) : [];
  const env = Object.entries(isObject(start.env) ? start.env : {});
  const odd = env.find(([name]) => !/^(?!__proto__$)[A-Za-z_]\w*$/.test(name));
  if (odd !== undefined) return { problem: `${shown(odd[0])} is not the name of a variable` };
  const mapped: MappedServer = {
    command: texts.text(start.command),
    args,
    ...(env.length === 0 ? {} : { env: Object.fromEntries(env.map(([name, text]) => [name, texts.text(String(text))])) }),
    ...(Object.keys(inputs).length === 0 ? {} : { inputs }),
  };
  return texts.unknown === undefined ? mapped : { problem: `its manifest uses ${shown(texts.unknown)}, which is not known here` };
}

type Inputs = Readonly<Record<string, ServerInput>>;

/** Texts of a manifest, with `{name}` for what is filled in. */
class Texts {
  readonly #inputs: Inputs;
  /** A variable that has no value here. */
  unknown: string | undefined;

  constructor(inputs: Inputs) {
    this.#inputs = inputs;
  }

  text(written: string): string {
    return written.replace(/\$\{([^}]*)\}/g, (whole, name: string) => {
      if (name === '__dirname') return '{__dirname}';
      if (name === 'pathSeparator' || name === '/') return '/';
      const input = name.replace(/^user_config\./, '');
      if (input !== name && Object.hasOwn(this.#inputs, input)) return `{${input}}`;
      this.unknown ??= whole;
      return whole;
    });
  }

  /** An argument. The values of a repeated option are an argument each. */
  word(written: string): LockedWord {
    const [, name = ''] = /^\$\{user_config\.([^}]*)\}$/.exec(written) ?? [];
    const text = this.text(written);
    return Object.hasOwn(this.#inputs, name) && this.#inputs[name]?.repeated === true ? { when: name, words: [text] } : text;
  }
}

const FORMATS: Readonly<Record<string, ServerInput['format']>> = {
  number: 'number',
  boolean: 'boolean',
  directory: 'filepath',
  file: 'filepath',
};

const inputsOf = (options: Json): Inputs =>
  Object.fromEntries(
    Object.entries(options).flatMap(([name, option]) =>
      isObject(option) && /^(?!__proto__$|__dirname$)[\w.-]{1,64}$/.test(name) ? [[name, inputOf(option)] as const] : [],
    ),
  );

function inputOf(option: Json): ServerInput {
  const format = typeof option.type === 'string' && Object.hasOwn(FORMATS, option.type) ? FORMATS[option.type] : undefined;
  const { default: preset, description } = option;
  const isPlain = ['string', 'number', 'boolean'].includes(typeof preset) && !String(preset).includes('${');
  return {
    ...(option.required === true ? { required: true as const } : {}),
    ...(option.sensitive === true ? { secret: true as const } : {}),
    ...(option.multiple === true ? { repeated: true as const } : {}),
    ...defined({ format }),
    ...(isPlain ? { default: String(preset) } : {}),
    ...(typeof description === 'string' ? { description } : {}),
  };
}
