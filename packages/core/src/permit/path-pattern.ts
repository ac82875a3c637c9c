export interface PathBase {
  /** What `/x` and `x` are relative to. */
  readonly workspace: string;
  readonly home: string;
}

/**
 * Whether an absolute path falls under a pattern, with gitignore's rules: `//abs`, `~/in/home`, `/at/the/workspace`, `x/y`
 * from the workspace, `x` at any depth. What matches a folder matches all below it. Source: PERM-10.
 */
export function pathMatches(pattern: string, path: string, base: PathBase): boolean {
  let compiled = cache.get(pattern);
  if (compiled === undefined) {
    compiled = compile(pattern);
    cache.set(pattern, compiled);
  }
  const root = compiled.root === 'absolute' ? '' : compiled.root === 'home' ? base.home : base.workspace;
  if (!isInside(path, root === '' ? '/' : root)) return false;
  return compiled.regexp.test(path.slice(root.replace(/\/$/, '').length + 1));
}

/** Segment by segment: `/work/app-2` is not inside `/work/app`. */
export function isInside(path: string, folder: string): boolean {
  return path === folder || path.startsWith(folder.endsWith('/') ? folder : `${folder}/`);
}

interface CompiledPattern {
  readonly root: 'absolute' | 'home' | 'workspace';
  readonly regexp: RegExp;
}

/** Patterns come from the configuration, so there are few of them. */
const cache = new Map<string, CompiledPattern>();

function compile(pattern: string): CompiledPattern {
  if (pattern.startsWith('//')) return { root: 'absolute', regexp: globToRegExp(pattern.slice(2)) };
  if (pattern.startsWith('~/')) return { root: 'home', regexp: globToRegExp(pattern.slice(2)) };
  const rest = pattern.replace(/^\.?\//, '');
  const anchored = pattern !== rest || rest.replace(/\/$/, '').includes('/');
  return { root: 'workspace', regexp: globToRegExp(anchored || rest === '**' ? rest : `**/${rest}`) };
}

/** `**` any folders, `*` and `?` inside one name, `[abc]`, `{a,b}`. */
function globToRegExp(glob: string): RegExp {
  let source = '';
  for (let index = 0; index < glob.length; index++) {
    const char = glob.charAt(index);
    if (glob.startsWith('**/', index)) {
      source += '(?:[^/]+/)*';
      index += 2;
    } else if (glob.startsWith('**', index)) {
      source += '.*';
      index += 1;
    } else if (char === '*') source += '[^/]*';
    else if (char === '?') source += '[^/]';
    else if (char === '{' && glob.indexOf('}', index) > index) source += '(?:';
    else if (char === '}' && glob.lastIndexOf('{', index) >= 0) source += ')';
    else if (char === ',' && glob.lastIndexOf('{', index) > glob.lastIndexOf('}', index)) source += '|';
    else if (char === '[' && glob.indexOf(']', index) > index + 1) {
      const end = glob.indexOf(']', index);
      source += `[${glob
        .slice(index + 1, end)
        .replace(/^!/, '^')
        .replaceAll('\\', '\\\\')}]`;
      index = end;
    } else source += char.replace(/[.*+?^${}()|[\]\\/]/, '\\$&');
  }
  return new RegExp(`^${source.replace(/\\\/$/, '')}(?:/.*)?$`, 's');
}
