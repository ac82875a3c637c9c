import { expect, it, vi } from 'vitest';
import { suspended } from './process-terminal.js';

it('a process of Windows goes on at once, since no signal suspends it', async () => {
  const kill = vi.spyOn(process, 'kill');
  await suspended('win32');
  expect(kill).not.toHaveBeenCalled();
  kill.mockRestore();
});
