export function inBubblewrap(driver: string, args: readonly (string | number)[]): unknown;
