import { AsyncLocalStorage } from 'node:async_hooks';
import { ROOT_CONTEXT, type Span, SpanKind, SpanStatusCode, type Tracer, trace } from '@opentelemetry/api';
import { parseTraceParent } from '@opentelemetry/core';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { resourceFromAttributes } from '@opentelemetry/resources';
import { BatchSpanProcessor, TracerProvider } from '@opentelemetry/sdk-trace';
import type { Running } from '#platform/process';
import { type Attributes, FOUND, WORK, type Work } from './traced.js';

const KINDS: Record<Work['kind'], SpanKind> = {
  http: SpanKind.SERVER,
  command: SpanKind.INTERNAL,
  sql: SpanKind.CLIENT,
  delivery: SpanKind.CLIENT,
};

/** Work under way. */
interface Active {
  span: Span;
  requestID: string | null;
}

/** Makes a span of all traced work of this process, and sends them in batches. */
export class Exporter implements Running {
  private readonly provider: TracerProvider;
  private readonly tracer: Tracer;
  private readonly active = new AsyncLocalStorage<Active | undefined>();
  private readonly spans = new WeakMap<Work, Span>();
  private readonly onError = (work: unknown) => this.fail(work as Work & { error?: unknown });
  private readonly onEnd = (work: unknown) => this.end(work as Work);
  private readonly onFound = (attributes: unknown) => void this.active.getStore()?.span.setAttributes(attributes as Attributes);

  /** @param base the collector's base URL; the exporter reads headers, limits and certificates from `OTEL_EXPORTER_OTLP_*` itself */
  constructor(service: string, base: string) {
    const exporter = new OTLPTraceExporter({ url: `${base.replace(/\/$/, '')}/v1/traces` });
    this.provider = new TracerProvider({
      resource: resourceFromAttributes({ 'service.name': service }),
      spanProcessors: [new BatchSpanProcessor({ exporter })],
    });
    this.tracer = this.provider.getTracer('lost-and-found');
    WORK.start.bindStore(this.active, (work) => this.begin(work));
    WORK.error.subscribe(this.onError);
    WORK.asyncEnd.subscribe(this.onEnd);
    FOUND.subscribe(this.onFound);
  }

  /** Makes no more spans, and sends those that are left. */
  async stop(): Promise<void> {
    WORK.start.unbindStore(this.active);
    WORK.error.unsubscribe(this.onError);
    WORK.asyncEnd.unsubscribe(this.onEnd);
    FOUND.unsubscribe(this.onFound);
    // A collector that is gone must not keep the process from ending well.
    await this.provider.shutdown().catch(() => undefined);
  }

  private begin(work: Work): Active {
    const { kind, name, attributes } = work;
    // Requests and deliveries are begun by nothing in this process, even where the code of an earlier one starts them.
    const outer = kind === 'command' || kind === 'sql' ? this.active.getStore() : undefined;
    const requestID = work.requestID ?? outer?.requestID ?? null;
    const about = { ...attributes, ...(requestID !== null && { 'lost_and_found.request_id': requestID }) };
    const remote = work.parent === undefined ? null : parseTraceParent(work.parent);
    const context = outer
      ? trace.setSpan(ROOT_CONTEXT, outer.span)
      : remote
        ? trace.setSpanContext(ROOT_CONTEXT, { ...remote, isRemote: true })
        : ROOT_CONTEXT;
    const span = this.tracer.startSpan(name, { kind: KINDS[kind], attributes: about }, context);
    this.spans.set(work, span);
    return { span, requestID };
  }

  /** The kind of error only: messages may contain what callers sent. */
  private fail(work: Work & { error?: unknown }): void {
    const { error } = work;
    const type = error instanceof Error ? ((error as { code?: unknown }).code ?? error.name) : typeof error;
    this.spans.get(work)?.setAttribute('error.type', String(type)).setStatus({ code: SpanStatusCode.ERROR });
  }

  private end(work: Work): void {
    const span = this.spans.get(work);
    if (!span) return;
    span.updateName(work.name).setAttributes(work.attributes);
    if (Number(work.attributes['http.response.status_code']) >= 500) span.setStatus({ code: SpanStatusCode.ERROR });
    span.end();
  }
}
