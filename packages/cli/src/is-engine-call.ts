/** Whether the arguments belong to the engine and not to a command. */
export const isEngineCall = ([first = '', ...rest]: readonly string[]): boolean =>
  first.startsWith('-') && [first, ...rest].some((word) => /^(?:-p|--print|--(?:in|out)put-format(?:=.*)?)$/.test(word));
