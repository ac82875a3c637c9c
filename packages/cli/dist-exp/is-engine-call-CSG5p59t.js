// packages/cli/src/engine/is-engine-call.ts
/** Whether the arguments belong to the engine and not to a command. */
const isEngineCall = ([first = "", ...rest]) => first.startsWith("-") && [first, ...rest].some((word) => /^(?:-p|--print|--(?:in|out)put-format(?:=.*)?)$/.test(word));

export { isEngineCall as t };