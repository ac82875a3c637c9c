import { definePlugin } from '@loadout/core';

export default definePlugin({ name: 'web', setup: () => ({ tools: [] }) });
