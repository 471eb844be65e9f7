import { defineConfig } from 'vitest/config';
import { mockServer } from './mock/plugin.ts';

// Names without hashes and no timestamps: the same source gives the same bytes, and a test holds
// the committed bundle against a fresh one.
export default defineConfig({
  base: './',
  plugins: [mockServer()],
  build: {
    outDir: '../crates/planetfall-view/bundle',
    emptyOutDir: true,
    target: 'es2022',
    modulePreload: false,
    assetsInlineLimit: 0,
    chunkSizeWarningLimit: 2000,
    rollupOptions: {
      output: {
        entryFileNames: 'assets/index.js',
        chunkFileNames: 'assets/[name].js',
        assetFileNames: 'assets/[name][extname]',
      },
    },
  },
  test: {
    projects: [
      { extends: true, test: { name: 'unit', include: ['tests/unit/**/*.test.ts'] } },
      {
        extends: true,
        test: {
          name: 'browser',
          include: ['tests/browser/**/*.test.ts'],
          testTimeout: 120_000,
          hookTimeout: 300_000,
          fileParallelism: false,
        },
      },
    ],
  },
});
