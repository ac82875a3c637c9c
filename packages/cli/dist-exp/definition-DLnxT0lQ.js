// packages/cli/src/arguments/definition.ts
/** `[agent] <call>`, as in the usage line. */
const signature = (definition) => definition.positionals.map(({ name, optional }) => optional === true ? `[${name}]` : `<${name}>`).join(" ");
/** `-c, --config FILE`. */
const flagLabel = ({ short, name, value }) => `${short === void 0 ? "" : `-${short}, `}--${name}${value === void 0 ? "" : ` ${value}`}`;

export { signature as n, flagLabel as t };