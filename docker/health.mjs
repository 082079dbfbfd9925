// The image's health check: whether HEALTH_URL answers with 2xx; without it, whether the API in the container is ready.
const url = process.env.HEALTH_URL || `http://127.0.0.1:${process.env.PORT || 3000}/health/ready`;
const answer = await fetch(url, { signal: AbortSignal.timeout(4_000) }).catch(() => null);
process.exit(answer?.ok ? 0 : 1);
