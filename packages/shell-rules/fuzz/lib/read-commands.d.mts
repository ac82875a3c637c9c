export function readCommands(file: string): { rules: { allow: string[]; deny: string[] }; commands: string[] };
