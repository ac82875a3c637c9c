/** Whether the arguments are those of the engine and not of a command. */
export const isEngineCall = ([first = '', ...rest]: readonly string[]): boolean =>
  first.startsWith('-') && [first, ...rest].some((word) => /^(?:-p|--print|--(?:in|out)put-format(?:=.*)?)$/.test(word));
