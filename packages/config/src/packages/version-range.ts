type Version = readonly [number, number, number];

/**
 * Whether `version` fits an npm range of the kinds ^1.2, ~1.2, >=1.2, 1.2, 1.x and *. `undefined` for a range of another kind.
 */
export function fitsRange(version: string, range: string): boolean | undefined {
  const parts = /^(\^|~|>=|=|)\s*v?(\*|x|\d+)(?:\.(\*|x|\d+))?(?:\.(\*|x|\d+))?(-[\w.-]+)?$/.exec(range.trim());
  const found = parseVersion(version);
  if (parts === null || found === undefined || parts[5] !== undefined) return undefined;
  const wanted = parts.slice(2, 5).map((part) => (part === undefined || part === '*' || part === 'x' ? undefined : Number(part)));
  const [major, minor, patch] = wanted;
  if (major === undefined) return true;
  const low: Version = [major, minor ?? 0, patch ?? 0];
  if (compare(found, low) < 0) return false;
  const operator = parts[1] ?? '';
  if (operator === '>=') return true;
  return compare(found, upperBound({ operator, low, minor, patch })) < 0;
}

function upperBound(p: { operator: string; low: Version; minor: number | undefined; patch: number | undefined }): Version {
  const [major, minor, patch] = p.low;
  if (p.minor === undefined || (p.operator === '^' && major > 0)) return [major + 1, 0, 0];
  if (p.operator === '~' || p.patch === undefined || (p.operator === '^' && minor > 0)) return [major, minor + 1, 0];
  return [major, minor, patch + 1];
}

function parseVersion(text: string): Version | undefined {
  const parts = /^(\d+)\.(\d+)\.(\d+)/.exec(text);
  return parts === null ? undefined : [Number(parts[1]), Number(parts[2]), Number(parts[3])];
}

const compare = (a: Version, b: Version): number => a[0] - b[0] || a[1] - b[1] || a[2] - b[2];
