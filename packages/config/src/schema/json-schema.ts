import type { JsonSchema, PluginManifest } from '@loadout/core';
import * as z from 'zod';
import { configDocument } from './config-schema.js';
import { type Decision, decisionOf } from './free.js';

export interface SchemaOptions {
  readonly manifests?: Readonly<Record<string, PluginManifest>> | undefined;
  /** The JSON Schema of one test, from `@loadout/test`. Absent: any map. */
  readonly test?: JsonSchema | undefined;
}

/** The JSON Schema of a configuration file, with the options of installed plugins, and with tests. */
export function configSchema(options: SchemaOptions = {}): JsonSchema {
  const root: Json = JSON.parse(JSON.stringify(toJsonSchema()));
  for (const section of ['plugins', 'providers']) addOptions(root, section, options.manifests ?? {});
  if (options.test !== undefined) step(step(root, 'properties'), 'tests').items = options.test;
  return { ...root, title: 'agent.config.yaml' };
}

type Json = Record<string, unknown>;

function addOptions(root: Json, section: string, manifests: Readonly<Record<string, PluginManifest>>): void {
  const map = step(step(root, 'properties'), section);
  const entry = step(map, 'additionalProperties');
  const known = Object.entries(manifests).filter(([, manifest]) => section !== 'providers' || manifest.model === true);
  if (known.length === 0) return;
  const conditions = known.flatMap(([use, manifest]) =>
    manifest.options === undefined
      ? []
      : [
          {
            if: {
              type: 'object',
              properties: { use: { type: 'string', pattern: `^${literal(use)}(@.*)?$` } },
              required: ['use'],
            },
            // biome-ignore lint/suspicious/noThenProperty: `then` is a keyword of JSON Schema.
            then: { properties: { options: manifest.options } },
          },
        ],
  );
  map.additionalProperties = {
    ...entry,
    ...(conditions.length === 0 ? {} : { allOf: conditions }),
    examples: known.map(([use]) => use),
  };
}

const step = (value: Json, key: string): Json => {
  const found = value[key];
  return typeof found === 'object' && found !== null ? (found as Json) : {};
};

const literal = (text: string): string => text.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&');

/**
 * Describes the file as written, before defaults. Allows `x-…` everywhere; the open maps of plugins and providers allow such keys
 * already. `x-before-trust` is the decision about a key.
 */
const toJsonSchema = () =>
  z.toJSONSchema(configDocument, {
    io: 'input',
    override: ({ zodSchema, jsonSchema }) => {
      const decision = decisionOf(zodSchema);
      if (decision !== undefined) jsonSchema['x-before-trust'] = beforeTrust(decision);
      if (jsonSchema.additionalProperties !== undefined) jsonSchema.patternProperties = { '^x-': {} };
    },
  });

const WORDS = { free: 'applies', told: 'applies, told to the model', waits: 'waits' } as const;

function beforeTrust({ is, why, when }: Decision): string {
  const values = Array.isArray(when) ? ` as ${when.join(', ')}, else waits` : when === undefined ? '' : ' in part';
  return `${WORDS[is]}${values}. ${why}`;
}
