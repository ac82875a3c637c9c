/** The form of the name of a mounted plugin, which is a part of the names of its tools. */
export const MOUNT_NAME = {
  rule: 'letters, digits, hyphens and underscores, a letter first, at most 32, without "__"',
  fits: (name: string): boolean => /^[A-Za-z][A-Za-z0-9_-]*$/.test(name) && !name.includes('__') && name.length <= 32,
};
