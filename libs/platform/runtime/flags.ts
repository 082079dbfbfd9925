/**
 * Flags that keep a process small (docs/adr/0026-what-a-process-costs.md): V8 reads them before any code runs, so whoever starts the
 * process gives them. The worker's garbage is younger than an API process's answers, and it holds at most 512 deliveries.
 */
export const NODE_FLAGS = {
  api: ['--max-semi-space-size=16', '--max-old-space-size=256'],
  worker: ['--max-semi-space-size=2', '--max-old-space-size=128'],
} as const;

/** By default glibc's malloc keeps freed memory in up to eight arenas for each core. */
export const MALLOC = { MALLOC_ARENA_MAX: '2' } as const;
