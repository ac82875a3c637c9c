export default { entry: ['src/index.ts', 'src/vitest.ts', 'src/jest.ts'] };
