import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['src/**/*.test.ts', 'test/**/*.test.ts', 'examples/vitest/*.test.ts'],
    expect: { requireAssertions: true },
    server: { deps: { external: [/\/dist\//] } },
    setupFiles: ['test/support/chance.ts'],
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
})
