import type { Running } from '#platform/process';

/**
 * Sends traces to an OpenTelemetry collector; without one, none are made and OpenTelemetry is not loaded.
 * @param service `service.name` of the traces
 * @param tracesUrl the collector's base URL, or null
 */
export async function startTracing(service: string, tracesUrl: string | null): Promise<Running | null> {
  if (tracesUrl === null) return null;
  const { Exporter } = await import('./trace-exporter.js');
  return new Exporter(service, tracesUrl);
}
