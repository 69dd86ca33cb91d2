import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['src/**/*.test.ts', 'test/**/*.test.ts', 'examples/vitest/*.test.ts'],
    expect: { requireAssertions: true },
    server: { deps: { external: [/\/dist\//] } },
    setupFiles: ['test/support/chance.ts'],
    // Files share their modules: loading them anew for each file took three times as long as the tests themselves.
    isolate: false,
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
})
