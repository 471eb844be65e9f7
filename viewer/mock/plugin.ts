// `npm run dev` serves the page with synthetic runs, or passes on to a `planetfall view` whose
// address is in PLANETFALL_VIEW. PLANETFALL_MOCK=crane chooses the landing by sky crane.

import type { Plugin } from 'vite';

export function mockServer(): Plugin {
  const target = process.env['PLANETFALL_VIEW'];
  return {
    name: 'planetfall-mock',
    config: () => (target ? { server: { proxy: { '/api': { target, changeOrigin: true, ws: true, headers: { origin: target } } } } } : {}),
    configureServer: async (server) => {
      if (target) return;
      const mock = await server.ssrLoadModule('/mock/server.ts') as typeof import('./server');
      const runs = process.env['PLANETFALL_MOCK'] === 'crane' ? [mock.crane()] : mock.twoRuns();
      server.middlewares.use((request, response, next) => {
        if (!mock.answer(runs, request, response)) next();
      });
    },
  };
}
