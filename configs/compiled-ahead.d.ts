export function compiledAhead(code: string, names: ReadonlySet<string>): string;
export function calledNames(code: string, isCalled: (end: number) => boolean): readonly string[];
