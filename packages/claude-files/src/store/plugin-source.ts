import { child, isMap, isText, type MapNode, type Node } from '@loadout/config/documents';

/** From where a plugin comes, as the entry of a marketplace says. */
export type PluginSource =
  | { readonly kind: 'path'; readonly path: string }
  | {
      readonly kind: 'git';
      readonly url: string;
      readonly path?: string | undefined;
      readonly ref?: string | undefined;
      readonly sha?: string | undefined;
    }
  | {
      readonly kind: 'npm';
      readonly use: string;
      /** Exact: a tag or a range may be other files tomorrow. */
      readonly version: string;
      readonly registry?: string | undefined;
    }
  | { readonly kind: 'archive'; readonly url: string; readonly sha?: string | undefined }
  /** A kind that is not fetched: a command, a package without an exact version, or one that is not known. */
  | { readonly kind: 'other'; readonly name: string };

/** Reads the `source` of an entry. `pluginRoot`: the folder of plugins that are named without a path. */
export function pluginSource(entry: Node, pluginRoot: string | undefined): PluginSource {
  const source = child(entry, 'source');
  if (isText(source)) return { kind: 'path', path: ownPath(source.value, pluginRoot) };
  if (!isMap(source)) return { kind: 'other', name: 'nothing' };
  const of = (key: string) => textAt(source, key);
  const kind = of('source') ?? 'nothing';
  const shared = { path: of('path'), ref: of('ref'), sha: of('sha') };
  const [repo, url] = [of('repo'), of('url')];
  if (kind === 'github' && repo !== undefined) return { kind: 'git', url: githubUrl(repo), ...shared };
  if ((kind === 'url' || kind === 'git' || kind === 'git-subdir') && url !== undefined)
    return { kind: 'git', url: gitUrl(url), ...shared };
  if (kind === 'local' && shared.path !== undefined) return { kind: 'path', path: ownPath(shared.path, pluginRoot) };
  if (kind === 'archive' && url !== undefined) return { kind, url, sha: of('sha256') };
  if (kind === 'npm') return npmSource(of) ?? { kind: 'other', name: kind };
  return { kind: 'other', name: kind };
}

const NAME = /^(?:@[a-z0-9][\w.-]*\/)?[a-z0-9][\w.-]*$/;
const VERSION = /^\d+\.\d+\.\d+(?:[+-][\w.+-]+)?$/;

function npmSource(of: (key: string) => string | undefined): PluginSource | undefined {
  const [use = '', version = '', registry] = [of('package'), of('version'), of('registry')];
  return NAME.test(use) && VERSION.test(version) ? { kind: 'npm', use, version, registry } : undefined;
}

function ownPath(path: string, pluginRoot: string | undefined): string {
  return /^\.{1,2}(?:\/|$)/.test(path) || pluginRoot === undefined ? path : `${pluginRoot.replace(/\/$/, '')}/${path}`;
}

const textAt = (map: MapNode, key: string): string | undefined => {
  const node = child(map, key);
  return isText(node) && node.value !== '' ? node.value : undefined;
};

export const githubUrl = (repo: string): string => `https://github.com/${repo.replace(/\.git$/, '')}.git`;

/** `owner/name` is a repository of GitHub where an address is expected. */
export const gitUrl = (url: string): string => (/^[\w.-]+\/[\w.-]+$/.test(url) ? githubUrl(url) : url);
