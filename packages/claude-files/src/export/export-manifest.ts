import { isObject } from '@loadout/core';
import type { ExportedOptions } from './export-options.js';
import type { PluginPackage } from './read-package.js';

const TEXTS = ['description', 'homepage', 'license'];

interface Named extends Pick<ExportedOptions, 'userConfig'> {
  readonly name: string;
}

/** The manifest of a plugin of Claude Code, from what npm shows of a package. */
export function exportManifest({ json }: PluginPackage, { name, userConfig }: Named) {
  const { author, repository, keywords } = json;
  const address = isObject(repository) ? repository.url : repository;
  const words = Array.isArray(keywords) ? keywords.filter((one) => typeof one === 'string' && one !== 'loadout-plugin') : [];
  const { name: person, email, url } = typeof author === 'string' ? { name: author } : isObject(author) ? author : {};
  return {
    name,
    version: json.version,
    ...Object.fromEntries(TEXTS.flatMap((key) => (typeof json[key] === 'string' ? [[key, json[key]]] : []))),
    ...(typeof person === 'string' ? { author: { name: person, email, url } } : {}),
    ...(typeof address === 'string' ? { repository: address.replace(/^git\+/, '') } : {}),
    ...(words.length === 0 ? {} : { keywords: words }),
    ...(Object.keys(userConfig).length === 0 ? {} : { userConfig }),
  };
}
