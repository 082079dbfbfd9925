// The image's health check: whether the process in the container is ready. HEALTH_PORT: that of a worker's metrics.
const port = process.env.HEALTH_PORT || process.env.PORT || 3000;
const answer = await fetch(`http://127.0.0.1:${port}/health/ready`, { signal: AbortSignal.timeout(4_000) }).catch(() => null);
process.exit(answer?.ok ? 0 : 1);
