export const BYPASSES: readonly string[];
export const HARMLESS: readonly string[];
export const INTERPRETED: RegExp;
export const UNSHOWN: ReadonlySet<string>;
