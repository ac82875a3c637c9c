/** The parts of the library that read YAML. An import of the whole package would bring those of its own API too. */
export { Composer, isAlias, isCollection, isMap, isNode, isScalar, isSeq, Lexer, LineCounter, Parser } from 'yaml';
