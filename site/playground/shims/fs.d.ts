export function fill(files: Readonly<Record<string, string>>): void;
