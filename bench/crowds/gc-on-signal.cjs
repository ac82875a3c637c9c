// Loaded into the server that is measured: on SIGUSR2 it collects its garbage and says so.
process.on('SIGUSR2', () => {
  for (let pass = 0; pass < 4; pass++) globalThis.gc();
  process.stderr.write('collected\n');
});
